import { CalendarDate } from '../calendar-date.ts'
import type { Ticket } from '../ticket/ticket.ts'
import type { OrderId, TicketId } from '../uuid.ts'

/** What the link of a visitor leads to: an order, or a ticket that was sold without one. */
export type LinkSubject =
  | Readonly<{ kind: 'order'; orderId: OrderId }>
  | Readonly<{ kind: 'ticket'; ticketId: TicketId }>

/** How many days after their last date tickets are shown. */
const shownDays = 30

/** The rules of links of visitors. */
export const VisitorLink = {
  /** What the link of a ticket leads to: its order, if it was sold with one. */
  subjectOf: ({ ticketId, orderId }: Pick<Ticket, 'ticketId' | 'orderId'>): LinkSubject =>
    orderId === undefined ? { kind: 'ticket', ticketId } : { kind: 'order', orderId },

  /** Whether these tickets are no longer shown: the last of their dates was more than 30 days ago. */
  hasEnded: (tickets: readonly Pick<Ticket, 'ticketDate'>[], today: CalendarDate): boolean =>
    tickets.every(({ ticketDate }) => CalendarDate.plusDays(ticketDate, shownDays) < today),
}
