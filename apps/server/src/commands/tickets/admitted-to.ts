import type { Ticket } from '@museum/domain'

/** What a ticket admits to: the event, with the name that it had when the ticket was sold, or general entry. */
export const admittedTo = (ticket: Ticket): string =>
  ticket.ticketType === 'event' ? ticket.event.name : 'general entry'
