import { CalendarDate, type Refusal, Schedule, refuse, weekdays } from '@museum/domain'
import { Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import type { TicketCount } from '../tickets/ticket-repository.ts'

/** How many valid tickets are for days on which a change closes the museum. */
export type TicketsOfClosedDays = Readonly<{
  /** The days with tickets, in ascending order. */
  days: readonly TicketCount[]
  general: number
  event: number
  /**
   * Whether counting stopped at `Page.maxCountedItems` tickets. Then later days, and some tickets of the last day, are not
   * counted.
   */
  hasMore: boolean
}>

/** The change would close days for which tickets are sold. */
export type TicketsSoldRefusal = Refusal<'tickets-are-sold'> & Readonly<{ tickets: TicketsOfClosedDays }>

/** Counts the tickets for the days from `first` on that are open before a change and closed after it. */
export const countTicketsOfClosedDays = async (
  { before, after, first }: Readonly<{ before: Schedule; after: Schedule; first: CalendarDate }>,
  tickets: Pick<MuseumPorts['tickets'], 'nextDate' | 'countValid'>,
): Promise<TicketsOfClosedDays> => {
  const isClosedOn = (date: CalendarDate) =>
    Schedule.hoursOn(before, date) !== undefined && Schedule.hoursOn(after, date) === undefined
  const isWeekdayClosed = weekdays.some((day) => before.weekly[day] !== undefined && after.weekly[day] === undefined)
  const exceptions = [...new Set([...before.exceptions.keys(), ...after.exceptions.keys()])].toSorted()
  /** The dates on which the museum may be closed. Where each week has the days that it had, only exceptions close it. */
  const candidatesFrom = (date: CalendarDate) =>
    isWeekdayClosed ? CalendarDate.between(date, CalendarDate.last) : exceptions.filter((each) => each >= date)
  let counted = noTickets
  let date: CalendarDate | undefined = first
  while (date !== undefined && !counted.hasMore) {
    const closed = firstOf(candidatesFrom(date), isClosedOn)
    const sold: CalendarDate | undefined = closed && (await tickets.nextDate(closed))
    if (closed === undefined || sold === undefined) break
    if (sold === closed) counted = withDay(counted, await tickets.countValid(sold))
    date = sold === closed ? dayAfter(sold) : sold
  }
  return counted
}

const firstOf = (dates: Iterable<CalendarDate>, matches: (date: CalendarDate) => boolean): CalendarDate | undefined => {
  for (const date of dates) if (matches(date)) return date
  return undefined
}

const dayAfter = (date: CalendarDate) => (date === CalendarDate.last ? undefined : CalendarDate.plusDays(date, 1))

const withDay = (counted: TicketsOfClosedDays, day: TicketCount): TicketsOfClosedDays => {
  if (day.general + day.event === 0) return counted
  const [general, event] = [counted.general + day.general, counted.event + day.event]
  return { days: [...counted.days, day], general, event, hasMore: general + event >= Page.maxCountedItems }
}

const noTickets: TicketsOfClosedDays = { days: [], general: 0, event: 0, hasMore: false }

/** The refusal of a change that would close days with these tickets. */
export const ticketsAreSold = (tickets: TicketsOfClosedDays): TicketsSoldRefusal => ({
  ...refuse('tickets-are-sold', `${describeTickets(tickets)}.`),
  tickets,
})

const describeTickets = ({ days, general, event, hasMore }: TicketsOfClosedDays): string => {
  const count = general + event
  const [first, last] = [days[0]!.date, days.at(-1)!.date]
  if (hasMore) return `At least ${count} tickets are sold for days from ${first} on`
  const subject = count === 1 ? '1 ticket is' : `${count} tickets are`
  const period = days.length === 1 ? first : `${days.length} days from ${first} to ${last}`
  return `${subject} sold for ${period}: ${general} for general entry, ${event} for events`
}
