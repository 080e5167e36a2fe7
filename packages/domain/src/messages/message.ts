import type { Instant } from '../instant.ts'
import type { SpecialEvent } from '../special-event/special-event.ts'
import type { CalendarDate } from '../calendar-date.ts'
import type { LanguageTag } from '../order/language-tag.ts'
import type { Ticket } from '../ticket/ticket.ts'
import type { OnlineRefund } from '../reservation/online-payment.ts'
import type { Reservation } from '../reservation/reservation.ts'
import type { EventId, OrderId, PaymentId, RefundId, TicketId } from '../uuid.ts'

/** The kinds of changes that other services can be told of. */
export const messageTypes = [
  'special-event.created',
  'special-event.updated',
  'special-event.deleted',
  'special-event.restored',
  'museum-hours.changed',
  'ticket.sold',
  'ticket.cancelled',
  'order.created',
] as const
/** A kind of change that other services can be told of. */
export type MessageType = (typeof messageTypes)[number]

/** What a message is about. An event is as it was after the change; a deleted one, as it was before. */
type MessageSubject =
  | Readonly<{ type: Extract<MessageType, `special-event.${string}`>; event: SpecialEvent }>
  | Readonly<{ type: 'museum-hours.changed' }>
  | Readonly<{ type: 'ticket.sold' | 'ticket.cancelled'; ticketId: TicketId }>
  | Readonly<{ type: 'order.created'; orderId: OrderId }>

/**
 * A change that other services are told of, and the moment at which it was made. `webhook.test` is no change: it is sent when
 * an administrator tries a webhook.
 */
export type Message = Readonly<{ at: Instant }> & (MessageSubject | Readonly<{ type: 'webhook.test' }>)

/**
 * An e-mail to the purchaser of tickets that were sold together: they were sold; or they were cancelled, also with their event or
 * date; or they are valid again, since their event was restored.
 */
export type TicketMail = Readonly<{
  type: 'tickets.sold' | 'tickets.cancelled' | 'tickets.restored'
  at: Instant
  ticketIds: readonly [TicketId, ...TicketId[]]
  /** The order of the tickets, if they have one. */
  orderId?: OrderId | undefined
  /** Whether the purchaser has got no e-mail about the tickets yet: they were cancelled with their event before. */
  isFirst?: boolean | undefined
  /** Whether it goes to another address than the tickets'. */
  isToAnotherAddress?: boolean | undefined
}>

/** An e-mail to the purchaser of a reservation: a payment of it is returned. */
export type PaymentMail = Readonly<{
  type: 'payment.returned'
  at: Instant
  reservationId: OrderId
  paymentId: PaymentId
}>

/** An e-mail to the purchaser of a reservation, which a user requests: the link by which it is ordered and paid online. */
export type ReservationMail = Readonly<{ type: 'reservation.payable'; at: Instant; reservationId: OrderId }>

/** A visitor asks for the links to the tickets that an e-mail address has bought: the address is stored beside it. */
export type TicketsRequest = Readonly<{ type: 'tickets.requested'; at: Instant; language?: LanguageTag | undefined }>

/** An e-mail to the purchaser of an order with a link by which these tickets can be cancelled: a visitor has asked for it. */
export type CancellationMail = Readonly<{
  type: 'cancellation.requested'
  at: Instant
  orderId: OrderId
  ticketIds: readonly [TicketId, ...TicketId[]]
}>

/** Dates of an event were removed, or it was deleted or restored: the purchasers of its tickets are to be told, in steps. */
export type EventMails = Readonly<{
  type: 'event-tickets.changed'
  at: Instant
  eventId: EventId
  /** The position of the last ticket that was checked. */
  position?: Readonly<{ ticketDate: CalendarDate; ticketId: TicketId }> | undefined
  /** The tickets of the e-mails of the latest step, and its time. */
  latest?:
    | Readonly<{ at: Instant; tickets: readonly Readonly<{ ticketId: TicketId; orderId?: OrderId }>[] }>
    | undefined
}>

/** A message for the mail server. */
export type MailMessage = TicketMail | PaymentMail | ReservationMail | TicketsRequest | CancellationMail | EventMails

/** Whether the address to which an e-mail goes is stored beside it, until it has ended. */
export const hasStoredRecipient = (message: Readonly<{ type: string }>): boolean =>
  message.type === 'tickets.requested' || ('isToAnotherAddress' in message && message.isToAnotherAddress === true)

/**
 * All that is due of what was paid online for a special event, or for one of its dates, is to be given back, in steps: `after` is the
 * refund that was looked at last.
 */
export type RefundRun = Readonly<{
  type: 'refund-run.requested'
  at: Instant
  eventId: EventId
  date?: CalendarDate | undefined
  /** Who requested it, and through what. */
  requestedBy: string
  after?: Readonly<{ ticketId: TicketId; cancelledAt: Instant | undefined }> | undefined
}>

/** A payment that the payment provider is to be asked about until it is decided, money that it is to give back, or many refunds. */
export type PaymentMessage =
  | (Readonly<{ at: Instant }> &
      (
        | Readonly<{ type: 'payment.opened'; paymentId: PaymentId }>
        | Readonly<{ type: 'refund.requested'; refundId: RefundId }>
      ))
  | RefundRun

/** E-mails about tickets. */
export const TicketMail = {
  /** The e-mail about tickets that were sold together: to the purchaser, for those that have one. */
  about(type: TicketMail['type'], tickets: readonly Ticket[], at: Instant): TicketMail | undefined {
    const [first, ...others] = tickets.filter(({ purchaser }) => purchaser !== undefined)
    if (first === undefined) return undefined
    const { ticketId, orderId } = first
    return {
      type,
      at,
      ticketIds: [ticketId, ...others.map((other) => other.ticketId)],
      ...(orderId !== undefined && { orderId }),
    }
  },
}

/** E-mails about payments. */
export const PaymentMail = {
  /** The e-mail that a payment of a reservation is returned, if it has a purchaser. That of a sold one stands on its tickets. */
  about(
    { reservationId, state, purchaser }: Reservation,
    { paymentId, requestedAt }: OnlineRefund,
  ): PaymentMail | undefined {
    if (purchaser === undefined && state !== 'sold') return undefined
    return { type: 'payment.returned', at: requestedAt, reservationId, paymentId }
  },
}
