import {
  type AttentionNote,
  type Instant,
  type LanguageTag,
  OnlinePayment,
  type OrderId,
  PaymentId,
  type PaymentLine,
  type ProviderPayment,
  RefundId,
  type Refusal,
  Reservation,
  attendToPayment,
  fullPrice,
  isRefusal,
  openPayment,
  refuse,
  refuseFaults,
  settlePayment,
} from '@museum/domain'
import { Unavailable } from '@museum/concurrency'
import type { Actor, Caller } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { MuseumSettingOperations } from '../museum-settings/museum-setting-operations.ts'
import type { MuseumPorts } from '../ports.ts'
import { findReservation } from '../reservations/found-by.ts'
import { type SalePreparation, ticketTypesOf } from '../tickets/prepare-sale.ts'
import type { TicketSale } from '../tickets/ticket-repository.ts'
import type { KnownPayment, PaymentProvider } from './payment-provider.ts'

/** The payment of a reservation that is open now; `isNew` unless it was open before. */
export type OpenedPayment = Readonly<{ payment: OnlinePayment & Readonly<{ url: string }>; isNew: boolean }>

type AttentionRefusal = Refusal<'reservation-not-found' | 'payment-not-found' | 'payment-open'>
type OpeningRefusal = Extract<ReturnType<typeof openPayment>, Refusal>

/** A page of the museum asks the provider about a payment at most once in this time, in milliseconds. */
const askedAgainAfter = 2_000
/** How many payments are remembered for that. */
const maxRemembered = 1_000

/**
 * Decides what payments of reservations become. The provider is asked outside of transactions; what it says is decided in the
 * transaction that stores it, so that any number of calls at once have one result.
 */
export const paymentSettlement = (
  { reservations, paymentProvider, now, newId }: MuseumPorts,
  { contextOf, contextsOf, withIdentities }: SalePreparation,
) => {
  /** In a rehearsal: ends the time of a reservation, as if the payment came after it. */
  const endHold = ({ reservationId }: Reservation) =>
    reservations.change<never>(reservationId, (current, _, lockedAt) => {
      const open = OnlinePayment.openOf(current)
      return open && { ownLimit: lockedAt, payment: { ...open, heldUntil: lockedAt } }
    })
  /** Stores what the provider says of a payment, and returns the reservation afterwards. */
  const settle = async (
    reservation: Reservation,
    { paymentId, providerId }: Pick<OnlinePayment, 'paymentId' | 'providerId'>,
    found: ProviderPayment,
  ): Promise<Reservation> => {
    if (found.state === 'paid' && found.isLate) await endHold(reservation)
    // The one who made the reservation sells it.
    const common = await contextOf(reservation.createdBy)
    const refundId = RefundId(newId())
    const requestedAt = now()
    const outcome = await withIdentities(ticketTypesOf(reservation.items), (identities) =>
      reservations.change<Refusal<'confirmation-code-taken'>>(reservation.reservationId, (current, offered) => {
        const payment = current.payments.find((each) => each.paymentId === paymentId)
        // Its page was opened while the provider was asked: it is asked again.
        if (found.state !== 'paid' && payment?.providerId !== providerId) return undefined
        const contexts = contextsOf(offered, common)
        const decided = payment && settlePayment(payment, found, current, contexts, identities)
        if (decided === undefined) return undefined
        const { order, refund } = decided
        const { reference } = decided.payment
        return {
          payment: decided.payment,
          ...(order && { sale: { tickets: order.tickets as TicketSale['tickets'], order } }),
          ...(refund && {
            refund: { refundId, paymentId, reference: reference!, state: 'sending', ...refund, requestedAt },
          }),
        }
      }),
    )
    // A reservation with a payment is never removed.
    if (isRefusal(outcome)) throw new Error(outcome.because)
    return outcome
  }
  /** Replaces a payment that is open still; `isHeld`: nobody has taken a place of its reservation. */
  const replaceOpen = async (
    { reservationId }: Reservation,
    { paymentId }: OnlinePayment,
    replace: (payment: OnlinePayment, isHeld: boolean) => OnlinePayment | undefined,
  ): Promise<Reservation> => {
    const outcome = await reservations.change<never>(reservationId, (current, offered) => {
      const open = OnlinePayment.openOf(current)
      const isHeld = offered.every(({ places }) => places === undefined)
      const payment = open?.paymentId === paymentId ? replace(open, isHeld) : undefined
      return payment && { payment }
    })
    if (isRefusal(outcome)) throw new Error((outcome as Refusal).because)
    return outcome as Reservation
  }
  /** Closes an open payment at the provider, and decides it. Throws `Unavailable` when the provider is away. */
  const close = async (provider: PaymentProvider, reservation: Reservation, payment: OnlinePayment) =>
    settle(reservation, payment, (await provider.close(knownOf(payment))) ?? { state: 'closed' })
  /** Asks the provider about an open payment, and decides it. */
  const ask = async (provider: PaymentProvider, reservation: Reservation, payment: OnlinePayment) => {
    const found = await provider.stateOf(knownOf(payment))
    if (found !== undefined) return settle(reservation, payment, found)
    return OnlinePayment.isLost(payment, now()) ? settle(reservation, payment, { state: 'closed' }) : reservation
  }
  return { provider: paymentProvider && withOwnError(paymentProvider), settle, replaceOpen, close, ask }
}

