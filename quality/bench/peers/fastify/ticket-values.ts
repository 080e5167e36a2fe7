import { bytesOf } from '../../servers/representations.ts'
import type { Ticket } from './museum-server.ts'

export type Occurrence = { name: string; location: string; price: number; occurrence_number: number }

/** The values of `insertTicket`. */
export const ticketValues = (ticket: Ticket, occurrence?: Occurrence) => [
  bytesOf(ticket.ticketId),
  ticket.ticketType,
  occurrence ? bytesOf(ticket.eventId!) : null,
  occurrence?.name ?? null,
  occurrence?.location ?? null,
  ticket.ticketDate,
  ticket.email,
  ticket.phone ?? null,
  ticket.confirmationCode,
  occurrence?.price ?? 0,
  occurrence?.occurrence_number ?? null,
  Date.now(),
  Buffer.from(ticket.soldBy),
]
