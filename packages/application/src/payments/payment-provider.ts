import type {
  Currency,
  Email,
  Instant,
  LanguageTag,
  OrderId,
  PaidPayment,
  PaymentId,
  PaymentLine,
  PaymentReference,
  ProviderPayment,
  RefundId,
} from '@museum/domain'

/** What the provider is asked to open. A repeated call has the same parameters. */
export type PaymentRequest = Readonly<{
  paymentId: PaymentId
  reservationId: OrderId
  lines: readonly PaymentLine[]
  /** The sum of the lines, in minor units. */
  amount: number
  currency: Currency
  /** When the page ends. */
  expiresAt: Instant
  /** Where the visitor comes back to, with or without having paid. */
  returnUrl: string
  language?: LanguageTag | undefined
  email?: Email | undefined
}>

/** A payment by what is known of it: `providerId` once `open` has returned it. */
export type KnownPayment = Readonly<{ paymentId: PaymentId; providerId?: string | undefined; openedAt: Instant }>

/** What is given back of a payment. The amount is in minor units, never more than what was paid. */
export type RefundRequest = Readonly<{
  refundId: RefundId
  reference: PaymentReference
  amount: number
  currency: string
  /** When it was asked for. */
  requestedAt: Instant
}>

/** `sending`: the provider has it, and has not moved the money yet. */
export type ProviderRefund = Readonly<{ state: 'sending' | 'settled' } | { state: 'failed'; because: string }>

/** What a provider says of itself and of the museum's account. */
export type ProviderInspection = Readonly<{
  /** The time by its clock, which may be cut to whole seconds; absent where it names none. */
  clock?: Instant
  /** Why the museum's key cannot do what is needed, in sentences; none where it can. */
  faults: readonly string[]
}>

/**
 * What takes money for the museum. Every function may be called again with the same identifier and has its effect once, also where the
 * provider forgets the keys of requests after some time; it answers within 4 s, or throws `Unavailable`. No card data comes here.
 */
export interface PaymentProvider {
  /** Opens a payment page. The same request again returns the same page; its URL is the return URL once the page has ended. */
  open(request: PaymentRequest): Promise<Readonly<{ providerId: string; url: string }>>
  /** What the provider knows of a payment; `undefined` if it was never opened. */
  stateOf(payment: KnownPayment): Promise<ProviderPayment | undefined>
  /**
   * Closes a payment page, so that nothing can be paid there any more, and returns the state afterwards: it may be paid already, or still
   * open while a card is being charged.
   */
  close(payment: KnownPayment): Promise<ProviderPayment | undefined>
  /** Gives money back. The same request again returns the state of the same refund. */
  refund(request: RefundRequest): Promise<ProviderRefund>
  /** What the provider knows of a refund; `undefined` if it never got it. */
  refundStateOf(request: RefundRequest): Promise<ProviderRefund | undefined>
  /**
   * The payment that a notification is about: nothing else of it is believed. `undefined` for another kind of notification, or a payment
   * that is not ours; `invalid` without a valid signature of the last 5 minutes. The names of the headers are in lower case.
   */
  paymentOfNotification(
    body: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
  ): Promise<PaymentId | 'invalid' | undefined>
  /**
   * The payments of this museum that were paid since a moment; some of the hour before may be among them. Many payments take several
   * requests: each is answered within 4 s.
   */
  paidSince(since: Instant): Promise<readonly PaidPayment[]>
  /** Asks for the time, and whether the museum's key may do what all other functions need. Nothing is opened, changed or refunded. */
  inspect(): Promise<ProviderInspection>
  /** The smallest amount that is taken in a currency, in minor units. */
  minimumOf(currency: Currency): number
}
