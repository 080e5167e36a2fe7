import type { Brand } from '../brand.ts'
import { Instant } from '../instant.ts'
import { Currency } from '../money.ts'
import type { LanguageTag } from '../order/language-tag.ts'
import { PaymentMethod, type PaymentReference } from '../order/payment.ts'
import { textValue } from '../text.ts'
import type { OrderId, PaymentId, RefundId } from '../uuid.ts'

const minute = 60_000
/** For how long the payment page can be used, and how much longer the places are held, in minutes. */
const [pageMinutes, graceMinutes] = [31, 5]
/** While the provider is away, the places are held for this much longer at a time, up to so long after the end of the hold. */
const [awayMinutes, maxAwayMinutes] = [10, 120]
/** There is a question in the last minutes of a hold. */
const lastMinutes = 3

/** How an order is paid at the payment provider. */
export const onlineMethod: PaymentMethod = PaymentMethod('online')

/**
 * `open` until the provider says more; then `paid`: it is an order; `returned`: all of it is given back; or `closed`: nothing was paid.
 * `unknown`: it was paid, and was not stored here, as after the restoration of an earlier backup; no rule sells or returns it.
 */
export type OnlinePaymentState = 'open' | 'paid' | 'returned' | 'closed' | 'unknown'

/** Why a payment is given back. */
export type ReturnReason = 'sold' | 'released' | 'expired' | 'another-amount'

/**
 * Why a person must look at a payment: it is neither paid nor refused (`undecided`); another amount than asked for was paid, and is given
 * back; what is to be given back could not be, or has been `sending` for three days; the visitor's bank disputes it, or others have
 * refunded it at the provider; or only the provider knows it.
 */
export type AttentionReason =
  | 'undecided'
  | 'another-amount'
  | 'refund-failed'
  | 'refund-sending'
  | 'undone-by-others'
  | 'unknown'

/** A payment that a person must look at, and why. `amount`, in minor units, is what was paid; of one that is undecided, what is asked for. */
export type PaymentAttention = Pick<OnlinePayment, 'paymentId' | 'amount' | 'reference'> &
  Readonly<{ reason: AttentionReason; currency: string }>

/** What was done about a payment that needed a person: 1 to 500 characters, not blank, one line. It should name no person. */
export type AttentionNote = Brand<string, 'AttentionNote'>
/** Makes an `AttentionNote` from 1 to 500 characters. Throws a `TypeError` for any other text. */
export const AttentionNote = textValue<AttentionNote>({ maxLength: 500 })

/** A line of the payment page: equal tickets. The price is that of one, in minor units. */
export type PaymentLine = Readonly<{ name: string; quantity: number; price: number }>

/** A payment of a reservation at the payment provider. */
export type OnlinePayment = Readonly<{
  paymentId: PaymentId
  reservationId: OrderId
  state: OnlinePaymentState
  /** What is asked for, in minor units. */
  amount: number
  currency: Currency
  openedAt: Instant
  /** When the payment page ends. */
  expiresAt: Instant
  /** Until when the places are held for it, while it is open. */
  heldUntil: Instant
  /** What the payment page shows, where the visitor comes back to, and the language of the page. */
  lines: readonly PaymentLine[]
  returnUrl: string
  language?: LanguageTag
  /** What identifies it at the provider, and the payment page, once the provider has answered. */
  providerId?: string
  url?: string
  /** The payment at the provider, once it is paid. */
  reference?: PaymentReference
  /** Why all of it is given back, and how far that is. The amount is in minor units. */
  returned?: ReturnReason
  refund?: Pick<OnlineRefund, 'state' | 'amount' | 'currency' | 'requestedAt'>
  /** What the museum gives or gave back of a payment that is `paid`, in minor units; absent where that is nothing. */
  refunded?: number
  /** Whether a person must look at it: money is not where it belongs, and no rule decides it. */
  needsAttention?: true
  /** When a person has dealt with what needed one, and who; absent again once something else needs one. */
  attended?: Readonly<{ at: Instant; by: string }>
}>

/** What the provider says of a payment. `pending` is neither paid nor refused. Amounts are in minor units. */
export type ProviderPayment =
  | Readonly<{ state: 'open' | 'closed' | 'pending' }>
  | Readonly<{
      state: 'paid'
      amount: number
      currency: string
      reference: PaymentReference
      /** What the provider has given back of it, on the museum's request or on somebody else's; absent where that is nothing. */
      refunded?: number
      /** Whether the visitor's bank disputes it, or did. */
      isDisputed?: true
      /** Only in a rehearsal: it is to be treated as paid after the end of its hold. */
      isLate?: true
    }>

/** A payment that the provider knows as paid. */
export type PaidPayment = Readonly<{ paymentId: PaymentId; reservationId: OrderId; providerId: string }> &
  Extract<ProviderPayment, { state: 'paid' }>

/** Money that goes back to a visitor through the provider: `failed` is due again, and can be given back in another way. */
export type OnlineRefund = Readonly<{
  refundId: RefundId
  paymentId: PaymentId
  /** The payment at the provider. */
  reference: PaymentReference
  state: 'sending' | 'settled' | 'failed'
  /** In minor units. */
  amount: number
  currency: string
  requestedAt: Instant
  /** Who asked for it; absent where all of a payment is returned. */
  requestedBy?: string
  /** Why it failed. */
  failure?: string
}>

