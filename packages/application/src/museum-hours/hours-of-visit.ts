import { type CalendarDate, type OpeningHours, Schedule, type Ticket } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** The museum's hours on the date of a ticket for general entry; `undefined` on a day on which it is closed now, and for an event. */
export const hoursOfVisit = async (
  { museumHours }: Pick<MuseumPorts, 'museumHours'>,
  { ticketType, ticketDate }: Ticket,
): Promise<OpeningHours | undefined> =>
  ticketType === 'general'
    ? Schedule.hoursOn(await museumHours.schedule(ticketDate, ticketDate), ticketDate)
    : undefined

/** The same for several tickets: the hours of a date are read once. */
export const hoursOfVisits = (
  ports: Pick<MuseumPorts, 'museumHours'>,
): ((ticket: Ticket) => Promise<OpeningHours | undefined>) => {
  const hours = new Map<CalendarDate, ReturnType<typeof hoursOfVisit>>()
  return async (ticket) => {
    if (ticket.ticketType === 'event') return undefined
    const read = hours.get(ticket.ticketDate) ?? hoursOfVisit(ports, ticket)
    hours.set(ticket.ticketDate, read)
    return read
  }
}
