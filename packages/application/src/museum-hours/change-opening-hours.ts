import { CalendarDate, HoursOfDay, type OpeningHoursChange, Schedule } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import {
  type TicketsOfClosedDays,
  type TicketsSoldRefusal,
  countTicketsOfClosedDays,
  ticketsAreSold,
} from './tickets-of-closed-days.ts'

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
    const [first, final] = 'date' in change ? [change.date, change.date] : [ports.today(), CalendarDate.last]
    const before = await ports.museumHours.schedule(first, final)
    const after = Schedule.change(before, change)
    const period = { first: first < ports.today() ? ports.today() : first, final }
    const countTickets = () => countTicketsOfClosedDays({ before, after, ...period }, ports.tickets)
    const tickets = await countTickets()
    if (tickets.days.length > 0 && !closeDaysWithTickets) return ticketsAreSold(tickets)
    const isChanged = await ports.museumHours.change(change, (hoursBefore) =>
      hoursEntry(ports, actor, 'changeOpeningHours', change, hoursBefore),
    )
    // Counted again, since tickets may have been sold until the change. The change is stored already, so if this count
    // fails, the first one is returned.
    return { isChanged, tickets: await countTickets().catch(() => tickets) }
  }

/** The audit entry of new hours of a weekday or date. */
export const hoursEntry = (
  ports: Pick<MuseumPorts, 'now'>,
  actor: Actor,
  operation: 'changeOpeningHours' | 'setSchedule',
  change: OpeningHoursChange,
  before: HoursOfDay,
) =>
  recordChange(ports, actor, {
    operation,
    subject: { kind: 'museum-hours', id: 'weekday' in change ? change.weekday : change.date },
    before: { hours: HoursOfDay.toText(before) },
    after: { hours: HoursOfDay.toText(change.hours) },
  })
