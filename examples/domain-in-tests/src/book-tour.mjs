import { isRefusal } from '@museum/domain'

/** @import { Museum } from '@museum/application' */
/** @import { CalendarDate, Email, EventId } from '@museum/domain' */

const actor = { username: 'tour operator' }

/**
 * Buys a ticket to a special event for each visitor of a tour and returns the tickets. When a purchase is refused, it
 * cancels the tickets before it, and returns the refusal.
 *
 * @param {Museum} museum
 * @param {Readonly<{ eventId: EventId, date: CalendarDate, email: Email, visitors: number }>} tour
 */
export const bookTour = async (museum, { eventId, date, email, visitors }) => {
  const tickets = []
  while (tickets.length < visitors) {
    const order = { ticketType: /** @type {const} */ ('event'), eventId, ticketDate: date, purchaser: { email } }
    const ticket = await museum.buyMuseumTickets(order, { actor })
    if (isRefusal(ticket)) {
      for (const { ticketId } of tickets) await museum.cancelTicket(ticketId, undefined, actor)
      return ticket
    }
    tickets.push(ticket)
  }
  return tickets
}
