import type { CalendarDate } from '../calendar-date.ts'
import type { Instant } from '../instant.ts'
import { type Refusal, isRefusal, refuse, refuseFaults } from '../refusal.ts'
import type { Purchaser } from '../ticket/purchaser.ts'
import { type CancellationReason, Ticket } from '../ticket/ticket.ts'
import { type OnlinePayment, type OnlineRefund, onlineMethod } from '../reservation/online-payment.ts'
import type { RefundId, TicketId } from '../uuid.ts'
import type { Order } from './order.ts'
import { type Payment, type PaymentMethod, isSamePayment } from './payment.ts'
import { type Cancellation, Refund, type RefundRefusal, type Settlement } from './refund.ts'
import type { Till } from './till.ts'

/** An order, and how its tickets were cancelled and refunded, as far as they were. */
export type OrderState = Readonly<{
  order: Order
  cancellations: ReadonlyMap<TicketId, Cancellation>
  /** How it was paid at the payment provider, if it was. */
  paidOnline?: PaidOnline | undefined
}>

/** The payment of an order at the payment provider. `refunded` is what is or was given back of it; both amounts are in minor units. */
export type PaidOnline = Required<Pick<OnlinePayment, 'paymentId' | 'amount' | 'reference'>> &
  Readonly<{ refunded: number }>

/** A refund that the payment provider is to give, under a new identifier: who asks for it, and when. */
export type NewOnlineRefund = Readonly<{ refundId: RefundId; at: Instant; by: string }>

/** What is changed in an order at once. */
export type OrderChange = Readonly<{
  /** The tickets that are cancelled, in the order of the sale. */
  cancelled: readonly Ticket[]
  reason?: CancellationReason | undefined
  /** The tickets whose refunds are settled, in the order of the sale; `cancelled` has some of them. */
  refunded: readonly Ticket[]
  /** How they are settled. */
  settlement?: Settlement
  /** What the payment provider is to give back; `settlement` names it. */
  onlineRefund?: OnlineRefund
  /** How the order was paid, where that is corrected. */
  payment?: Payment
  /** Who bought the tickets that have an address, where that is corrected. */
  purchaser?: Purchaser
}>

/** Who undoes an order, when and at which till; `method` is for an order without a payment, `refundId` for one that was paid online. */
export type Reversal = NewOnlineRefund &
  Readonly<{
    reason?: CancellationReason | undefined
    method?: PaymentMethod | undefined
    till?: Till | undefined
  }>

/** What a visitor cancels; `endOf` returns when a ticket can no longer be cancelled. `giveBack` is absent where all of it stays due. */
export type VisitorsChoice = Readonly<{
  ticketIds: readonly TicketId[]
  /** From when on a ticket can no longer be cancelled by its visitor. */
  endOf: (ticket: Ticket) => Instant
  giveBack?: NewOnlineRefund | undefined
}>

