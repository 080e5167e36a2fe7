import {
  type KnownPayment,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderRefund,
  type RefundRequest,
  Unavailable,
} from '@museum/application'
import {
  Instant,
  type PaidPayment,
  type PaymentId,
  PaymentReference,
  type ProviderPayment,
  type RefundId,
  smallestUnit,
} from '@museum/domain'

/** A function of the provider that answers over the network. */
export type PaymentOperation = Exclude<keyof PaymentProvider, 'paymentOfNotification' | 'minimumOf'>

/**
 * How the provider answers a call.
 *
 * - `late`: it takes effect after the caller has given up.
 * - `twice`: it arrives twice, as a request that the network has doubled.
 * - `half`: it takes effect, and the answer is lost.
 * - `never`: it is lost.
 */
export type ProviderAnswer = 'at once' | 'late' | 'twice' | 'half' | 'never'

/** The options of `inMemoryPaymentProvider`. */
export type InMemoryPaymentOptions = Readonly<{
  /** The current moment; by default that of this machine. */
  now?: () => Instant
  /** How a call is answered, with the identifier of its payment or refund; by default at once. */
  answerTo?: (operation: PaymentOperation, id: string) => ProviderAnswer
  /** The milliseconds after which the caller gives up; 3,500 by default. */
  patience?: number
  /** Whether a refund stays `sending` until `finishRefund`; by default it is settled at once. */
  holdsRefunds?: boolean
}>

/** A notification of a payment provider, as HTTP brings it. */
export type PaymentNotification = Readonly<{ body: Uint8Array; headers: Readonly<Record<string, string>> }>

/** What a notification is about, and when it was signed: by default a payment of another system, now. */
export type PaymentNotificationOptions = Readonly<{
  paymentId?: PaymentId
  isOfAnotherKind?: boolean
  signedAt?: Instant
}>

type Refund = { request: RefundRequest; found: ProviderRefund }
type Payment = {
  request: PaymentRequest
  state: 'open' | 'closed' | 'paid'
  paidAt?: Instant
  isDisputed?: true
  refunds: Map<RefundId, Refund>
}

/** A payment provider in memory, with what happens at its page. */
export type InMemoryPaymentProvider = PaymentProvider &
  Readonly<{
    /** Pays a payment; returns whether its page takes it. */
    pay: (paymentId: PaymentId) => boolean
    /** Has a card declined at the page of a payment; returns whether the page takes another one. */
    decline: (paymentId: PaymentId) => boolean
    /** Has the visitor's bank dispute a payment. */
    dispute: (paymentId: PaymentId) => void
    /** Ends a refund that is being sent. */
    finishRefund: (refundId: RefundId, state: 'settled' | 'failed') => void
    /** A signed notification. */
    notificationOf: (options: PaymentNotificationOptions) => PaymentNotification
  }>

/** Exists in every current engine. */
const { setTimeout, TextDecoder, TextEncoder } = globalThis as unknown as {
  setTimeout: (callback: () => void, milliseconds: number) => unknown
  TextDecoder: new () => { decode: (bytes: Uint8Array) => string }
  TextEncoder: new () => { encode: (text: string) => Uint8Array }
}
const sleep = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

const minute = 60_000

