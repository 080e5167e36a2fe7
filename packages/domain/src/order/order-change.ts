import type { CalendarDate } from '../calendar-date.ts'
import type { Instant } from '../instant.ts'
import { type Refusal, refuse, refuseFaults } from '../refusal.ts'
import type { CancellationReason, Ticket } from '../ticket/ticket.ts'
import type { TicketId } from '../uuid.ts'
import type { Order } from './order.ts'
import { type Payment, type PaymentMethod, isSamePayment } from './payment.ts'
import { type Cancellation, Refund, type Settlement } from './refund.ts'
import type { Till } from './till.ts'

/** An order, and how its tickets were cancelled and refunded, as far as they were. */
export type OrderState = Readonly<{ order: Order; cancellations: ReadonlyMap<TicketId, Cancellation> }>

/** What is changed in an order at once. */
export type OrderChange = Readonly<{
  /** The tickets that are cancelled, in the order of the sale. */
  cancelled: readonly Ticket[]
  reason?: CancellationReason | undefined
  /** The tickets whose refunds are settled, in the order of the sale; `cancelled` has some of them. */
  refunded: readonly Ticket[]
  /** How they are settled. */
  settlement?: Settlement
  /** How the order was paid, where that is corrected. */
  payment?: Payment
}>

/** Who undoes an order, when and at which till; `method` is for an order without a payment. */
export type Reversal = Readonly<{
  at: Instant
  by: string
  reason?: CancellationReason | undefined
  method?: PaymentMethod | undefined
  till?: Till | undefined
}>

type DateOf = (moment: Instant) => CalendarDate

/** The rules by which an order changes after it was sold. Each returns `undefined` where there is nothing left to change. */
export const OrderChange = {
  /** Cancels the tickets that are neither used nor cancelled by themselves. */
  cancel(
    { order, cancellations }: OrderState,
    reason: CancellationReason | undefined,
  ): OrderChange | Refusal<'ticket-admitted'> | undefined {
    const { orderId, tickets } = order
    if (tickets.every(isUsed))
      return {
        ...refuse('ticket-admitted', `Every ticket of order ${orderId} was used, so none can be cancelled.`),
        values: { orderId },
      }
    const cancelled = tickets.filter((ticket) => !isUsed(ticket) && !isIndividual(cancellations.get(ticket.ticketId)))
    return cancelled.length === 0 ? undefined : { cancelled, reason, refunded: [] }
  },

  /**
   * Undoes an order on the day of its sale: cancels every ticket, and settles what is due with the method of the order's payment.
   * Without a payment and without a method, what is due stays due.
   */
  reverse(
    { order, cancellations }: OrderState,
    { at, by, reason, method, till }: Reversal,
    dateOf: DateOf,
  ): OrderChange | Refusal<'validation-failed' | 'ticket-admitted' | 'too-late-to-reverse'> | undefined {
    const { orderId, tickets, payment } = order
    if (payment !== undefined && method !== undefined && method !== payment.method)
      return refuseFaults({
        member: 'method',
        code: 'not-the-method-of-the-order',
        detail: `must be left out, or be ${payment.method}: the order was paid so`,
        values: { method: payment.method },
      })
    const used = tickets.find(isUsed)
    if (used !== undefined)
      return {
        ...refuse('ticket-admitted', `Ticket ${used.ticketId} of order ${orderId} was used: cancel the others.`),
        values: { ticketId: used.ticketId, orderId },
      }
    const cancelled = tickets.filter((ticket) => !isIndividual(cancellations.get(ticket.ticketId)))
    const refundedBy = payment?.method ?? method
    const isRefunded = (ticket: Ticket) =>
      cancelled.includes(ticket) ? ticket.price > 0 : isDue(ticket, cancellations, dateOf)
    const refunded = refundedBy === undefined ? [] : tickets.filter(isRefunded)
    if (cancelled.length === 0 && refunded.length === 0) return undefined
    const date = dateOf(order.soldAt)
    if (dateOf(at) > date)
      return {
        ...refuse('too-late-to-reverse', `Order ${orderId} was sold on ${date}: cancel it, and settle its refund.`),
        values: { date },
      }
    return {
      cancelled,
      reason,
      refunded,
      ...(refunded.length > 0 && { settlement: { method: refundedBy!, settledAt: at, settledBy: by, till } }),
    }
  },

  /** Settles all that is due. Refunds that were settled in the same way before, and nothing else that is due, are no fault. */
  refund(
    { order, cancellations }: OrderState,
    settlement: Settlement,
    dateOf: DateOf,
  ): OrderChange | Refusal<'nothing-due'> | undefined {
    const { orderId, tickets } = order
    const refunded = tickets.filter((ticket) => isDue(ticket, cancellations, dateOf))
    if (refunded.length > 0) return { cancelled: [], refunded, settlement }
    const isRepeated = [...cancellations.values()].some(
      ({ settlement: before }) => before !== undefined && isSamePayment(before, settlement),
    )
    return isRepeated ? undefined : refuse('nothing-due', `No refund is due for order ${orderId}.`)
  },

  /** Corrects how an order was paid, on the day of its sale, unless all that was paid was given back. */
  correctPayment(
    { order, cancellations }: OrderState,
    payment: Payment,
    at: Instant,
    dateOf: DateOf,
  ): OrderChange | Refusal<'too-late-to-correct' | 'order-refunded'> | undefined {
    const { orderId, tickets } = order
    if (order.payment !== undefined && isSamePayment(order.payment, payment)) return undefined
    const date = dateOf(order.soldAt)
    if (dateOf(at) > date)
      return {
        ...refuse('too-late-to-correct', `Order ${orderId} was sold on ${date}, and the sales of that day are closed.`),
        values: { date },
      }
    const isSettled = ({ ticketId }: Ticket) => cancellations.get(ticketId)?.settlement !== undefined
    // The refunds keep their method: the sums of both methods would be wrong.
    return tickets.some(isSettled) && tickets.every((ticket) => isSettled(ticket) || ticket.price === 0)
      ? refuse('order-refunded', `All that was paid for order ${orderId} was refunded.`)
      : { cancelled: [], refunded: [], payment }
  },
}

const isUsed = ({ state }: Ticket) => state === 'admitted'

/** Whether a ticket is cancelled itself, so that it stays so when its date or event is restored. */
const isIndividual = (cancellation: Cancellation | undefined) =>
  cancellation !== undefined && (cancellation.cause === 'ticket' || cancellation.settlement !== undefined)

const isDue = (ticket: Ticket, cancellations: OrderState['cancellations'], dateOf: DateOf) =>
  Refund.stateOf(ticket, cancellations.get(ticket.ticketId), dateOf) === 'due'
