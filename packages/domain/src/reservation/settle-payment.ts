import type { Instant } from '../instant.ts'
import { type Currency, Price } from '../money.ts'
import type { Order } from '../order/order.ts'
import { type Refusal, isRefusal, refuse } from '../refusal.ts'
import type { PurchaseContext, TicketIdentity } from '../ticket/ticket.ts'
import type { PaymentId } from '../uuid.ts'
import { OnlinePayment, type ProviderPayment, type ReturnReason, onlineMethod } from './online-payment.ts'
import { Reservation } from './reservation.ts'

/** How many payments a reservation may have, one after another. */
const maxPayments = 5

/** A new payment of a reservation. `minimum` is the smallest amount that the provider takes, in minor units. */
export const openPayment = (
  reservation: Reservation,
  {
    now,
    minimum,
    ...given
  }: Pick<OnlinePayment, 'paymentId' | 'lines' | 'returnUrl' | 'language'> &
    Readonly<{ now: Instant; minimum: number }>,
): OnlinePayment | Refusal<'reservation-ended' | 'nothing-to-pay' | 'below-minimum' | 'too-many-payments'> => {
  const { reservationId, total: amount, currency, payments, state, ownLimit } = reservation
  if (state !== 'held' || ownLimit <= now)
    return Reservation.ended({ reservationId, state: state === 'held' ? 'expired' : state })
  if (amount === 0)
    return { ...refuse('nothing-to-pay', `Reservation ${reservationId} costs nothing.`), values: { reservationId } }
  if (amount < minimum) return belowMinimum(amount, minimum, currency)
  if (payments.length >= maxPayments)
    return {
      ...refuse('too-many-payments', `Reservation ${reservationId} had ${maxPayments} payments: make another one.`),
      values: { max: maxPayments },
    }
  const { paymentId, lines, returnUrl, language } = given
  return {
    paymentId,
    reservationId,
    state: 'open',
    amount,
    currency,
    ...OnlinePayment.timesOf(now),
    lines,
    returnUrl,
    ...(language !== undefined && { language }),
  }
}

/** What becomes of a payment. The amount that is given back is in minor units. */
export type PaymentDecision = Readonly<{ payment: OnlinePayment }> &
  Readonly<{
    /** The order that the reservation becomes. */
    order?: Order
    /** What is given back: all that was paid. */
    refund?: Readonly<{ amount: number; currency: string }>
  }>

/**
 * What a payment becomes by what the provider says, decided while its reservation and the slots of that are locked: one order, or
 * one return of all that was paid, and neither twice. Undefined where nothing changes. `contexts` are as of `Reservation.sell`.
 */
export const settlePayment = (
  payment: OnlinePayment,
  found: ProviderPayment,
  reservation: Reservation,
  contexts: readonly PurchaseContext[],
  identities: readonly TicketIdentity[],
): PaymentDecision | undefined => {
  if (payment.state === 'unknown') return undefined
  if (payment.state === 'paid' || payment.state === 'returned')
    return OnlinePayment.isUndoneByOthers(payment, found) && !payment.needsAttention
      ? { payment: { ...OnlinePayment.unattended(payment), needsAttention: true } }
      : undefined
  // What is decided is no longer undecided.
  const { needsAttention: _, ...decided } = payment
  if (found.state !== 'paid') {
    if (found.state === 'closed' && (payment.state === 'open' || payment.needsAttention))
      return { payment: { ...decided, state: 'closed' } }
    if (found.state === 'pending' && !payment.needsAttention) return { payment: { ...payment, needsAttention: true } }
    return undefined
  }
  const { amount, currency, reference } = found
  const giveBack = (returned: ReturnReason): PaymentDecision => ({
    payment: {
      ...decided,
      state: 'returned',
      reference,
      returned,
      ...(returned === 'another-amount' && { needsAttention: true }),
    },
    refund: { amount, currency },
  })
  if (amount !== payment.amount || currency !== payment.currency) return giveBack('another-amount')
  if (reservation.state === 'sold' || reservation.state === 'released') return giveBack(reservation.state)
  const order = Reservation.sell(reservation, { payment: { method: onlineMethod, reference } }, contexts, identities)
  return isRefusal(order) ? giveBack('expired') : { payment: { ...decided, state: 'paid', reference }, order }
}

/**
 * A payment of a reservation, once a person has dealt with what needed one; undefined where nothing does. `payment-open` while it is
 * open or undecided: what the provider says decides it.
 */
export const attendToPayment = (
  reservation: Reservation,
  paymentId: PaymentId,
  attended: NonNullable<OnlinePayment['attended']>,
): OnlinePayment | Refusal<'payment-not-found' | 'payment-open'> | undefined => {
  const { reservationId, payments } = reservation
  const payment = payments.find((each) => each.paymentId === paymentId)
  if (payment === undefined)
    return refuse('payment-not-found', `Reservation ${reservationId} has no payment ${paymentId}.`)
  const attention = OnlinePayment.attentionOf(payment, attended.at)
  if (payment.state === 'open' || attention?.reason === 'undecided') return Reservation.paymentOpen(reservation)
  return attention && { ...payment, attended }
}

const belowMinimum = (amount: number, minimum: number, currency: Currency): Refusal<'below-minimum'> => ({
  ...refuse(
    'below-minimum',
    `The payment provider takes at least ${Price.toAmount(minimum).toFixed(2)} ${currency}: the reservation costs ${Price.toAmount(amount).toFixed(2)}.`,
  ),
  values: { minimum: Price.toAmount(minimum), currency },
})