/** A payment provider whose payments are in memory. For tests only. */
export const inMemoryPaymentProvider = ({
  now = () => Instant(Date.now()),
  answerTo = () => 'at once',
  patience = 3_500,
  holdsRefunds = false,
}: InMemoryPaymentOptions = {}): InMemoryPaymentProvider => {
  const payments = new Map<PaymentId, Payment>()

  const call = async <Result>(operation: PaymentOperation, id: string, run: () => Result): Promise<Result> => {
    const answer = answerTo(operation, id)
    if (answer === 'late') void sleep(2 * patience).then(run)
    if (answer === 'half') run()
    if (answer === 'late' || answer === 'never') await sleep(patience)
    if (answer === 'late' || answer === 'never' || answer === 'half')
      throw new Unavailable('The payment provider has not answered.')
    if (answer === 'twice') run()
    return run()
  }

  const isOpen = (payment: Payment | undefined): payment is Payment =>
    payment?.state === 'open' && now() < payment.request.expiresAt
  const refundedOf = ({ refunds }: Payment) =>
    [...refunds.values()].reduce((sum, { request, found }) => sum + (found.state === 'failed' ? 0 : request.amount), 0)
  const stateOf = ({ paymentId }: Pick<KnownPayment, 'paymentId'>): ProviderPayment | undefined => {
    const payment = payments.get(paymentId)
    if (payment === undefined) return undefined
    if (payment.state !== 'paid') return { state: isOpen(payment) ? 'open' : 'closed' }
    const refunded = refundedOf(payment)
    return {
      state: 'paid',
      amount: payment.request.amount,
      currency: payment.request.currency,
      reference: referenceOf(paymentId),
      ...(refunded > 0 && { refunded }),
      ...(payment.isDisputed && { isDisputed: true }),
    }
  }
  const paidPayment = (reference: PaymentReference) =>
    [...payments.entries()].find(([id, { state }]) => state === 'paid' && referenceOf(id) === reference)?.[1]

  return {
    open: (request) =>
      call('open', request.paymentId, () => {
        const { paymentId, returnUrl } = request
        const payment = payments.get(paymentId) ?? { request, state: 'open', refunds: new Map() }
        payments.set(paymentId, payment)
        const url = isOpen(payment) ? `https://payments.example/${paymentId}` : returnUrl
        return { providerId: providerIdOf(paymentId), url }
      }),
    stateOf: (payment) => call('stateOf', payment.paymentId, () => stateOf(payment)),
    close: (payment) =>
      call('close', payment.paymentId, () => {
        const found = payments.get(payment.paymentId)
        if (found?.state === 'open') found.state = 'closed'
        return stateOf(payment)
      }),
    refund: (request) =>
      call('refund', request.refundId, () => {
        const { refundId, reference, amount } = request
        const payment = paidPayment(reference)
        if (payment === undefined) return { state: 'failed', because: 'There is no such payment.' }
        const known = payment.refunds.get(refundId)
        if (known !== undefined) return known.found
        const found: ProviderRefund =
          refundedOf(payment) + amount > payment.request.amount
            ? { state: 'failed', because: 'It is more than what is left of the payment.' }
            : { state: holdsRefunds ? 'sending' : 'settled' }
        payment.refunds.set(refundId, { request, found })
        return found
      }),
    refundStateOf: ({ refundId, reference }) =>
      call('refundStateOf', refundId, () => paidPayment(reference)?.refunds.get(refundId)?.found),
    async paymentOfNotification(body, headers) {
      const text = new TextDecoder().decode(body)
      const [, signedAt, signed] = /^(\d+)\.(.*)$/s.exec(headers['payment-signature'] ?? '') ?? []
      if (signed !== text || Number(signedAt) + 5 * minute < now()) return 'invalid'
      const { kind, paymentId } = JSON.parse(text) as { kind: string; paymentId?: PaymentId }
      return kind === 'payment' ? paymentId : undefined
    },
    paidSince: (since) =>
      call('paidSince', String(since), () =>
        [...payments.entries()].flatMap(([paymentId, { request, paidAt }]): readonly PaidPayment[] => {
          const found = stateOf({ paymentId })
          if (found?.state !== 'paid' || paidAt! < since) return []
          return [{ paymentId, reservationId: request.reservationId, providerId: providerIdOf(paymentId), ...found }]
        }),
      ),
    inspect: () => call('inspect', '', () => ({ clock: now(), faults: [] })),
    minimumOf: (currency) => Math.max(50, smallestUnit(currency)),

    pay(paymentId) {
      const payment = payments.get(paymentId)
      if (!isOpen(payment)) return false
      payment.state = 'paid'
      payment.paidAt = now()
      return true
    },
    decline: (paymentId) => isOpen(payments.get(paymentId)),
    dispute(paymentId) {
      payments.get(paymentId)!.isDisputed = true
    },
    finishRefund(refundId, state) {
      for (const { refunds } of payments.values()) {
        const refund = refunds.get(refundId)
        if (refund?.found.state === 'sending')
          refund.found = state === 'settled' ? { state } : { state, because: 'The card is closed.' }
      }
    },
    notificationOf({ paymentId, isOfAnotherKind, signedAt = now() }) {
      const text = JSON.stringify({ kind: isOfAnotherKind ? 'payout' : 'payment', paymentId })
      return { body: new TextEncoder().encode(text), headers: { 'payment-signature': `${signedAt}.${text}` } }
    },
  }
}

const providerIdOf = (paymentId: PaymentId) => `session_${paymentId}`
const referenceOf = (paymentId: PaymentId) => PaymentReference(`payment_${paymentId}`)
