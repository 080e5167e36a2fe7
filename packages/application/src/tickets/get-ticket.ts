import { type Ticket, type TicketId, type TicketNotFound, ticketNotFound } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** Returns a ticket in its current state. */
export type GetTicket = (ticketId: TicketId) => Promise<Ticket | TicketNotFound>

export const getTicket =
  ({ tickets }: Pick<MuseumPorts, 'tickets'>): GetTicket =>
  async (ticketId) =>
    (await tickets.find(ticketId)) ?? ticketNotFound(ticketId)
