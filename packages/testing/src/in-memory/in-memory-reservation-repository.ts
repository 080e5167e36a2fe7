import {
  Instant,
  OnlinePayment,
  type OrderId,
  OrderNumber,
  PaymentMail,
  type QuotedItem,
  type Refusal,
  Reservation,
  type ReservationSearch,
  Slot,
  SpecialEvent,
  comparableEmail,
  comparableText,
  isRefusal,
  phoneDigits,
  reservationSearch,
} from '@museum/domain'
import {
  type DecideReservation,
  type DecideReservationChange,
  IdempotencyRecord,
  type NewReservation,
  type ReservationChange,
  type ReservationFilter,
  type ReservationRepository,
} from '@museum/application'
import { giveBackEndedIn, placesOf } from './in-memory-capacity-repository.ts'
import type { InMemoryStore } from './in-memory-store.ts'
import { refundedOf } from './in-memory-order-repository.ts'
import { decideOnPlaces, offeredTo, storeSale } from './in-memory-ticket-repository.ts'
import { compareTexts, listPart } from './list-part.ts'

type StoredReservation = InMemoryStore['reservations'] extends Map<OrderId, infer Stored> ? Stored : never

const day = 24 * 60 * 60_000

export const inMemoryReservationRepository = (store: InMemoryStore): ReservationRepository => {
  const { reservations, onlineRefunds, records, audit } = store
  const find = (reservationId: OrderId): Reservation | undefined => {
    const stored = reservations.get(reservationId)
    return stored && withRefunds(store, currentReservation(store, stored.reservation))
  }
  const replacePayment = ({ reservation, holds }: StoredReservation, payment: OnlinePayment) => {
    const payments = OnlinePayment.withChanged(reservation.payments, payment)
    reservations.set(reservation.reservationId, { reservation: { ...reservation, payments }, holds })
  }
  const hasEndedBefore = ({ state, heldUntil }: Reservation, moment: number) => state !== 'sold' && heldUntil < moment
  return {
    async add<R extends Refusal>(
      { items, orderId, once }: Parameters<ReservationRepository['add']>[0],
      decide: DecideReservation<R>,
    ) {
      const decided: NewReservation | Refusal = decideOnPlaces(store, items, (offered) => decide(offered, store.now()))
      if (isRefusal(decided)) return decided as R
      if (once !== undefined && records.find(once.username, once.idempotencyKey) !== undefined)
        return IdempotencyRecord.inProgress(once)
      const { reservation } = decided
      reservations.set(orderId, { reservation, holds: new Set(Reservation.placesOf(reservation.items).keys()) })
      if (once !== undefined) records.add({ ...once, answer: decided.renderAnswer!() })
      return reservation
    },
    async find(reservationId) {
      return find(reservationId)
    },
    async findByPayment(paymentId) {
      const found = [...reservations.values()].find(({ reservation }) =>
        reservation.payments.some((payment) => payment.paymentId === paymentId),
      )
      return found && find(found.reservation.reservationId)
    },
    async list(filter, request) {
      const all = [...reservations.keys()].map((id) => find(id)!)
      const isFoundEnded = ({ reservationId, state, heldUntil, payments }: Reservation, search: string) => {
        const { number } = reservationSearch(search)
        const isSince = (days: number) => heldUntil > store.now() - days * day
        if (state === 'sold') return false
        if (number !== undefined && OrderNumber.of(reservationId) === number) return isSince(7)
        const isOpen = state === 'expired' || payments.some((payment) => payment.state === 'returned')
        return isOpen && isSince(1)
      }
      const inState = all.filter((reservation) => {
        if (filter.state === 'attention') return needsAttention(store, reservation)
        return reservation.state === 'held' || (filter.search !== undefined && isFoundEnded(reservation, filter.search))
      })
      return listPart(
        inState.filter((reservation) => matches(reservation, filter)),
        request,
        (a, b) => a.heldUntil - b.heldUntil || compareTexts(a.reservationId, b.reservationId),
      )
    },
    async counts() {
      const all = [...reservations.values()].map(({ reservation, holds }) => ({
        current: find(reservation.reservationId)!,
        holds,
      }))
      const places = all.flatMap(({ current, holds }) =>
        current.heldUntil > store.now()
          ? [...Reservation.placesOf(current.items)].map(([key, slot]) => (holds.has(key) ? slot.places : 0))
          : [],
      )
      const open = all.flatMap(({ current }) => OnlinePayment.openOf(current) ?? [])
      const sending = [...onlineRefunds.values()].filter(({ state }) => state === 'sending')
      const [first] = open.toSorted((a, b) => a.openedAt - b.openedAt)
      const [earliest] = sending.toSorted((a, b) => a.requestedAt - b.requestedAt)
      return {
        held: all.filter(({ current }) => current.state === 'held').length,
        attention: all.filter(({ current }) => needsAttention(store, current)).length,
        places: places.reduce((sum, each) => sum + each, 0),
        ...(first !== undefined && { earliestEnd: first.expiresAt }),
        sending: sending.length,
        ...(earliest !== undefined && { earliestRequest: earliest.requestedAt }),
      }
    },
    async change<R extends Refusal>(reservationId: OrderId, decide: DecideReservationChange<R>) {
      const reservation = find(reservationId)
      if (reservation === undefined) return Reservation.notFound(reservationId)
      const { holds } = reservations.get(reservationId)!
      const isHeldStill = ({ quote }: QuotedItem) => holds.has(Slot.key(quote.slot))
      for (const item of reservation.items) if (!isHeldStill(item)) giveBackEndedIn(store, item.quote.slot)
      const lockedAt = store.now()
      const decided: ReservationChange | Refusal | undefined = decide(
        reservation,
        reservation.items.map((item) => {
          const { slot } = item.quote
          return { ...offeredTo(store, item), places: isHeldStill(item) ? undefined : placesOf(store, slot) }
        }),
        lockedAt,
      )
      if (decided === undefined) return reservation
      if (isRefusal(decided)) return decided as R
      const { sale, payment, refund, entry } = decided
      const taken = sale && storeSale(store, sale)
      if (taken !== undefined) return taken
      const stored = reservations.get(reservationId)!.reservation
      const changed = Reservation.changed(stored, { ...decided, isSold: sale !== undefined }, lockedAt)
      const { payments } = changed
      if (payment !== undefined && payments.length > reservation.payments.length)
        store.recordFor('payments', { type: 'payment.opened', at: lockedAt, paymentId: payment.paymentId })
      if (refund !== undefined) {
        onlineRefunds.set(refund.refundId, refund)
        store.recordFor('payments', { type: 'refund.requested', at: lockedAt, refundId: refund.refundId })
        store.record(PaymentMail.about(reservation, refund))
      }
      if (entry !== undefined) audit.add(entry)
      reservations.set(reservationId, { reservation: changed, holds: changed.state === 'held' ? holds : new Set() })
      return find(reservationId)!
    },
    async addUnknownPayment(payment) {
      const { reservationId, paymentId } = payment
      const stored = reservations.get(reservationId)
      if (stored === undefined)
        reservations.set(reservationId, {
          reservation: Reservation.ofUnknownPayment(payment),
          holds: new Set(),
        })
      else if (!stored.reservation.payments.some((known) => known.paymentId === paymentId))
        replacePayment(stored, payment)
    },
    async unknownPayments() {
      return [...reservations.values()]
        .flatMap(({ reservation: { payments } }) => payments.filter(isUnknown))
        .toSorted((a, b) => a.openedAt - b.openedAt || compareTexts(a.paymentId, b.paymentId))
        .slice(0, 1_000)
    },
    async endUnknownPayment(paymentId) {
      for (const stored of reservations.values())
        for (const payment of stored.reservation.payments)
          if (payment.paymentId === paymentId && payment.state === 'unknown') {
            const { needsAttention: _, ...known } = payment
            replacePayment(stored, { ...known, state: 'returned' })
          }
    },
    async giveBackEnded() {
      const ended = [...reservations.values()].find(
        ({ reservation, holds }) => holds.size > 0 && reservation.heldUntil <= store.now(),
      )
      if (ended === undefined) return false
      const places = Reservation.placesOf(ended.reservation.items)
      giveBackEndedIn(store, places.get([...ended.holds][0]!)!.slot)
      return true
    },
    async removeEnded() {
      let changed = 0
      for (const [reservationId, { reservation, holds }] of reservations) {
        if (holds.size > 0) continue
        const { purchaser, label, ...unnamed } = reservation
        if (hasEndedBefore(reservation, store.now() - 7 * day) && reservation.payments.length === 0)
          reservations.delete(reservationId)
        else if (hasEndedBefore(reservation, store.now() - day) && (purchaser ?? label) !== undefined)
          reservations.set(reservationId, { reservation: unnamed, holds })
        else continue
        changed += 1
      }
      return changed
    },
  }
}

