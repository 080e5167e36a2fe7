import { type OpeningHours, Schedule, type Ticket } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** The museum's hours on the date of a ticket for general entry; `undefined` on a day on which it is closed now, and for an event. */
export const hoursOfVisit = async (
  { museumHours }: Pick<MuseumPorts, 'museumHours'>,
  { ticketType, ticketDate }: Ticket,
): Promise<OpeningHours | undefined> =>
  ticketType === 'general'
    ? Schedule.hoursOn(await museumHours.schedule(ticketDate, ticketDate), ticketDate)
    : undefined