/** Thrown when the payment provider cannot be reached, unlike the database. */
export class ProviderUnavailable extends Unavailable {
  override readonly name = 'ProviderUnavailable'
}

/** The refusal of what needs the provider, when it does not answer. */
export const providerUnavailable: Refusal<'payment-provider-unavailable'> = {
  ...refuse(
    'payment-provider-unavailable',
    'The payment provider does not answer at the moment. The places stay held.',
  ),
  retryAfter: 5,
}

/** The provider, whose `Unavailable` is told from that of the database. */
const withOwnError = (provider: PaymentProvider): PaymentProvider => {
  const own =
    <Arguments extends readonly unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      try {
        return await call(...given)
      } catch (error) {
        throw error instanceof Unavailable ? new ProviderUnavailable(error.message, { cause: error }) : error
      }
    }
  return {
    open: own(provider.open),
    stateOf: own(provider.stateOf),
    close: own(provider.close),
    refund: own(provider.refund),
    refundStateOf: own(provider.refundStateOf),
    paymentOfNotification: own(provider.paymentOfNotification),
    paidSince: own(provider.paidSince),
    inspect: own(provider.inspect),
    minimumOf: provider.minimumOf,
  }
}

/** See `paymentSettlement`. */
export type PaymentSettlement = ReturnType<typeof paymentSettlement>

const knownOf = ({ paymentId, providerId, openedAt }: OnlinePayment): KnownPayment => ({
  paymentId,
  providerId,
  openedAt,
})

