import { CalendarDate } from '../calendar-date.ts'
import type { Instant } from '../instant.ts'
import type { Ticket } from '../ticket/ticket.ts'
import type { OrderId, TicketId } from '../uuid.ts'

/**
 * What the link of a visitor leads to: an order, a ticket that was sold without one, or a reservation; or the cancellation of tickets of
 * an order, which are named by their positions in it, ascending from 0, until a moment in whole seconds.
 */
export type LinkSubject =
  | Readonly<{ kind: 'order' | 'reservation'; id: OrderId }>
  | Readonly<{ kind: 'ticket'; id: TicketId }>
  | Readonly<{ kind: 'cancellation'; id: OrderId; positions: readonly number[]; until: Instant }>

/** How many days after their last date tickets are shown. */
const shownDays = 30

/** The rules of links of visitors. */
export const VisitorLink = {
  /** What the link of a ticket leads to: its order, if it was sold with one. */
  subjectOf: ({ ticketId, orderId }: Pick<Ticket, 'ticketId' | 'orderId'>): LinkSubject =>
    orderId === undefined ? { kind: 'ticket', id: ticketId } : { kind: 'order', id: orderId },

  /** Whether these tickets are no longer shown: the last of their dates was more than 30 days ago. */
  hasEnded: (tickets: readonly Pick<Ticket, 'ticketDate'>[], today: CalendarDate): boolean =>
    tickets.every(({ ticketDate }) => CalendarDate.plusDays(ticketDate, shownDays) < today),
}
