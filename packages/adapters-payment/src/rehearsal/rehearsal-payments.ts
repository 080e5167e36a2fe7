import type { PaymentProvider, PaymentRequest, ProviderRefund } from '@museum/application'
import { Instant, PaymentId, PaymentReference, type ProviderPayment, type RefundId, smallestUnit } from '@museum/domain'
import { type RehearsalPayment, paymentFiles } from './payment-files.ts'

/** The options of `rehearsalPayments`. */
export type RehearsalOptions = Readonly<{
  /** Where the payments are, for all servers and commands of the museum; by default `data/payments`. It is made when it is missing. */
  folder?: string
  /** The URL of the API, without a slash at its end: the pages are below it, at `/rehearsal-payment/{paymentId}`. */
  baseUrl: string
  /** The current moment; by default that of this machine. */
  now?: () => Instant
  /** Whether a refund stays `sending` until `finishRefund`; by default it is settled at once. */
  holdsRefunds?: boolean
}>

/** What a visitor does at the page of a payment: pays, has a card declined, or pays and is treated as too late. */
export type RehearsalAction = 'pay' | 'decline' | 'pay-too-late'

/** A payment provider that takes no money, with the functions of its page. */
export type RehearsalPayments = PaymentProvider &
  Readonly<{
    /** A payment as it is now: `closed` too when its page has ended. `undefined` if it was never opened. */
    find: (paymentId: PaymentId) => Promise<RehearsalPayment | undefined>
    /** Does something at the page of a payment, and returns the payment afterwards. Nothing changes unless it is open. */
    act: (paymentId: PaymentId, action: RehearsalAction) => Promise<RehearsalPayment | undefined>
    /** Ends a refund that is being sent. */
    finishRefund: (paymentId: PaymentId, refundId: RefundId, state: 'settled' | 'failed') => Promise<void>
  }>

/**
 * A payment provider for rehearsals: its payment pages have buttons instead of a form for a card, and its payments are files. It sends
 * no notifications.
 */
export const rehearsalPayments = ({
  folder = 'data/payments',
  baseUrl,
  now = () => Instant(Date.now()),
  holdsRefunds = false,
}: RehearsalOptions): RehearsalPayments => {
  const { find, change, ids } = paymentFiles(folder)
  const asOfNow = (payment: RehearsalPayment): RehearsalPayment =>
    payment.state === 'open' && payment.expiresAt <= now() ? { ...payment, state: 'closed' } : payment
  const findNow = async (paymentId: PaymentId) => {
    const payment = await find(paymentId)
    return payment && asOfNow(payment)
  }
  const stateOf = async ({ paymentId }: Readonly<{ paymentId: PaymentId }>) => {
    const payment = await findNow(paymentId)
    return payment && providerPayment(payment)
  }

  return {
    async open(request) {
      const payment = asOfNow(await change(request.paymentId, (known) => known ?? opened(request)))
      const url = `${baseUrl}/rehearsal-payment/${payment.paymentId}`
      return { providerId: payment.paymentId, url: payment.state === 'open' ? url : payment.returnUrl }
    },
    stateOf,
    async close({ paymentId }) {
      const closed = await change(paymentId, (payment) =>
        payment?.state === 'open' ? { ...payment, state: 'closed' as const } : payment,
      )
      return closed && providerPayment(closed)
    },
    async refund({ refundId, reference, amount }) {
      const paymentId = paymentIdOf(reference)
      const payment =
        paymentId &&
        (await change(paymentId, (paid) => {
          if (paid?.state !== 'paid' || paid.refunds.some((refund) => refund.refundId === refundId)) return paid
          const refund =
            refundedOf(paid) + amount > paid.amount
              ? ({ state: 'failed', because: 'It is more than what is left of the payment.' } as const)
              : ({ state: holdsRefunds ? 'sending' : 'settled' } as const)
          return { ...paid, refunds: [...paid.refunds, { refundId, amount, ...refund }] }
        }))
      return providerRefund(payment, refundId) ?? { state: 'failed', because: 'There is no such payment.' }
    },
    async refundStateOf({ refundId, reference }) {
      const paymentId = paymentIdOf(reference)
      return providerRefund(paymentId && (await find(paymentId)), refundId)
    },
    paymentOfNotification: async () => 'invalid',
    async paidSince(since) {
      const paid = []
      for (const paymentId of await ids()) {
        const payment = await find(paymentId)
        if (payment?.state !== 'paid' || payment.paidAt! < since) continue
        paid.push({
          paymentId,
          reservationId: payment.reservationId,
          providerId: paymentId,
          ...paidPayment(payment),
        })
      }
      return paid
    },
    async inspect() {
      await ids()
      return { clock: now(), faults: [] }
    },
    minimumOf: smallestUnit,

    find: findNow,
    async act(paymentId, action) {
      const payment = await change(paymentId, (known) => {
        if (known === undefined || asOfNow(known).state !== 'open') return known
        if (action === 'decline') return { ...known, isDeclined: true as const }
        const { isDeclined: _, ...open } = known
        const paid = { ...open, state: 'paid' as const, paidAt: now() }
        return action === 'pay-too-late' ? { ...paid, isLate: true as const } : paid
      })
      return payment && asOfNow(payment)
    },
    async finishRefund(paymentId, refundId, state) {
      await change(
        paymentId,
        (payment) =>
          payment && {
            ...payment,
            refunds: payment.refunds.map((refund) => {
              if (refund.refundId !== refundId || refund.state !== 'sending') return refund
              return state === 'settled' ? { ...refund, state } : { ...refund, state, because: 'The card is closed.' }
            }),
          },
      )
    },
  }
}

const opened = (request: PaymentRequest): RehearsalPayment => {
  const { email: _, language, ...shown } = request
  return { ...shown, ...(language !== undefined && { language }), state: 'open', refunds: [] }
}

const referencePrefix = 'rehearsal_'
const referenceOf = (paymentId: PaymentId) => PaymentReference(`${referencePrefix}${paymentId}`)
const paymentIdOf = (reference: PaymentReference): PaymentId | undefined => {
  const id = reference.slice(referencePrefix.length)
  return reference.startsWith(referencePrefix) && PaymentId.faultOf(id) === undefined ? PaymentId(id) : undefined
}

/** What was given back of a payment, in minor units. */
const refundedOf = ({ refunds }: RehearsalPayment): number =>
  refunds.reduce((sum, { state, amount }) => sum + (state === 'failed' ? 0 : amount), 0)

const providerPayment = (payment: RehearsalPayment): ProviderPayment =>
  payment.state === 'paid' ? paidPayment(payment) : { state: payment.state }

const paidPayment = (payment: RehearsalPayment) => {
  const { paymentId, amount, currency, isLate } = payment
  const refunded = refundedOf(payment)
  return {
    state: 'paid',
    amount,
    currency,
    reference: referenceOf(paymentId),
    ...(refunded > 0 && { refunded }),
    ...(isLate && { isLate }),
  } as const
}

const providerRefund = (payment: RehearsalPayment | undefined, id: RefundId): ProviderRefund | undefined => {
  const refund = payment?.refunds.find(({ refundId }) => refundId === id)
  if (refund === undefined) return undefined
  return refund.state === 'failed' ? { state: 'failed', because: refund.because ?? '' } : { state: refund.state }
}
