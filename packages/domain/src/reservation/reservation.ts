import type { CalendarDate } from '../calendar-date.ts'
import { Instant } from '../instant.ts'
import type { LanguageTag } from '../order/language-tag.ts'
import {
  Order,
  type OrderDraft,
  type OrderLabel,
  type OrderQuote,
  type OrderRefusal,
  Quantity,
  type QuotedItem,
} from '../order/order.ts'
import type { Payment } from '../order/payment.ts'
import type { Till } from '../order/till.ts'
import { Slot } from '../places/slot.ts'
import { type MemberFault, type Refusal, isRefusal, refuse, refuseFaults } from '../refusal.ts'
import type { Purchaser } from '../ticket/purchaser.ts'
import { type PurchaseContext, type TicketIdentity, isStillOffered, placesLeft } from '../ticket/ticket.ts'
import type { OrderId } from '../uuid.ts'
import { OnlinePayment } from './online-payment.ts'

const minute = 60_000
const [limitMinutes, maxMinutes, maxDaysAhead] = [15, 60, 180]

/**
 * `held` while the places are held; then `sold`, `released` (given up), or `expired`: its time is over, or a date of it was removed.
 * An expired one can still be sold if its places are free.
 */
export type ReservationState = 'held' | 'sold' | 'released' | 'expired'

/** A reservation as it is requested: an order that is paid later. */
export type ReservationDraft = Omit<OrderDraft, 'payment' | 'till'> &
  Readonly<{
    /** Until when the places are held, for a school or a group; by default 15 minutes. */
    until?: Instant | undefined
    label?: OrderLabel | undefined
    language?: LanguageTag | undefined
  }>

/** An order that is not sold yet: its places are held until a time. It has no tickets. */
export type Reservation = OrderQuote &
  Readonly<{
    /** The order that it becomes has the same identifier. */
    reservationId: OrderId
    state: ReservationState
    /** Until when the places are held: the reservation's own limit, or longer while a payment of it is open. */
    heldUntil: Instant
    /** The limit of the reservation itself. */
    ownLimit: Instant
    /** The payments of the reservation at the provider, the latest last: at most one is open. */
    payments: readonly OnlinePayment[]
    /** Whether this end was given, as for a school or a group. */
    hasGivenEnd: boolean
    /** Absent when none was given, when it was erased, or since the reservation was sold. */
    purchaser?: Purchaser
    label?: OrderLabel
    language?: LanguageTag
    createdAt: Instant
    /** The user who made it. */
    createdBy?: string
    /** Whether a shop made it: a user with the role `shop`. */
    isOfShop: boolean
  }>

/** How a reservation is sold. */
export type ReservationSale = Readonly<{
  payment?: Payment | undefined
  till?: Till | undefined
  /** How many tickets of each item; by default as many as are reserved. */
  quantities?: readonly number[] | undefined
  /** What the visitor was asked for, in minor units; absent where the price is not to be compared. */
  total?: number | undefined
}>