/** Whether no person has dealt with an unknown payment yet. */
const isUnknown = ({ state, attended }: OnlinePayment) => state === 'unknown' && attended === undefined

/** A stored reservation in its current state. */
const currentReservation = ({ events, now }: InMemoryStore, reservation: Reservation): Reservation => {
  const isRemoved = reservation.items.some(({ quote: { slot } }) => {
    const event = slot.offer === 'general' ? undefined : events.get(slot.offer)
    const occurrence = event && SpecialEvent.occurrenceOn(event, slot.date)
    return slot.offer !== 'general' && occurrence?.number !== slot.number
  })
  return { ...reservation, state: Reservation.stateOf(reservation, { now: Instant(now()), isRemoved }) }
}

/** A reservation with what is given back of its payments. */
const withRefunds = (store: InMemoryStore, reservation: Reservation): Reservation => ({
  ...reservation,
  payments: reservation.payments.map((payment): OnlinePayment => {
    const refund = returnOf(store, payment)
    if (refund !== undefined) {
      const { state, amount, currency, requestedAt } = refund
      return { ...payment, refund: { state, amount, currency, requestedAt } }
    }
    const refunded = payment.state === 'paid' ? refundedOf(store, payment.paymentId) : 0
    return refunded > 0 ? { ...payment, refunded } : payment
  }),
})

/** The refund of all of a payment that is returned. */
const returnOf = ({ onlineRefunds }: InMemoryStore, { state, paymentId }: OnlinePayment) =>
  state === 'returned' ? [...onlineRefunds.values()].find((refund) => refund.paymentId === paymentId) : undefined

const needsAttention = (store: InMemoryStore, { payments }: Reservation) =>
  payments.some((payment) => OnlinePayment.attentionOf(payment, Instant(store.now())) !== undefined)

const matches = (reservation: Reservation, { date, search }: ReservationFilter) =>
  (date === undefined || reservation.items.some(({ ticketDate }) => ticketDate === date)) &&
  (search === undefined || isFoundBy(reservation, reservationSearch(search)))

const isFoundBy = (
  { reservationId, label, purchaser }: Reservation,
  { label: ofLabel, email, digits, number }: ReservationSearch,
) =>
  (label !== undefined && comparableText(label).includes(ofLabel)) ||
  (email !== undefined && purchaser !== undefined && comparableEmail(purchaser.email) === comparableEmail(email)) ||
  (digits !== undefined && [label ?? '', purchaser?.phone ?? ''].some((text) => phoneDigits(text).includes(digits))) ||
  (number !== undefined && OrderNumber.of(reservationId) === number)
