import { type Instant, type OrderId, Slot } from '@museum/domain'
import {
  type Engine,
  type UuidBytes,
  bytesOfUuid,
  compiledForEachCount,
  compiledForUuids,
  inParts,
} from '@museum/database'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import type { TakenInSlot } from './places-statements.ts'
import { type SlotRowKey, slotKeyColumns, slotOfRow, slotRowKey } from './slot-rows.ts'

/** The places that a reservation holds in a slot. */
export type HeldPlaces = SlotRowKey & Readonly<{ reservation_id: UuidBytes<OrderId>; places: number }>

/** Of how many reservations one transaction gives back the places of a slot at most. */
const maxGivenBack = 500

/** The moment that the database has now, in milliseconds since 1970. */
export const nowInMilliseconds = ({ now }: Engine): RawBuilder<Instant> => sql<Instant>`(1000 * ${now})`

/**
 * The statements about held places. A row is inserted, changed and deleted only in a transaction that has locked its slot: after the
 * slots, and in the order of their keys.
 */
export const heldPlacesStatements = (kysely: Kysely<MuseumTables>, engine: Engine) => {
  const columns = [...slotKeyColumns, 'reservation_id', 'places'] as const
  const keysOf = (slots: readonly Slot[]) => slots.map(slotRowKey)
  const rowKeyOf = ({ reservation_id, offer_id, slot_date, number, slot_minute }: HeldPlaces) => ({
    reservation_id,
    offer_id,
    slot_date,
    number,
    slot_minute,
  })
  const rowsOf = (held: readonly (HeldPlaces & Readonly<{ expires_at: Instant }>)[]) =>
    held.map((row) => ({ ...rowKeyOf(row), places: row.places, expires_at: row.expires_at }))
  const deleteSome = compiledForEachCount(
    (held: readonly HeldPlaces[]) => held.flatMap((row) => Object.values(rowKeyOf(row))),
    (held) =>
      kysely
        .deleteFrom('held_place')
        .where(({ or, and }) => or(held.map((row) => and(rowKeyOf(row)))))
        .compile(),
  )
  return {
    insertHeldPlaces: compiledForEachCount(
      (held: readonly (HeldPlaces & Readonly<{ expires_at: Instant }>)[]) =>
        rowsOf(held).flatMap((row) => Object.values(row)),
      (held) => kysely.insertInto('held_place').values(rowsOf(held)).compile(),
    ),
    /** Selects the places that reservations whose time is over still hold in slots: of each slot, of at most 500. */
    selectEnded: compiledForEachCount(
      (slots: readonly Slot[]) => keysOf(slots).flatMap((key) => Object.values(key)),
      (slots) => {
        const [first, ...others] = keysOf(slots).map((key) =>
          kysely
            .selectFrom(
              kysely
                .selectFrom('held_place')
                .select(columns)
                .where(({ and }) => and(key))
                .where('expires_at', '<=', nowInMilliseconds(engine))
                .limit(sql.lit(maxGivenBack))
                .as('ended'),
            )
            .selectAll(),
        )
        return others.reduce((all, other) => all.unionAll(other), first!).compile()
      },
    ),
    /** Selects the places that reservations hold. */
    selectHeldBy: compiledForUuids((ids: readonly UuidBytes<OrderId>[]) =>
      kysely.selectFrom('held_place').select(columns).where('reservation_id', 'in', ids).compile(),
    ),
    deleteHeldPlaces: (held: readonly HeldPlaces[]): readonly CompiledQuery[] =>
      inParts(held, maxGivenBack).map(deleteSome),
    holdUntil: (reservationId: OrderId, heldUntil: Instant): CompiledQuery =>
      kysely
        .updateTable('held_place')
        .set({ expires_at: heldUntil })
        .where('reservation_id', '=', bytesOfUuid(reservationId))
        .compile(),
    /** Selects a slot with places of a reservation whose time is over. */
    selectSlotOfEnded: kysely
      .selectFrom('held_place')
      .select(slotKeyColumns)
      .where('expires_at', '<=', nowInMilliseconds(engine))
      .orderBy('expires_at')
      .limit(1)
      .compile(),
  }
}

/** How many places these are in each slot, by the keys of the slots. */
export const placesBySlot = (held: readonly HeldPlaces[]): ReadonlyMap<string, number> => {
  const bySlot = new Map<string, number>()
  for (const row of held) {
    const key = Slot.key(slotOfRow(row))
    bySlot.set(key, (bySlot.get(key) ?? 0) + row.places)
  }
  return bySlot
}

/** What is taken in each slot, added up by slot. */
export const sumBySlot = (all: readonly TakenInSlot[]): readonly TakenInSlot[] => {
  const bySlot = new Map<string, TakenInSlot>()
  for (const [slot, { sold, held = 0 }] of all) {
    const [, before] = bySlot.get(Slot.key(slot)) ?? [slot, { sold: 0, held: 0 }]
    bySlot.set(Slot.key(slot), [slot, { sold: before.sold + sold, held: (before.held ?? 0) + held }])
  }
  return [...bySlot.values()]
}

/** The places of these rows, as they are given back. */
export const givenBack = (held: readonly HeldPlaces[]): readonly TakenInSlot[] =>
  held.map((row) => [slotOfRow(row), { sold: 0, held: -row.places }])