/** The rules of reservations. */
export const Reservation = {
  /** A released reservation without items, for an unknown payment whose reservation is not stored. */
  ofUnknownPayment: (payment: OnlinePayment): Reservation => {
    const { reservationId, currency, openedAt } = payment
    return {
      reservationId,
      items: [],
      total: 0,
      currency,
      state: 'released',
      heldUntil: openedAt,
      ownLimit: openedAt,
      payments: [payment],
      hasGivenEnd: false,
      createdAt: openedAt,
      isOfShop: false,
    }
  },

  /** The state that follows from what is stored; `isRemoved`: a date or an event of the reservation is removed. */
  stateOf: (
    { state, heldUntil }: Pick<Reservation, 'state' | 'heldUntil'>,
    { now, isRemoved }: Readonly<{ now: Instant; isRemoved: boolean }>,
  ): ReservationState => (state === 'held' && (isRemoved || heldUntil <= now) ? 'expired' : state),

  /** The slots of items, with the number of places in each. */
  placesOf(items: readonly QuotedItem[]): ReadonlyMap<string, Readonly<{ slot: Slot; places: number }>> {
    const bySlot = new Map<string, { slot: Slot; places: number }>()
    for (const { quantity, quote } of items) {
      const key = Slot.key(quote.slot)
      bySlot.set(key, { slot: quote.slot, places: (bySlot.get(key)?.places ?? 0) + quantity })
    }
    return bySlot
  },

  /** What is wrong with the given end of a reservation. `endOf` is the end of a date. */
  faultsOfEnd(
    until: Instant,
    items: readonly Readonly<{ ticketDate: CalendarDate }>[],
    now: Instant,
    endOf: (date: CalendarDate) => Instant,
  ): readonly MemberFault[] {
    const member = 'until'
    if (until <= now) return [isOver]
    if (until > now + maxDaysAhead * 24 * 60 * minute)
      return [
        {
          member,
          code: 'too-far-ahead',
          detail: `must be at most ${maxDaysAhead} days ahead`,
          values: { days: maxDaysAhead },
        },
      ]
    const date = items
      .map(({ ticketDate }) => ticketDate)
      .toSorted()
      .at(-1)
    if (date === undefined || until <= endOf(date)) return []
    const detail = `must not be after the last date of the items, ${date}`
    return [{ member, code: 'after-the-last-date', detail, values: { date } }]
  },

  /** The rules of a purchase, as of `Order.quote`, for places that are held from `now` on. */
  hold(
    reservationId: OrderId,
    draft: ReservationDraft,
    contexts: readonly PurchaseContext[],
    { now, isOfShop }: Readonly<{ now: Instant; isOfShop: boolean }>,
  ): Reservation | OrderRefusal {
    const quote = Order.quote(draft, contexts)
    if (isRefusal(quote)) return quote
    const { purchaser, label, language, until } = draft
    // It may have waited for its slots.
    if (until !== undefined && until <= now) return refuseFaults(isOver)
    const { soldBy } = contexts[0]!
    const ownLimit = until ?? Instant(now + limitMinutes * minute)
    return {
      reservationId,
      ...quote,
      state: 'held',
      heldUntil: ownLimit,
      ownLimit,
      payments: [],
      hasGivenEnd: until !== undefined,
      ...(purchaser !== undefined && { purchaser }),
      ...(label !== undefined && { label }),
      ...(language !== undefined && { language }),
      createdAt: now,
      ...(soldBy !== undefined && { createdBy: soldBy }),
      isOfShop,
    }
  },

  /** The limit of a reservation that is prolonged now; `until` is for one whose end was given. */
  extend(
    reservation: Reservation,
    until: Instant | undefined,
    now: Instant,
    endOf: (date: CalendarDate) => Instant,
  ): Instant | Refusal<'validation-failed' | 'reservation-ended'> {
    const { hasGivenEnd, ownLimit, createdAt, items } = reservation
    if (reservation.state !== 'held') return Reservation.ended(reservation)
    const fault = (code: MemberFault['code'], detail: string) => refuseFaults({ member: 'until', code, detail })
    if (!hasGivenEnd) {
      if (until !== undefined) return fault('no-until', 'must be absent: the reservation was made without it')
      return Instant(Math.max(ownLimit, Math.min(now + limitMinutes * minute, createdAt + maxMinutes * minute)))
    }
    if (until === undefined) return fault('until-required', 'is required: the reservation was made with it')
    const faults = Reservation.faultsOfEnd(until, items, now, endOf)
    return faults.length > 0 ? refuseFaults(...faults) : until
  },

  /**
   * The order that a reservation becomes, for as many tickets of each item as are sold, at the reserved prices. `contexts` are those of
   * the items; where an item has no `places`, its places are held still. The others are sold if they are offered and free.
   */
  sell(
    reservation: Reservation,
    sale: ReservationSale,
    contexts: readonly PurchaseContext[],
    identities: readonly TicketIdentity[],
  ): Order | Refusal<'validation-failed' | 'reservation-ended' | 'total-changed'> {
    const { reservationId, purchaser, label, language } = reservation
    const faults = Reservation.faultsOfQuantities(reservation, sale)
    if (faults.length > 0) return refuseFaults(...faults)
    const all = reservation.items.map((item, n) => ({ ...item, quantity: sale.quantities?.[n] ?? item.quantity }))
    const kept = all.flatMap(({ quantity, ...item }, n) =>
      quantity === 0 ? [] : { item: { ...item, quantity: Quantity(quantity) }, context: contexts[n]! },
    )
    const items = kept.map(({ item }) => item)
    // While a payment is open, a hold is prolonged also after its end: others may have taken the places before.
    const isSellable =
      (reservation.state === 'held' || reservation.state === 'expired') &&
      kept.every(
        ({ item, context }) =>
          (reservation.state === 'held' && context.places === undefined) ||
          (isStillOffered(item, item.quote, context) && hasPlaces(item, items, context)),
      )
    if (!isSellable) return Reservation.ended(reservation)
    const changed = Order.totalChanged(sale.total, Order.quoteOf(items))
    if (changed !== undefined) return changed
    const record = {
      purchaser,
      label,
      language,
      payment: sale.payment,
      till: sale.till,
      vatRates: contexts[0]!.vatRates,
    }
    return Order.sell(
      reservationId,
      items,
      kept.map(({ context }) => context),
      record,
      identities,
    )
  },

  /**
   * A reservation after a change, in the state that is stored: `held` also when its time is over. Once it is sold, the data of the
   * purchaser and the label stand on the tickets and the order.
   */
  changed(
    { purchaser, label, ...reservation }: Reservation,
    {
      isSold,
      state = reservation.state,
      ownLimit = reservation.ownLimit,
      payment,
    }: Readonly<{
      isSold: boolean
      state?: ReservationState | undefined
      ownLimit?: Instant | undefined
      payment?: OnlinePayment | undefined
    }>,
    now: Instant,
  ): Reservation {
    const payments = OnlinePayment.withChanged(reservation.payments, payment)
    const isReleased = state === 'released' && reservation.state !== 'released'
    const isHeld = !isSold && state === 'held'
    const heldUntil = isHeld ? OnlinePayment.holdOf(ownLimit, payments) : reservation.heldUntil
    return {
      ...reservation,
      ...(!isSold && purchaser !== undefined && { purchaser }),
      ...(!isSold && label !== undefined && { label }),
      state: isSold ? 'sold' : state,
      ownLimit,
      heldUntil: isReleased ? now : heldUntil,
      payments,
    }
  },

  /** What is wrong with the numbers of tickets for which a reservation is sold. */
  faultsOfQuantities(
    { items }: Pick<Reservation, 'items'>,
    { quantities }: Pick<ReservationSale, 'quantities'>,
  ): readonly MemberFault[] {
    if (quantities === undefined) return []
    if (quantities.length !== items.length)
      return [
        {
          member: 'quantities',
          code: 'not-one-for-each-item',
          detail: `must have one number for each item: there are ${items.length}`,
          values: { items: items.length },
        },
      ]
    const faults = items.flatMap(({ quantity: max }, n): MemberFault | [] => {
      const quantity = quantities[n]!
      return Number.isInteger(quantity) && quantity >= 0 && quantity <= max
        ? []
        : {
            member: `quantities/${n}`,
            code: 'quantity-out-of-range',
            detail: `must be an integer from 0 to ${max}`,
            values: { min: 0, max },
          }
    })
    if (faults.length > 0 || quantities.some((quantity) => quantity > 0)) return faults
    return [
      {
        member: 'quantities',
        code: 'no-tickets',
        detail: 'must have at least one ticket: otherwise release the reservation',
      },
    ]
  },

  /** The refusal for a reservationId that no reservation has. */
  notFound: (reservationId: OrderId): Refusal<'reservation-not-found'> =>
    refuse('reservation-not-found', `There is no reservation ${reservationId}.`),

  /**
   * Returns why the link of a reservation cannot be e-mailed, or `undefined` if it can: only one that is held until a given end, as for a
   * school or a group, has a link to send.
   */
  mailRefusal(
    reservation: Reservation,
  ): Refusal<'reservation-ended' | 'reservation-without-end' | 'no-address'> | undefined {
    const { reservationId, state, hasGivenEnd, purchaser } = reservation
    if (state !== 'held') return Reservation.ended(reservation)
    const subject = `Reservation ${reservationId}`
    if (!hasGivenEnd)
      return refuse('reservation-without-end', `${subject} was made without an end: it is held for minutes.`)
    return purchaser === undefined ? refuse('no-address', `${subject} has no e-mail address.`) : undefined
  },

  /** The refusal of a change while a visitor is paying. */
  paymentOpen: ({ reservationId }: Pick<Reservation, 'reservationId'>): Refusal<'payment-open'> => ({
    ...refuse('payment-open', `A visitor is paying for reservation ${reservationId}.`),
    values: { reservationId },
  }),

  /** The refusal for a reservation that has ended. */
  ended: ({ reservationId, state }: Pick<Reservation, 'reservationId' | 'state'>): Refusal<'reservation-ended'> => ({
    ...refuse('reservation-ended', `Reservation ${reservationId} ${endedBecause[state]}.`),
    values: { reservationId, state },
  }),
}

const endedBecause: Readonly<Record<ReservationState, string>> = {
  held: 'is held',
  sold: 'is sold',
  released: 'was released',
  expired: 'has expired',
}

const isOver: MemberFault = { member: 'until', code: 'not-in-the-future', detail: 'must be in the future' }

/** Whether the slot of an item has places for all items of it. */
const hasPlaces = (item: QuotedItem, items: readonly QuotedItem[], context: PurchaseContext): boolean =>
  Reservation.placesOf(items).get(Slot.key(item.quote.slot))!.places <= placesLeft(item, context)
