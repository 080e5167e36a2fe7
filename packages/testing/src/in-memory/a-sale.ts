import type { Ticket } from '@museum/domain'
import type { TicketSale } from '@museum/application'

/**
 * A sale of a ticket. Its revision is that of the event in which the date was added, or that of the default hours; say
 * what should differ.
 */
export const aSale = (ticket: Ticket, but: Partial<Omit<TicketSale, 'ticket'>> = {}): TicketSale => ({
  ticket,
  revision: ticket.ticketType === 'event' ? ticket.occurrenceNumber : 0,
  ...but,
})
