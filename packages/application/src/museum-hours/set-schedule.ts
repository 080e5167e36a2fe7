import { CalendarDate, type Refusal, type Schedule, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import { hoursEntry } from './change-opening-hours.ts'
import { type TicketsSoldRefusal, countTicketsOfClosedDays, ticketsAreSold } from './tickets-of-closed-days.ts'

export const setSchedule =
  (ports: Pick<MuseumPorts, 'museumHours' | 'tickets' | 'today' | 'now'>) =>
  async (
    schedule: Schedule,
    actor: Actor,
    {
      closeDaysWithTickets = false,
      mayChange = () => true,
    }: Readonly<{ closeDaysWithTickets?: boolean; mayChange?: (current: Schedule) => boolean }> = {},
  ): Promise<Schedule | TicketsSoldRefusal | Refusal<'precondition-failed'>> => {
    // Decides again when the hours were changed meanwhile.
    for (;;) {
      const before = await ports.museumHours.schedule(CalendarDate.first, CalendarDate.last)
      if (!mayChange(before)) return preconditionFailed
      const period = { first: ports.today(), final: CalendarDate.last }
      if (!closeDaysWithTickets) {
        const tickets = await countTicketsOfClosedDays({ before, after: schedule, ...period }, ports.tickets)
        if (tickets.days.length > 0) return ticketsAreSold(tickets)
      }
      const isStored = await ports.museumHours.replace(schedule, before.revision, (change, hoursBefore) =>
        hoursEntry(ports, actor, 'setSchedule', change, hoursBefore),
      )
      if (isStored) return schedule
    }
  }

const preconditionFailed = refuse(
  'precondition-failed',
  'The schedule has changed since you read it. Read it again, then decide again.',
)
