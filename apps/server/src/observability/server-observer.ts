import type { CredentialObserver } from '@museum/adapters-access'
import type { RequestRecord } from '@museum/adapters-http'
import type { DatabaseObserver } from '@museum/adapters-persistence'
import {
  type DeliveryResult,
  type PaymentProvider,
  type Repositories,
  type ReservationChange,
  type TicketSale,
  Unavailable,
} from '@museum/application'
import { type Instant, type OnlinePaymentState, type Reservation, type Ticket, isRefusal } from '@museum/domain'

/** What became of a payment, and how long after it was opened, in seconds. `isLate`: it was paid, and its places were held no longer. */
export type DecidedPayment = Readonly<{ outcome: PaymentOutcome; seconds: number; isLate: boolean }>

/** What becomes of payments: an order, a return of all of it, or nothing was paid. */
export const paymentOutcomes = ['sold', 'returned', 'closed'] as const
type PaymentOutcome = (typeof paymentOutcomes)[number]
const outcomeOf: Readonly<Partial<Record<OnlinePaymentState, PaymentOutcome>>> = {
  paid: 'sold',
  returned: 'returned',
  closed: 'closed',
}

/** How calls of the payment provider end. An error that is a defect counts as an answer. */
export const providerCallResults = ['answered', 'unavailable'] as const
type ProviderCallResult = (typeof providerCallResults)[number]

/** Called with what happens in the server, for metrics. The functions must not throw. */
export type ServerObserver = Readonly<{
  database?: DatabaseObserver
  credentials?: CredentialObserver
  /** The API has made the response to a request. */
  onResponse?: (record: RequestRecord) => void
  /** A sale is stored: a ticket that was bought alone, or the tickets of an order, also of one that was reserved. */
  onSale?: (sale: TicketSale) => void
  /** A payment is decided and stored. */
  onPaymentDecided?: (decided: DecidedPayment) => void
  /** A call of the payment provider was answered, or was not. */
  onProviderCall?: (result: ProviderCallResult) => void
  /** The result of an attempt to deliver a message is stored. */
  onDelivery?: (result: DeliveryResult) => void
  /** The settlement of the refund of a ticket is stored. */
  onRefundSettled?: (ticket: Ticket) => void
}>

/** The same repositories; each sale and each settlement that they store is passed to the observer. */
export const noteSales = (
  { tickets, reservations, orders, refunds, ...others }: Repositories,
  { onSale, onRefundSettled, onPaymentDecided }: ServerObserver,
): Repositories => ({
  ...others,
  tickets: {
    ...tickets,
    async sell(wanted, decide) {
      let sale: TicketSale | undefined
      const outcome = await tickets.sell(wanted, (offered) => {
        const decided = decide(offered)
        if ('tickets' in decided) sale = decided
        return decided
      })
      if (!isRefusal(outcome) && sale !== undefined) onSale?.(sale)
      return outcome
    },
  },
  reservations: {
    ...reservations,
    async change(reservationId, decide) {
      let sale: TicketSale | undefined
      let payment: DecidedPayment | undefined
      const outcome = await reservations.change(reservationId, (current, offered, lockedAt) => {
        const decided = decide(current, offered, lockedAt)
        sale = decided !== undefined && 'sale' in decided ? decided.sale : undefined
        payment = decided !== undefined && 'payment' in decided ? decidedPayment(current, decided, lockedAt) : undefined
        return decided
      })
      if (!isRefusal(outcome) && sale !== undefined) onSale?.(sale)
      if (!isRefusal(outcome) && payment !== undefined) onPaymentDecided?.(payment)
      return outcome
    },
  },
  orders: {
    ...orders,
    async change(orderId, decide) {
      let refunded: readonly Ticket[] = []
      const outcome = await orders.change(orderId, (current) => {
        const decided = decide(current)
        refunded = decided !== undefined && 'refunded' in decided ? decided.refunded : []
        return decided
      })
      if (!isRefusal(outcome)) for (const ticket of refunded) onRefundSettled?.(ticket)
      return outcome
    },
  },
  refunds: {
    ...refunds,
    async settle(ticketId, settle, entryOf) {
      let isNew = false
      const outcome = await refunds.settle(ticketId, settle, (settlement) => {
        isNew = true
        return entryOf(settlement)
      })
      if (!isRefusal(outcome) && isNew) onRefundSettled?.(outcome.ticket)
      return outcome
    },
  },
})

const decidedPayment = (
  { state, payments }: Reservation,
  { payment }: Pick<ReservationChange, 'payment'>,
  at: Instant,
): DecidedPayment | undefined => {
  const before = payments.find(({ paymentId }) => paymentId === payment?.paymentId)
  const outcome = payment && payment.state !== before?.state ? outcomeOf[payment.state] : undefined
  if (payment === undefined || outcome === undefined) return undefined
  const seconds = Math.max(0, at - payment.openedAt) / 1_000
  return { outcome, seconds, isLate: outcome !== 'closed' && state === 'expired' }
}

/** The same provider; the result of each call is passed to the observer. */
export const noteProviderCalls = (provider: PaymentProvider, { onProviderCall }: ServerObserver): PaymentProvider => {
  const noted =
    <Arguments extends readonly unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      let result: ProviderCallResult = 'answered'
      try {
        return await call(...given)
      } catch (error) {
        if (error instanceof Unavailable) result = 'unavailable'
        throw error
      } finally {
        onProviderCall?.(result)
      }
    }
  return {
    ...provider,
    open: noted(provider.open),
    stateOf: noted(provider.stateOf),
    close: noted(provider.close),
    refund: noted(provider.refund),
    refundStateOf: noted(provider.refundStateOf),
    paidSince: noted(provider.paidSince),
  }
}