/** Why a visitor cannot cancel tickets. */
export type OwnCancellationRefusal = Refusal<'ticket-admitted' | 'ticket-cancelled' | 'too-late-to-cancel'>

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
   * Cancels the tickets that a visitor has chosen, all or none, and has the payment provider give back what was paid there; what was paid
   * in another way stays due. Where all of them are cancelled, nothing changes.
   */
  cancelOwn(
    { order, paidOnline }: Pick<OrderState, 'order' | 'paidOnline'>,
    { ticketIds, endOf, giveBack }: VisitorsChoice,
    now: Instant,
  ): OrderChange | OwnCancellationRefusal | undefined {
    const cancelled = order.tickets.filter(({ ticketId }) => ticketIds.includes(ticketId))
    if (cancelled.every(({ state }) => state === 'cancelled')) return undefined
    for (const ticket of cancelled) {
      if (isUsed(ticket)) return Ticket.cancellationRefusal(ticket)
      if (ticket.state === 'cancelled') return Ticket.alreadyCancelled(ticket.ticketId)
      if (now >= endOf(ticket))
        return refuse('too-late-to-cancel', `Ticket ${ticket.ticketId} can no longer be cancelled by its visitor.`)
    }
    const refunded = cancelled.filter(({ price }) => price > 0)
    return paidOnline === undefined || giveBack === undefined || refunded.length === 0
      ? { cancelled, refunded: [] }
      : { cancelled, refunded, ...onlineRefundOf(paidOnline, refunded, giveBack) }
  },

  /**
   * Undoes an order on the day of its sale: cancels every ticket, and settles what is due with the method of the order's payment: what
   * was paid online is given back online. Without a payment and without a method, what is due stays due.
   */
  reverse(
    { order, cancellations, paidOnline }: OrderState,
    { method, reason, till, ...request }: Reversal,
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
    if (dateOf(request.at) > date)
      return {
        ...refuse('too-late-to-reverse', `Order ${orderId} was sold on ${date}: cancel it, and settle its refund.`),
        values: { date },
      }
    if (refunded.length === 0) return { cancelled, reason, refunded }
    if (paidOnline !== undefined && refundedBy === onlineMethod)
      return { cancelled, reason, refunded, ...onlineRefundOf(paidOnline, refunded, request) }
    const settlement = { method: refundedBy!, settledAt: request.at, settledBy: request.by, till }
    return { cancelled, reason, refunded, settlement }
  },

  /** Settles all that is due. Refunds that were settled in the same way before, and nothing else that is due, are no fault. */
  refund(
    { order, cancellations }: OrderState,
    settlement: Settlement,
    dateOf: DateOf,
  ): OrderChange | Refusal<'nothing-due' | 'refund-settled'> | undefined {
    const { orderId, tickets } = order
    const refunded = tickets.filter((ticket) => isDue(ticket, cancellations, dateOf))
    if (refunded.length > 0) return { cancelled: [], refunded, settlement }
    const before = [...cancellations.values()].flatMap(({ settlement: each }) => each ?? [])
    if (before.some((each) => isSamePayment(each, settlement))) return undefined
    return before.some(({ online }) => online?.state === 'sending')
      ? refuse('refund-settled', `The payment provider is giving back what was paid for order ${orderId}.`)
      : refuse('nothing-due', `No refund is due for order ${orderId}.`)
  },

  /**
   * Has the payment provider give back what is due of an order that was paid online, of the tickets that `isWanted` selects. Where it
   * does or did so before, nothing changes.
   */
  refundOnline(
    { order, cancellations, paidOnline }: OrderState,
    request: NewOnlineRefund,
    dateOf: DateOf,
    isWanted: (ticket: Ticket) => boolean = () => true,
  ): OrderChange | Refusal<'nothing-due' | 'not-paid-online'> | undefined {
    const { orderId, tickets } = order
    if (paidOnline === undefined) return notPaidOnline(`Order ${orderId}`)
    const wanted = tickets.filter(isWanted)
    const refunded = wanted.filter((ticket) => isDue(ticket, cancellations, dateOf))
    if (refunded.length > 0) return { cancelled: [], refunded, ...onlineRefundOf(paidOnline, refunded, request) }
    return wanted.some(({ ticketId }) => cancellations.get(ticketId)?.settlement?.online !== undefined)
      ? undefined
      : refuse('nothing-due', `No refund is due for order ${orderId}.`)
  },

  /** Has the payment provider give back the price of one ticket. The refusals are those of `Refund.settle`, and `not-paid-online`. */
  refundTicketOnline(
    state: OrderState,
    ticketId: TicketId,
    request: NewOnlineRefund,
    dateOf: DateOf,
  ): OrderChange | RefundRefusal | Refusal<'not-paid-online'> | undefined {
    const { order, cancellations, paidOnline } = state
    if (paidOnline === undefined) return notPaidOnline(`Ticket ${ticketId}`)
    const ticket = order.tickets.find((each) => each.ticketId === ticketId)!
    const before = cancellations.get(ticketId)
    const settlement = Refund.settle(ticket, before, settlementOf(request), dateOf)
    if (isRefusal(settlement)) return settlement
    if (settlement === before?.settlement) return undefined
    return { cancelled: [], refunded: [ticket], ...onlineRefundOf(paidOnline, [ticket], request) }
  },

  /** Corrects how an order was paid, on the day of its sale, unless it was paid online, or all that was paid was given back. */
  correctPayment(
    { order, cancellations, paidOnline }: OrderState,
    payment: Payment,
    at: Instant,
    dateOf: DateOf,
  ): OrderChange | Refusal<'too-late-to-correct' | 'order-paid-online' | 'order-refunded'> | undefined {
    const { orderId, tickets } = order
    if (order.payment !== undefined && isSamePayment(order.payment, payment)) return undefined
    if (paidOnline !== undefined)
      return refuse('order-paid-online', `Order ${orderId} was paid at the payment provider, which has its payment.`)
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

  /**
   * Corrects the e-mail address of all tickets that have one, and their phone number where one is given. Tickets without an address,
   * such as those whose data were erased, get none.
   */
  correctAddress(
    { order: { orderId, tickets } }: OrderState,
    { email, phone }: Purchaser,
  ): OrderChange | Refusal<'no-address'> | undefined {
    const known = tickets.flatMap(({ purchaser }) => purchaser ?? [])
    const [first] = known
    if (first === undefined)
      return refuse('no-address', `Order ${orderId} has no e-mail address that could be corrected.`)
    const purchaser = { ...first, email, ...(phone !== undefined && { phone }) }
    return known.every((each) => each.email === purchaser.email && each.phone === purchaser.phone)
      ? undefined
      : { cancelled: [], refunded: [], purchaser }
  },
}

/** The refusal of a refund through the payment provider of what was not paid there. */
export const notPaidOnline = (subject: string): Refusal<'not-paid-online'> =>
  refuse('not-paid-online', `${subject} was not paid online: refund it in another way.`)

/** The refund of these tickets through the payment provider. Throws where that is more than is left of the payment. */
const onlineRefundOf = (
  { paymentId, reference, amount: paid, refunded: before }: PaidOnline,
  refunded: readonly Ticket[],
  request: NewOnlineRefund,
): Required<Pick<OrderChange, 'settlement' | 'onlineRefund'>> => {
  const amount = refunded.reduce((sum, { price }) => sum + price, 0)
  if (before + amount > paid)
    throw new RangeError(`payment ${paymentId} of ${paid}, of which ${before} went back, cannot give ${amount} back`)
  const { refundId, at, by } = request
  return {
    settlement: settlementOf(request),
    onlineRefund: {
      refundId,
      paymentId,
      reference,
      state: 'sending',
      amount,
      currency: refunded[0]!.currency,
      requestedAt: at,
      requestedBy: by,
    },
  }
}

const settlementOf = ({ refundId, at, by }: NewOnlineRefund): Settlement => ({
  method: onlineMethod,
  settledAt: at,
  settledBy: by,
  online: { refundId, state: 'sending' },
})

const isUsed = ({ state }: Ticket) => state === 'admitted'

const isIndividual = (cancellation: Cancellation | undefined) =>
  cancellation !== undefined && Refund.isOfTicket(cancellation)

const isDue = (ticket: Ticket, cancellations: OrderState['cancellations'], dateOf: DateOf) =>
  Refund.stateOf(ticket, cancellations.get(ticket.ticketId), dateOf) === 'due'
