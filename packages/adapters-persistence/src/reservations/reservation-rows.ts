import {
  type CalendarDate,
  Instant,
  Order,
  type OrderId,
  OrderLabel,
  type OrderItem,
  type Price,
  type PriceCategoryName,
  type Purchaser,
  type QuotedItem,
  Reservation,
  Slot,
  comparableText,
  fullPrice,
} from '@museum/domain'
import { type Engine, bytesOfUuid, uuidOfBytes } from '@museum/database'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type PaymentRow, paymentOf } from '../payments/payment-rows.ts'
import { nowInMilliseconds } from '../places/held-places.ts'
import { generalEntryId, slotRowKey } from '../places/slot-rows.ts'
import { emailHash } from '../tickets/email-hashes.ts'

/** An item in `reservation.items`: as it was sent, with the number of its occurrence, its price and the name of its category. */
type StoredItem = OrderItem & Readonly<{ number: number; price: Price; categoryName?: PriceCategoryName | undefined }>

/** A row, the moment at which it was read, and whether a date or an event of the reservation is removed. */
export type ReservationRow = Omit<
  Selectable<MuseumTables['reservation']>,
  'comparable_label' | 'email_hash' | 'has_purchaser' | 'changes'
> &
  Readonly<{ now: number | string; is_removed: number }>

export const reservationRowOf = (reservation: Reservation) => {
  const { reservationId, state, heldUntil, createdAt, createdBy, items, currency, language } = reservation
  return {
    reservation_id: bytesOfUuid(reservationId),
    state: state as 'held' | 'sold' | 'released',
    held_until: heldUntil,
    own_limit: reservation.ownLimit,
    has_given_end: reservation.hasGivenEnd ? 1 : 0,
    is_of_shop: reservation.isOfShop ? 1 : 0,
    created_at: createdAt,
    created_by: createdBy === undefined ? null : Buffer.from(createdBy),
    items: JSON.stringify(items.map(storedItemOf)),
    currency,
    language: language ?? null,
    ...personRowOf(reservation),
  }
}

/** The values of `personColumns`. */
export const personRowOf = ({ purchaser, label }: Pick<Reservation, 'purchaser' | 'label'>) => ({
  email: purchaser?.email ?? null,
  email_hash: purchaser === undefined ? null : emailHash(purchaser.email),
  phone: purchaser?.phone ?? null,
  label: label ?? null,
  comparable_label: label === undefined ? null : Buffer.from(comparableText(label)),
})

/**
 * The `email_hash` of a reservation whose order has a label and no e-mail address, which an erasure finds by it. It is the hash of no
 * address.
 */
export const labelledOrderHash: Uint8Array = Buffer.alloc(16)

/** The columns that may name a person. */
export const personColumns = ['email', 'email_hash', 'phone', 'label', 'comparable_label'] as const

/** The columns of a reservation that is sold: the data are those of its order and its tickets. */
export const soldRowOf = ({ purchaser, label }: Pick<Reservation, 'purchaser' | 'label'>) => ({
  state: 'sold' as const,
  ...personRowOf({}),
  email_hash: label !== undefined && purchaser === undefined ? labelledOrderHash : null,
})

/** Whether a reservation has data of a person. A phone number comes with an e-mail address. */
export const hasPerson = ({ or, eb }: ExpressionBuilder<MuseumTables, 'reservation'>) =>
  or([eb('email', 'is not', null), eb('label', 'is not', null)])

/** Whether a reservation ended this long ago without being sold. */
export const endedBefore =
  (engine: Engine, milliseconds: number) =>
  ({ and, eb }: ExpressionBuilder<MuseumTables, 'reservation'>) =>
    and([
      eb('state', 'in', ['held', 'released']),
      eb('held_until', '<=', sql<Instant>`${nowInMilliseconds(engine)} - ${milliseconds}`),
    ])

/** The dates in `reservation.items`. */
export const ticketDatesOf = (items: string): readonly CalendarDate[] =>
  (JSON.parse(items) as readonly StoredItem[]).map(({ ticketDate }) => ticketDate)

/** The number of tickets in `reservation.items`. */
export const quantityOf = (items: string): number =>
  (JSON.parse(items) as readonly StoredItem[]).reduce((sum, { quantity }) => sum + quantity, 0)

const storedItemOf = ({ quote, ...item }: QuotedItem): StoredItem => ({
  ...item,
  number: quote.slot.number,
  price: quote.price,
  categoryName: quote.priceCategory?.name,
})

