import { CalendarDate, HoursOfDay, type OpeningHoursChange, type Refusal, Schedule, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import { maxCountedItems } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import type { TicketCount } from '../tickets/ticket-repository.ts'

/** How many valid tickets are for days on which a change closes the museum. */
export type TicketsOfClosedDays = Readonly<{
  /** The days with tickets, in ascending order. */
  days: readonly TicketCount[]
  general: number
  event: number
  /**
   * Whether counting stopped at `maxCountedItems` tickets. Then later days, and some tickets of the last day, are not
   * counted.
   */
  hasMore: boolean
}>

/** The change would close days for which tickets are sold. */
export type TicketsSoldRefusal = Refusal<'tickets-are-sold'> & Readonly<{ tickets: TicketsOfClosedDays }>

/** `isChanged` is false when the hours were the same before, and nothing was written. */
export type OpeningHoursOutcome = Readonly<{ isChanged: boolean; tickets: TicketsOfClosedDays }>

type Ports = Pick<MuseumPorts, 'museumHours' | 'tickets' | 'today' | 'now'>

export const changeOpeningHours =
  (ports: Ports) =>
  async (
    change: OpeningHoursChange,
    actor: Actor,
    { closeDaysWithTickets = false }: Readonly<{ closeDaysWithTickets?: boolean }> = {},
  ): Promise<OpeningHoursOutcome | TicketsSoldRefusal> => {
    const countTickets = await countTicketsOfDaysClosedBy(change, ports)
    const tickets = await countTickets()
    if (tickets.days.length > 0 && !closeDaysWithTickets) return ticketsAreSold(tickets)
    const isChanged = await ports.museumHours.change(change, (before) =>
      recordChange(ports, actor, {
        operation: 'changeOpeningHours',
        subject: { kind: 'museum-hours', id: 'weekday' in change ? change.weekday : change.date },
        before: { hours: HoursOfDay.toText(before) },
        after: { hours: HoursOfDay.toText(change.hours) },
      }),
    )
    // Counted again, since tickets may have been sold until the change. The change is stored already, so if this count
    // fails, the first one is returned.
    return { isChanged, tickets: await countTickets().catch(() => tickets) }
  }

/** Returns a function that counts the tickets for the days that are open now and that the change closes. */
const countTicketsOfDaysClosedBy = async (
  change: OpeningHoursChange,
  { museumHours, tickets, today }: Ports,
): Promise<() => Promise<TicketsOfClosedDays>> => {
  const [first, final] = 'date' in change ? [change.date, change.date] : [today(), CalendarDate.last]
  const isClosing = change.hours === 'closed' || change.hours === 'as-the-week'
  if (!isClosing || first < today()) return async () => noTickets
  const before = await museumHours.schedule(first, final)
  const after = Schedule.change(before, change)
  // The weekday is closed already: without this check, each of its dates would be examined.
  if ('weekday' in change && before.weekly[change.weekday] === undefined) return async () => noTickets
  const isClosedBy = (date: CalendarDate) =>
    Schedule.hoursOn(before, date) !== undefined && Schedule.hoursOn(after, date) === undefined
  return async () => {
    let counted = noTickets
    let date: CalendarDate | undefined = first
    while (date !== undefined && !counted.hasMore) {
      const closed = firstOf(CalendarDate.between(date, final), isClosedBy)
      const sold: CalendarDate | undefined = closed && (await tickets.nextDate(closed))
      if (closed === undefined || sold === undefined || sold > final) break
      if (sold === closed) counted = withDay(counted, await tickets.countValid(sold))
      date = sold === closed ? dayAfter(sold) : sold
    }
    return counted
  }
}

const firstOf = (dates: Iterable<CalendarDate>, matches: (date: CalendarDate) => boolean): CalendarDate | undefined => {
  for (const date of dates) if (matches(date)) return date
  return undefined
}

const dayAfter = (date: CalendarDate) => (date === CalendarDate.last ? undefined : CalendarDate.plusDays(date, 1))

const withDay = (counted: TicketsOfClosedDays, day: TicketCount): TicketsOfClosedDays => {
  if (day.general + day.event === 0) return counted
  const [general, event] = [counted.general + day.general, counted.event + day.event]
  return { days: [...counted.days, day], general, event, hasMore: general + event >= maxCountedItems }
}

const noTickets: TicketsOfClosedDays = { days: [], general: 0, event: 0, hasMore: false }

const ticketsAreSold = (tickets: TicketsOfClosedDays): TicketsSoldRefusal => ({
  ...refuse('tickets-are-sold', `${describeTicketsOfClosedDays(tickets)}.`),
  tickets,
})

/** A sentence without a full stop, for at least one ticket. */
export const describeTicketsOfClosedDays = ({ days, general, event, hasMore }: TicketsOfClosedDays): string => {
  const count = general + event
  const [first, last] = [days[0]!.date, days.at(-1)!.date]
  if (hasMore) return `At least ${count} tickets are sold for days from ${first} on`
  const subject = count === 1 ? '1 ticket is' : `${count} tickets are`
  const period = days.length === 1 ? first : `${days.length} days from ${first} to ${last}`
  return `${subject} sold for ${period}: ${general} for general entry, ${event} for events`
}
