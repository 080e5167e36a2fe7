import { type Capacity, type EventId, type Offer, type Places, Slot, type Taken } from '@museum/domain'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import { compiledForEachCount, compiledForUuids, type Engine, type UuidBytes, uuidOfBytes } from '@museum/database'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type SlotRowKey, inKeyOrder, slotKeyColumns, slotOfRow, slotRowKey } from './slot-rows.ts'

/** The places of slots that a transaction has locked, and the revisions that were read after the locks. */
export type LockedPlaces = Readonly<{
  /** By the keys of the slots. */
  places: ReadonlyMap<string, Places & Readonly<{ held: number }>>
  /** In seconds since 1970, by the clock of the database. */
  lockedAt: number
  /** The revisions of the events, and that of the museum's hours. */
  revisions: ReadonlyMap<Offer, number>
}>

type SlotRow = SlotRowKey & Readonly<{ sold: number; held: number; now: number }>
/** A slot, and how many of its places are taken there. */
export type TakenInSlot = readonly [slot: Slot, taken: Taken]

type OfferRow = Readonly<{ event_id: UuidBytes<EventId> | null; revision: number; capacity: Capacity | null }>

/** The statements that lock slots and take their places, which are compiled once for each number of slots. */
export const placesStatements = (kysely: Kysely<MuseumTables>, engine: Engine) => {
  const { forUpdate, forUpdateSkipLocked, now } = engine
  const keysOf = (slots: readonly Slot[]) => slots.map(slotRowKey)
  const valuesOf = (slots: readonly Slot[]) => keysOf(slots).flatMap((key) => Object.values(key))
  const lockingSelect = (lock: RawBuilder<unknown>) =>
    compiledForEachCount(valuesOf, (slots) =>
      kysely
        .selectFrom(byPrimaryKey(engine, 'slot'))
        .select([...slotKeyColumns, 'sold', 'held', now.as('now')])
        .where(({ or, and }) => or(keysOf(slots).map((key) => and(key))))
        .modifyEnd(lock)
        .compile(),
    )
  const [waiting, skipping] = [lockingSelect(forUpdate), lockingSelect(forUpdateSkipLocked)]
  const eventOffers = compiledForUuids((eventIds: readonly UuidBytes<EventId>[]) =>
    kysely
      .selectFrom('special_event')
      .select(['event_id', 'revision', 'capacity'])
      .where('event_id', 'in', eventIds)
      .compile(),
  )
  const generalOffer = kysely
    .selectFrom(['change_lock', 'general_entry'])
    .select([sql<null>`null`.as('event_id'), 'change_lock.changes as revision', 'capacity'])
    .where('kind', '=', 'museum-hours')
    .compile()
  const takenRowsOf = (taken: readonly TakenInSlot[]) =>
    taken.map(([slot, { sold, held = 0 }]) => Object.assign(slotRowKey(slot), { sold, held }))
  const addTaken = compiledForEachCount(
    (taken: readonly TakenInSlot[]) => takenRowsOf(taken).flatMap((row) => Object.values(row)),
    (taken) =>
      kysely
        .insertInto('slot')
        .values(takenRowsOf(taken).map((row) => Object.assign(row, { changes: sql.lit(0) })))
        // Not an insert that ignores existing rows, of which many at a time deadlock.
        .modifyEnd(
          sql`${engine.onDuplicateKey} sold = slot.sold + ${engine.insertedValue('sold')},
            held = slot.held + ${engine.insertedValue('held')}`,
        )
        .compile(),
  )
  const changeSlots = compiledForEachCount(valuesOf, (slots) =>
    kysely
      .updateTable('slot')
      .set(({ eb }) => ({ changes: eb('changes', '+', sql.lit(1)) }))
      .where(({ or, and }) => or(keysOf(slots).map((key) => and(key))))
      .compile(),
  )
  return {
    /**
     * Locks slots in the order of their keys, and then reads the revisions and capacities. With `addsRows`, the slots that have no
     * row get one first: of all slots together, or the locks would be out of order. With `skipsLocked`, slots that another
     * transaction has locked are left out.
     */
    lockPlaces(wanted: readonly Slot[], addsRows: boolean, skipsLocked: boolean) {
      const slots = inKeyOrder(wanted)
      const eventIds = new Set(slots.flatMap(({ offer }) => (offer === 'general' ? [] : offer)))
      const statements: readonly CompiledQuery[] = [
        ...(addsRows ? [addTaken(slots.map((slot) => [slot, { sold: 0 }]))] : []),
        (skipsLocked ? skipping : waiting)(slots),
        ...(eventIds.size > 0 ? [eventOffers([...eventIds])] : []),
        ...(slots.some(({ offer }) => offer === 'general') ? [generalOffer] : []),
      ]
      const lockedOf = (rows: readonly (readonly unknown[])[]): LockedPlaces => {
        const [slotRows, ...offerRows] = rows.slice(addsRows ? 1 : 0) as [readonly SlotRow[], ...OfferRow[][]]
        const offers = new Map(
          offerRows
            .flat()
            .map((row) => [row.event_id === null ? ('general' as const) : uuidOfBytes(row.event_id), row]),
        )
        return {
          places: new Map(
            slotRows.map((row) => {
              const slot = slotOfRow(row)
              // A restored backup may lack the event: its revision is missing then, and the offer is read again.
              const capacity = offers.get(slot.offer)?.capacity ?? null
              return [Slot.key(slot), { capacity, sold: row.sold, held: row.held }]
            }),
          ),
          lockedAt: slotRows[0]?.now ?? 0,
          revisions: new Map([...offers].map(([offer, { revision }]) => [offer, revision])),
        }
      }
      return { statements, lockedOf }
    },
    /** Writes slots, which must be locked, so that no earlier attempt on another node can be committed any more. */
    changePlaces: (slots: readonly Slot[]): CompiledQuery => changeSlots(inKeyOrder(slots)),
    /** Takes places in slots, which must be locked, or gives some back: by negative numbers. */
    takePlaces: addTaken,
  }
}
