import {
  CalendarDate,
  type EntryTime,
  EntryTimes,
  type EventEntryTimes,
  type FaultValues,
  type MuseumClock,
  type Refusal,
  Schedule,
  type SpecialEvent,
  type TimeOfDay,
  isRefusal,
  refuse,
  weekdays,
} from '@museum/domain'
import { Page } from '../lists.ts'
import type { StoredSchedule } from '../museum-hours/museum-hours-repository.ts'
import type { MuseumPorts } from '../ports.ts'
import type { TicketCount } from '../tickets/ticket-repository.ts'

/** How many tickets are for days on which a change closes the museum, or for entry times that it takes away. */
export type AffectedTickets = Readonly<{
  /** The days with tickets, in ascending order; `entryTimes` where the day stays open without these. */
  days: readonly (TicketCount & Readonly<{ entryTimes?: readonly SoldTime[] }>)[]
  general: number
  event: number
  /**
   * Whether there are more: days after that with which `Page.maxCountedItems` tickets are counted; on a closed day, tickets beyond
   * that many of a type.
   */
  hasMore: boolean
}>

/** The number of tickets that are sold for an entry time. */
type SoldTime = Readonly<{ entryTime: TimeOfDay; tickets: number }>

/** The change would leave sold tickets without a day or an entry time. */
export type TicketsSoldRefusal = Refusal<'tickets-are-sold'> & Readonly<{ tickets: AffectedTickets }>

/** How a change treats sold tickets, and other changes that were made since the caller read what it replaces. */
export type ChangeOptions<Current> = Readonly<{
  despiteTickets?: boolean
  mayChange?: (current: Current) => boolean
}>

type Change = Readonly<{
  before: Omit<StoredSchedule, 'revision'>
  after: Omit<StoredSchedule, 'revision'>
  /** From when on tickets count. */
  clock: MuseumClock
}>

/** What the museum's clock shows now. */
export const clockOf = ({ today, now, timeOf }: Pick<MuseumPorts, 'today' | 'now' | 'timeOf'>): MuseumClock => ({
  today: today(),
  timeOfDay: timeOf(now()),
})

/**
 * Counts the tickets for the days that are open before a change and closed after it, and those for entry times that days have before
 * it and not after it.
 */
export const countAffectedTickets = async (
  change: Change,
  { tickets, capacities }: Pick<MuseumPorts, 'tickets' | 'capacities'>,
): Promise<AffectedTickets> => {
  const closed = await ofClosedDays(change, tickets)
  const ofTimes = change.before.entryTimes.rule === null ? [] : await ofLostEntryTimes(change, capacities)
  const all = [...closed, ...ofTimes].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  let counted = noTickets
  for (const day of all) if (!counted.hasMore) counted = withDay(counted, day)
  return counted
}

/** Counts the tickets for entry times that an event loses from now on. */
export const countTicketsOfLostTimes = async (
  { eventId }: SpecialEvent,
  after: EventEntryTimes,
  ports: MuseumPorts,
): Promise<AffectedTickets> => {
  const clock = clockOf(ports)
  const dates = await ports.capacities.availabilityOfEvent(eventId, { clock })
  if (isRefusal(dates)) return noTickets
  const left = new Set(EntryTimes.ofEvent(after.rule).map(({ entryTime }) => entryTime))
  let counted = noTickets
  for (const { date, entryTimes = [] } of dates) {
    if (date < clock.today || counted.hasMore) continue
    const lost = entryTimes
      .filter(({ entryTime, sold }) => sold > 0 && !left.has(entryTime))
      .map(({ entryTime, sold }) => ({ entryTime, tickets: sold }))
    const event = lost.reduce((sum, { tickets }) => sum + tickets, 0)
    counted = withDay(counted, { date, general: 0, event, entryTimes: lost })
  }
  return counted
}

