import { type UuidBytes, partsOfRows, uuidOfBytes, whenGiven } from '@museum/database'
import type { EventId, EventName, Instant, OrderId, Slot } from '@museum/domain'
import { type Kysely, sql } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { nowInMilliseconds } from '../places/held-places.ts'
import { slotKeyColumns, slotOfRow } from '../places/slot-rows.ts'
import { quantityOf } from '../reservations/reservation-rows.ts'

/** A slot whose stored number of held places differs from what reservations hold in it. */
export type WrongHeldPlaces = Readonly<{
  slot: Slot
  /** Absent for general entry, and if the database lacks the event. */
  eventName?: EventName
  /** The stored number, 0 if the row of the slot is missing. */
  held: number
  /** The number of places that reservations hold in the slot. */
  reserved: number
}>

/** A held reservation, whose time is not over, that holds another number of places than it has reserved. */
type WrongReservation = Readonly<{
  reservationId: OrderId
  heldUntil: Instant
  reserved: number
  held: number
}>

/** Milliseconds for one statement. */
const statementMilliseconds = 60_000
/** The number of reservations that one statement reads. */
const reservationsAtOnce = 2_000
/** Milliseconds. A reservation whose time is over this soon may lose its places while it is read. */
const margin = 60_000

/**
 * Compares the held places of each slot with what reservations hold in it, and the places of each held reservation with its items;
 * finds reservations that hold places although they are sold, released or missing. Places that are compared are read at one moment, so
 * concurrent sales cause no difference. Locks nothing.
 */
export const findWrongHeldPlaces = async ({ kysely, engine, withDeadline }: MuseumDatabase) => {
  const read = <T>(work: () => Promise<T>) => withDeadline(statementMilliseconds, work)
  const slots = await read(() => readWrongSlots(kysely))
  const withoutReservation = await read(() => readStrayPlaces(kysely))
  const reservations: WrongReservation[] = []
  for await (const some of partsOfRows<HeldRow>(reservationsAtOnce, (last) =>
    read(() => readHeld(kysely, sql<Instant>`${nowInMilliseconds(engine)} + ${margin}`, last)),
  ))
    for (const { reservation_id, held_until, items, held } of some) {
      const wrong = { reserved: quantityOf(items), held: Number(held ?? 0) }
      if (wrong.held !== wrong.reserved)
        reservations.push({ reservationId: uuidOfBytes(reservation_id), heldUntil: held_until, ...wrong })
    }
  return { slots, reservations, withoutReservation }
}

/** One statement, so that slots and reservations are read at one moment. */
const readWrongSlots = async (tables: Kysely<MuseumTables>): Promise<readonly WrongHeldPlaces[]> => {
  const nothing = sql<number>`0`
  const stored = tables
    .selectFrom('slot')
    .select([...slotKeyColumns, 'held', nothing.as('reserved')])
    .where('held', '!=', 0)
  const reserved = tables.selectFrom('held_place').select([...slotKeyColumns, nothing.as('held'), 'places as reserved'])
  const rows = await tables
    .selectFrom(stored.unionAll(reserved).as('counts'))
    .select(slotKeyColumns)
    .select(({ fn }) => [
      fn.sum<number | string>('held').as('held'),
      fn.sum<number | string>('reserved').as('reserved'),
    ])
    .groupBy(slotKeyColumns)
    .having(({ eb, fn }) => eb(fn.sum('held'), '!=', fn.sum('reserved')))
    .orderBy('slot_date')
    .orderBy('offer_id')
    .execute()
  const nameOf = await findNames(tables, [...new Set(rows.map(({ offer_id }) => offer_id))])
  return rows.map((row) => {
    const eventName = nameOf(uuidOfBytes(row.offer_id))
    const counts = { held: Number(row.held), reserved: Number(row.reserved) }
    return Object.assign({ slot: slotOfRow(row) }, eventName !== undefined && { eventName }, counts)
  })
}

const findNames = async (tables: Kysely<MuseumTables>, eventIds: readonly UuidBytes<EventId>[]) => {
  const rows =
    eventIds.length === 0
      ? []
      : await tables
          .selectFrom('special_event')
          .select(['event_id', 'name'])
          .where('event_id', 'in', eventIds)
          .execute()
  const names = new Map(rows.map(({ event_id, name }) => [uuidOfBytes(event_id), name]))
  return (eventId: EventId): EventName | undefined => names.get(eventId)
}

type HeldRow = Readonly<{
  reservation_id: UuidBytes<OrderId>
  held_until: Instant
  items: string
  held: number | string | null
}>

const readHeld = (tables: Kysely<MuseumTables>, after: ReturnType<typeof sql<Instant>>, last: HeldRow | undefined) =>
  tables
    .selectFrom('reservation')
    .select(['reservation_id', 'held_until', 'items'])
    .select(({ selectFrom }) =>
      selectFrom('held_place')
        .select(({ fn }) => fn.sum<number | string | null>('places').as('held'))
        .whereRef('held_place.reservation_id', '=', 'reservation.reservation_id')
        .as('held'),
    )
    .where('state', '=', 'held')
    .where('held_until', '>', after)
    .$call(
      whenGiven(last, (held, { held_until, reservation_id }) =>
        held
          .where('held_until', '>=', held_until)
          .where(({ or, eb }) => or([eb('held_until', '>', held_until), eb('reservation_id', '>', reservation_id)])),
      ),
    )
    .orderBy('held_until')
    .orderBy('reservation_id')
    .limit(reservationsAtOnce)
    .execute()

/** The reservations that hold places although they are missing or not held. */
const readStrayPlaces = async (tables: Kysely<MuseumTables>): Promise<readonly OrderId[]> => {
  const rows = await tables
    .selectFrom('held_place')
    .leftJoin('reservation', 'reservation.reservation_id', 'held_place.reservation_id')
    .select('held_place.reservation_id')
    .distinct()
    .where(({ or, eb }) => or([eb('state', 'is', null), eb('state', '!=', 'held')]))
    .execute()
  return rows.map(({ reservation_id }) => uuidOfBytes(reservation_id))
}