/** Selects reservations. */
export const selectReservations = (tables: Kysely<MuseumTables>, engine: Engine, { isLocking = false } = {}) =>
  tables
    .selectFrom(byPrimaryKey(isLocking ? engine : { forcePrimaryKey: sql`` }, 'reservation'))
    .select([
      'reservation.reservation_id',
      'state',
      'held_until',
      'own_limit',
      'has_given_end',
      'is_of_shop',
      'created_at',
      'created_by',
      'items',
      'currency',
      'language',
      'email',
      'phone',
      'label',
    ])
    .select(nowInMilliseconds(engine).as('now'))
    .select((from) => isRemoved(from).$castTo<number>().as('is_removed'))

/** Selects these reservations. */
export const selectReservationsById = (
  tables: Kysely<MuseumTables>,
  engine: Engine,
  reservationIds: readonly OrderId[],
) => selectReservations(tables, engine).where('reservation.reservation_id', 'in', reservationIds.map(bytesOfUuid))

/**
 * Selects the number of slots in which a reservation holds places: instead of `exists`, for which a database may read the places of all
 * reservations.
 */
export const slotsHeldBy = ({ selectFrom }: ExpressionBuilder<MuseumTables, 'reservation'>) =>
  selectFrom('held_place')
    .select(({ fn }) => fn.countAll<number>().as('slots'))
    .whereRef('held_place.reservation_id', '=', 'reservation.reservation_id')

/** Whether a date or an event of a reservation is removed: it still holds its places there. */
export const isRemoved = (from: ExpressionBuilder<MuseumTables, 'reservation'>) =>
  from.eb(
    slotsHeldBy(from)
      .leftJoin('event_occurrence as occurrence', (occurrence) =>
        occurrence
          .onRef('occurrence.event_id', '=', 'held_place.offer_id')
          .onRef('occurrence.event_date', '=', 'held_place.slot_date')
          .onRef('occurrence.number', '=', 'held_place.number')
          .on('occurrence.removed_at', 'is', null),
      )
      .where('held_place.offer_id', '!=', generalEntryId)
      .where('occurrence.event_id', 'is', null),
    '>',
    from.lit(0),
  )

/** The reservation of a row, in its state when it was read. */
export const reservationOf = (row: ReservationRow, payments: readonly PaymentRow[] = []): Reservation => {
  const { email, phone, label, language, currency, state, held_until: heldUntil, created_by: createdBy } = row
  const purchaser: Purchaser | undefined = email === null ? undefined : { email, ...(phone !== null && { phone }) }
  const items = (JSON.parse(row.items) as readonly StoredItem[]).map(
    ({ number, price, categoryName, ...item }): QuotedItem => {
      const slot = { offer: Slot.offer(item)!, date: item.ticketDate, number, time: item.entryTime }
      const priceCategory = item.priceCategory ?? fullPrice
      return Object.assign({}, item, {
        quote: {
          slot: slot.time === undefined ? { offer: slot.offer, date: slot.date, number } : slot,
          price,
          currency,
          ...(categoryName !== undefined && { priceCategory: { priceCategory, name: categoryName } }),
        },
      })
    },
  )
  return {
    reservationId: uuidOfBytes(row.reservation_id),
    // Without items, it is that of an unknown payment.
    ...(items.length === 0 ? { items, total: 0, currency } : Order.quoteOf(items)),
    state: Reservation.stateOf(
      { state, heldUntil },
      { now: Instant(Number(row.now)), isRemoved: row.is_removed === 1 },
    ),
    heldUntil,
    ownLimit: row.own_limit,
    payments: payments.map(paymentOf),
    hasGivenEnd: row.has_given_end === 1,
    ...(purchaser !== undefined && { purchaser }),
    ...(label !== null && { label: OrderLabel(label) }),
    ...(language !== null && { language }),
    createdAt: row.created_at,
    ...(createdBy !== null && { createdBy: Buffer.from(createdBy).toString() }),
    isOfShop: row.is_of_shop === 1,
  }
}

/** The rows of the places that a reservation holds. */
export const heldPlacesOf = ({ reservationId, items, heldUntil }: Reservation) =>
  [...Reservation.placesOf(items).values()].map(({ slot, places }) =>
    Object.assign(slotRowKey(slot), { reservation_id: bytesOfUuid(reservationId), places, expires_at: heldUntil }),
  )