export const paymentOperations = (
  ports: MuseumPorts,
  settlement: PaymentSettlement,
  { contextOf }: SalePreparation,
  { museumSettings }: Pick<MuseumSettingOperations, 'museumSettings'>,
) => {
  const { reservations, specialEvents, returnUrls, now, newId } = ports
  const { provider, replaceOpen, close, ask } = settlement
  const askedAt = new Map<PaymentId, Instant>()
  const mayAsk = (paymentId: PaymentId) => {
    const [at, before] = [now(), askedAt.get(paymentId)]
    if (before !== undefined && at < before + askedAgainAfter) return false
    askedAt.delete(paymentId)
    askedAt.set(paymentId, at)
    if (askedAt.size > maxRemembered) askedAt.delete(askedAt.keys().next().value!)
    return true
  }

  /** The lines of the payment page: the event or the museum, and the category. */
  const linesOf = async ({ items }: Reservation): Promise<readonly PaymentLine[]> => {
    const { priceCategories } = await contextOf(undefined)
    const { museumName } = await museumSettings()
    const full = priceCategories.find(({ priceCategory }) => priceCategory === fullPrice)!
    return Promise.all(
      items.map(async ({ quantity, quote }) => {
        const event = quote.slot.offer === 'general' ? undefined : await specialEvents.find(quote.slot.offer)
        const name = `${event?.name ?? museumName} · ${quote.priceCategory?.name ?? full.name}`
        return { name, quantity, price: quote.price }
      }),
    )
  }

  return {
    /**
     * Opens a payment of a reservation at the provider, or returns the one that is open. The places are held for it. Refused where
     * nothing can be paid online, and by the rules of `openPayment`; `payment-provider-unavailable` when the provider does not answer:
     * the same call opens the same payment then.
     */
    openPayment: async (
      reservationId: OrderId,
      { returnUrl: given, language }: Readonly<{ returnUrl?: string | undefined; language?: LanguageTag | undefined }>,
      caller: Caller,
    ): Promise<
      | OpenedPayment
      | OpeningRefusal
      | Refusal<'validation-failed' | 'reservation-not-found' | 'payment-off' | 'payment-provider-unavailable'>
    > => {
      if (provider === undefined) return refuse('payment-off', 'This museum takes no payments online.')
      const returnUrl = given ?? returnUrls?.usual ?? ''
      const fault = given === undefined ? undefined : returnUrls?.faultOf(given)
      if (fault !== undefined) return refuseFaults({ member: 'returnUrl', ...fault })
      let reservation = await findReservation(ports, reservationId, caller)
      if (isRefusal(reservation)) return reservation
      try {
        const before = OnlinePayment.openOf(reservation)
        // A call that got no answer is repeated for a time; then another payment is opened.
        if (before !== undefined && before.url === undefined && OnlinePayment.isLost(before, now()))
          reservation = await close(provider, reservation, before)
        const lines = await linesOf(reservation)
        const paymentId = PaymentId(newId())
        const outcome = await reservations.change<OpeningRefusal>(reservationId, (current, _, lockedAt) => {
          if (OnlinePayment.openOf(current) !== undefined) return undefined
          const minimum = provider.minimumOf(current.currency)
          const payment = openPayment(current, {
            paymentId,
            now: lockedAt,
            minimum,
            lines,
            returnUrl,
            ...(language !== undefined && { language }),
          })
          return isRefusal(payment) ? payment : { payment }
        })
        if (isRefusal(outcome)) return outcome as OpeningRefusal | Refusal<'reservation-not-found'>
        const open = OnlinePayment.openOf(outcome)!
        const isNew = open.paymentId === paymentId
        if (open.url !== undefined) return { payment: { ...open, url: open.url }, isNew }
        const { amount, currency, expiresAt } = open
        const { providerId, url } = await provider.open({
          paymentId: open.paymentId,
          reservationId,
          lines: open.lines,
          amount,
          currency,
          expiresAt,
          returnUrl: open.returnUrl,
          language: open.language,
          email: outcome.purchaser?.email,
        })
        const after = await replaceOpen(outcome, open, (payment) => ({ ...payment, providerId, url }))
        if (OnlinePayment.openOf(after)?.paymentId === open.paymentId)
          return { payment: { ...open, providerId, url }, isNew }
        // It was decided while the page was opened, as by a release: nobody may pay there.
        const ended = await close(provider, after, { ...open, providerId })
        return ended.state === 'held' ? providerUnavailable : Reservation.ended(ended)
      } catch (error) {
        if (error instanceof ProviderUnavailable) return providerUnavailable
        throw error
      }
    },

    /** Returns a reservation in its current state; the provider is asked about an open payment, at most every two seconds. */
    getReservation: async (
      reservationId: OrderId,
      caller?: Caller,
    ): Promise<Reservation | Refusal<'reservation-not-found'>> => {
      const found = await findReservation(ports, reservationId, caller)
      if (isRefusal(found)) return found
      const open = OnlinePayment.openOf(found)
      if (open === undefined || provider === undefined || !mayAsk(open.paymentId)) return found
      try {
        return await ask(provider, found, open)
      } catch (error) {
        // It is asked again by itself.
        if (error instanceof ProviderUnavailable) return found
        throw error
      }
    },

    /**
     * Records that a person has dealt with a payment that needed one: it is listed no more, until something else needs one. Again, and
     * for a payment that needs no person, it changes nothing. The refusals are those of the rule `attendToPayment`.
     */
    attendToPayment: async (
      reservationId: OrderId,
      { paymentId, note }: Readonly<{ paymentId: PaymentId; note?: AttentionNote | undefined }>,
      actor: Actor,
    ): Promise<Reservation | AttentionRefusal> => {
      const outcome = await reservations.change<AttentionRefusal>(reservationId, (current) => {
        const payment = attendToPayment(current, paymentId, { at: now(), by: actor.username })
        if (payment === undefined || isRefusal(payment)) return payment
        const subject = { kind: 'reservation', id: reservationId } as const
        const after = { paymentId, ...(note !== undefined && { note }) }
        return { payment, entry: recordChange(ports, actor, subject, 'attendToPayment', { after }) }
      })
      // No ticket is stored, so that no code can be taken.
      return outcome as Reservation | AttentionRefusal
    },

    /**
     * Decides the payment that a notification of the provider is about; what it says besides is not believed. `validation-failed` without
     * a valid and recent signature. When this resolves, what it was about is stored.
     */
    settleNotification: async (
      body: Uint8Array,
      headers: Readonly<Record<string, string | undefined>>,
    ): Promise<Refusal<'payment-off' | 'validation-failed'> | undefined> => {
      if (provider === undefined) return refuse('payment-off', 'This museum takes no payments online.')
      const paymentId = await provider.paymentOfNotification(body, headers)
      if (paymentId === 'invalid')
        return refuse('validation-failed', 'The notification has no valid and recent signature.')
      const reservation = paymentId && (await reservations.findByPayment(paymentId))
      const payment = reservation?.payments.find((each) => each.paymentId === paymentId)
      if (!reservation || payment === undefined) return undefined
      try {
        await ask(provider, reservation, payment)
      } catch (error) {
        // The question that is stored with the payment follows.
        if (!(error instanceof ProviderUnavailable)) throw error
      }
      return undefined
    },
  }
}