/** The tickets of each day that the change closes, until `Page.maxCountedItems` are counted, and of the next one with tickets. */
const ofClosedDays = async (
  { before, after, clock }: Change,
  tickets: Pick<MuseumPorts['tickets'], 'nextDate' | 'countValid'>,
): Promise<readonly TicketCount[]> => {
  const isClosedOn = (date: CalendarDate) =>
    Schedule.hoursOn(before, date) !== undefined && Schedule.hoursOn(after, date) === undefined
  const isWeekdayClosed = weekdays.some((day) => before.weekly[day] !== undefined && after.weekly[day] === undefined)
  const exceptions = [...new Set([...before.exceptions.keys(), ...after.exceptions.keys()])].toSorted()
  /** The dates on which the museum may be closed. Where each week has the days that it had, only exceptions close it. */
  const candidatesFrom = (date: CalendarDate) =>
    isWeekdayClosed ? CalendarDate.between(date, CalendarDate.last) : exceptions.filter((each) => each >= date)
  const days: TicketCount[] = []
  let counted = 0
  let date: CalendarDate | undefined = clock.today
  while (date !== undefined) {
    const closed = firstOf(candidatesFrom(date), isClosedOn)
    const sold: CalendarDate | undefined = closed && (await tickets.nextDate(closed))
    if (closed === undefined || sold === undefined) break
    if (sold === closed) {
      const day = await tickets.countValid(sold)
      days.push(day)
      const ofDay = day.general + day.event
      if (ofDay > 0 && counted >= Page.maxCountedItems) break
      counted += ofDay
    }
    date = sold === closed ? dayAfter(sold) : sold
  }
  return days
}

/** The tickets of each day that stays open, for entry times that it loses. */
const ofLostEntryTimes = async (
  { before, after, clock }: Change,
  capacities: Pick<MuseumPorts['capacities'], 'placesOfGeneralEntry'>,
): Promise<AffectedTickets['days']> => {
  const { taken } = await capacities.placesOfGeneralEntry({ startDate: clock.today, endDate: CalendarDate.last })
  return [...taken].flatMap(([date, byTime]) => {
    const isComing = ({ until }: EntryTime) => date > clock.today || until > clock.timeOfDay
    const timesOf = (schedule: Change['before']) => {
      const times = EntryTimes.on(schedule.entryTimes.rule, Schedule.hoursOn(schedule, date))
      return new Set(times.filter(isComing).map(({ entryTime }) => entryTime))
    }
    if (Schedule.hoursOn(after, date) === undefined) return []
    const [had, has] = [timesOf(before), timesOf(after)]
    const entryTimes = [...byTime]
      .flatMap(([entryTime, { sold: tickets }]) =>
        entryTime !== undefined && tickets > 0 && had.has(entryTime) && !has.has(entryTime)
          ? { entryTime, tickets }
          : [],
      )
      .toSorted((a, b) => (a.entryTime < b.entryTime ? -1 : 1))
    const general = entryTimes.reduce((sum, { tickets }) => sum + tickets, 0)
    return general === 0 ? [] : { date, general, event: 0, entryTimes }
  })
}

const firstOf = (dates: Iterable<CalendarDate>, matches: (date: CalendarDate) => boolean): CalendarDate | undefined => {
  for (const date of dates) if (matches(date)) return date
  return undefined
}

const dayAfter = (date: CalendarDate) => (date === CalendarDate.last ? undefined : CalendarDate.plusDays(date, 1))

const withDay = (counted: AffectedTickets, day: AffectedTickets['days'][number]): AffectedTickets => {
  if (day.general + day.event === 0) return counted
  if (counted.general + counted.event >= Page.maxCountedItems) return { ...counted, hasMore: true }
  const [general, event] = [counted.general + day.general, counted.event + day.event]
  // `countValid` counts no more; for entry times, all tickets are counted.
  const hasMore = day.entryTimes === undefined && Math.max(day.general, day.event) >= Page.maxCountedItems
  return { days: [...counted.days, day], general, event, hasMore }
}

const noTickets: AffectedTickets = { days: [], general: 0, event: 0, hasMore: false }

/** The refusal of a change that would leave these tickets without a day or an entry time. */
export const ticketsAreSold = (tickets: AffectedTickets): TicketsSoldRefusal => ({
  ...refuse('tickets-are-sold', `${describeTickets(tickets)}.`),
  values: valuesOf(tickets),
  tickets,
})

/** The last date is null where there are more days, or tickets, than these. */
const valuesOf = ({ days, general, event, hasMore }: AffectedTickets): FaultValues => ({
  tickets: general + event,
  general,
  event,
  days: days.length,
  from: days[0]!.date,
  to: hasMore ? null : days.at(-1)!.date,
})

const describeTickets = ({ days, general, event, hasMore }: AffectedTickets): string => {
  const count = general + event
  const [first, last] = [days[0]!.date, days.at(-1)!.date]
  if (hasMore) return `At least ${count} tickets are sold for days from ${first} on`
  const subject = count === 1 ? '1 ticket is' : `${count} tickets are`
  const period = days.length === 1 ? first : `${days.length} days from ${first} to ${last}`
  return `${subject} sold for ${period}: ${general} for general entry, ${event} for events`
}
