import { CalendarDate, HoursOfDay, type OpeningHoursChange, type Refusal, Schedule, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import type { TicketCount } from '../tickets/ticket-repository.ts'

/** How many valid tickets are for days on which a change closes the museum. */
export type TicketsOfClosedDays = Readonly<{
  /** The days with tickets, in ascending order. */
  days: readonly TicketCount[]
  general: number
  event: number
}>

/** Tickets are sold for days that the change would close. */
export type TicketsAreSold = Refusal<'tickets-are-sold'> & Readonly<{ tickets: TicketsOfClosedDays }>

/** `isChanged` is false when the hours were as wanted before, and nothing was written. */
export type OpeningHoursOutcome = Readonly<{ isChanged: boolean; tickets: TicketsOfClosedDays }>

/**
 * Changes when the museum is open. Tickets that are sold stay as they are; so a change that closes days from today on for
 * which valid tickets are sold is refused, unless `closeDaysWithTickets` is true.
 */
export type ChangeOpeningHours = (
  change: OpeningHoursChange,
  actor: Actor,
  options?: Readonly<{ closeDaysWithTickets?: boolean }>,
) => Promise<OpeningHoursOutcome | TicketsAreSold>

type Ports = Pick<MuseumPorts, 'museumHours' | 'tickets' | 'today' | 'now'>

export const changeOpeningHours =
  (ports: Ports): ChangeOpeningHours =>
  async (change, actor, { closeDaysWithTickets = false } = {}) => {
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
    // Counted again: until the change, tickets were sold.
    return { isChanged, tickets: await countTickets() }
  }

/** Returns a function that counts the tickets for the days that are open now and that the change closes. */
const countTicketsOfDaysClosedBy = async (
  change: OpeningHoursChange,
  { museumHours, tickets, today }: Ports,
): Promise<() => Promise<TicketsOfClosedDays>> => {
  const [startDate, endDate] = 'date' in change ? [change.date, change.date] : [today(), CalendarDate.last]
  const before = await museumHours.schedule(startDate, endDate)
  const after = Schedule.change(before, change)
  const isClosedBy = (date: CalendarDate) =>
    Schedule.hoursOn(before, date) !== undefined && Schedule.hoursOn(after, date) === undefined
  return async () => {
    const counts = startDate < today() ? [] : await tickets.countValid({ startDate, endDate })
    const days = counts.filter(({ date }) => isClosedBy(date))
    const sum = (type: 'general' | 'event') => days.reduce((total, count) => total + count[type], 0)
    return { days, general: sum('general'), event: sum('event') }
  }
}

const ticketsAreSold = (tickets: TicketsOfClosedDays): TicketsAreSold => {
  const { days, general, event } = tickets
  const dates = days.length === 1 ? days[0]!.date : `${days.length} days from ${days[0]!.date} to ${days.at(-1)!.date}`
  return {
    ...refuse(
      'tickets-are-sold',
      `${general + event} tickets are sold for ${dates}: ${general} general, ${event} for events.`,
    ),
    tickets,
  }
}