/** The times of payments. */
export const OnlinePayment = {
  /** A payment that has been open for so many milliseconds after the end of its hold is looked at by a person. */
  undecidedAfter: 10 * minute,

  /** What is given back of a payment, and has been `sending` for so many milliseconds, is looked at by a person. */
  refundSlowAfter: 3 * 24 * 60 * minute,

  /** When the page of a payment that is opened now ends, and until when the places are held for it. */
  timesOf: (now: Instant): Pick<OnlinePayment, 'openedAt' | 'expiresAt' | 'heldUntil'> => ({
    openedAt: now,
    expiresAt: Instant(now + pageMinutes * minute),
    heldUntil: Instant(now + (pageMinutes + graceMinutes) * minute),
  }),

  /** The payment of a reservation that is open. */
  openOf: ({ payments }: Readonly<{ payments: readonly OnlinePayment[] }>): OnlinePayment | undefined =>
    payments.find(({ state }) => state === 'open'),

  /** The payments of a reservation once one of them is new or has changed. */
  withChanged(payments: readonly OnlinePayment[], changed: OnlinePayment | undefined): readonly OnlinePayment[] {
    if (changed === undefined) return payments
    const isKnown = payments.some(({ paymentId }) => paymentId === changed.paymentId)
    return isKnown
      ? payments.map((payment) => (payment.paymentId === changed.paymentId ? changed : payment))
      : [...payments, changed]
  },

  /** Until when the places of a reservation with this limit are held: longer while a payment is open. */
  holdOf: (ownLimit: Instant, payments: readonly OnlinePayment[]): Instant =>
    Instant(Math.max(ownLimit, OnlinePayment.openOf({ payments })?.heldUntil ?? 0)),

  /**
   * Until when the places are held for a payment that can neither be read nor closed: longer, up to two hours after the end of its
   * hold. Undefined while another question is asked before the hold ends, and after that.
   */
  holdWhileAway({ state, heldUntil, expiresAt }: OnlinePayment, now: Instant): Instant | undefined {
    const last = expiresAt + (graceMinutes + maxAwayMinutes) * minute
    if (state !== 'open' || now + lastMinutes * minute < heldUntil || heldUntil >= last) return undefined
    return Instant(Math.min(last, now + awayMinutes * minute))
  },

  /** A payment that the provider knows as paid and that was found `now`, without being stored here. A person must look at it. */
  unknown: (
    { paymentId, reservationId, providerId, amount, currency, reference }: PaidPayment,
    now: Instant,
  ): OnlinePayment => ({
    paymentId,
    reservationId,
    state: 'unknown',
    amount,
    currency: Currency(currency),
    openedAt: now,
    expiresAt: now,
    heldUntil: now,
    lines: [],
    returnUrl: '',
    providerId,
    reference,
    needsAttention: true,
  }),

  /** Whether all that was paid has gone back, and the visitor's bank does not dispute it. */
  isGivenBack: (found: ProviderPayment): boolean =>
    found.state === 'paid' && (found.refunded ?? 0) >= found.amount && found.isDisputed !== true,

  /** Whether money of an ended payment went back without the museum: the bank disputes it, or it was refunded at the provider. */
  isUndoneByOthers: ({ state, refunded = 0 }: OnlinePayment, found: ProviderPayment): boolean =>
    found.state === 'paid' && (found.isDisputed === true || (state === 'paid' && (found.refunded ?? 0) > refunded)),

  /** A payment for which something else needs a person than what one has dealt with. */
  unattended(payment: OnlinePayment): OnlinePayment {
    const { attended: _, ...unattended } = payment
    return unattended
  },

  /** Why a person must look at a payment, if that is so. */
  attentionOf(payment: OnlinePayment, now: Instant): PaymentAttention | undefined {
    const { paymentId, amount, currency, reference, refund } = payment
    const reason = attentionReason(payment, now)
    return (
      reason && {
        paymentId,
        reason,
        amount,
        currency,
        ...(reference !== undefined && { reference }),
        ...paidOf(refund),
      }
    )
  },

  /**
   * Whether a payment that the provider does not know was never opened: within this time, the call that opens it is repeated.
   */
  isLost: ({ openedAt }: Pick<OnlinePayment, 'openedAt'>, now: Instant): boolean => now > openedAt + 45_000,

  /** After how many seconds the provider is asked again, after this many questions. */
  pauseAfter: (questions: number): number => pauses[questions] ?? 120,
}

const pauses = [10, 20, 40]

/** Whether a refund has been `sending` for too long, since a person has dealt with something else if one has. */
const isSlow = ({ refund, attended }: OnlinePayment, now: Instant): boolean => {
  if (refund?.state !== 'sending') return false
  const slowAt = refund.requestedAt + OnlinePayment.refundSlowAfter
  return slowAt < now && (attended?.at ?? 0) < slowAt
}

const attentionReason = (payment: OnlinePayment, now: Instant): AttentionReason | undefined => {
  const { state, heldUntil, returned, refund, needsAttention, attended } = payment
  if (state === 'open')
    return needsAttention || heldUntil < now - OnlinePayment.undecidedAfter ? 'undecided' : undefined
  // What a bank has taken back is not given back in another way, too.
  const isDisputed = needsAttention && attended === undefined && returned !== 'another-amount'
  if (isSlow(payment, now) && !isDisputed) return 'refund-sending'
  if (attended !== undefined) return undefined
  if (refund?.state === 'failed' && !isDisputed) return 'refund-failed'
  if (!needsAttention) return undefined
  if (state === 'unknown') return state
  if (state === 'closed') return 'undecided'
  return returned === 'another-amount' ? returned : 'undone-by-others'
}

/** What was paid of a payment all of which is given back. */
const paidOf = (refund: OnlinePayment['refund']) => refund && { amount: refund.amount, currency: refund.currency }
