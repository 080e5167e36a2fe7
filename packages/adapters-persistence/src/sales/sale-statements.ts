import type { IdempotencyRecord, TicketSale, WantedTickets } from '@museum/application'
import { type Capacity, type EventId, type Offer, type Places, Slot, type Ticket } from '@museum/domain'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { compiledForEachCount, compiledForUuids, compiledOnce } from '../database/compiled-statements.ts'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { inKeyOrder, offerOfRow, slotKeyColumns, slotRowKey, ticketsBySlot } from '../places/slot-rows.ts'
import { uuidOfBytes } from '../database/uuid-column.ts'
import type { Engine } from '../engines/engine.ts'
import { recordRowOf } from '../idempotency/kysely-idempotency-record-repository.ts'
import { type SoldOrder, orderRowOf } from '../orders/order-rows.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { deletionsFor } from './summed-sales.ts'

/** What a sale has locked and read. `lockedAt` is in seconds since 1970, by the clock of the database. */
export type Locked = Readonly<{
  /** The places of the slots that are locked, by their keys. */
  places: ReadonlyMap<string, Places & Readonly<{ lockedAt: number }>>
  /** The revisions of the events, and that of the museum's hours, by offer; read after the locks, as are the capacities. */
  revisions: ReadonlyMap<Offer, number>
}>

/** A sale that is to be stored, and the request under whose key it was made. */
export type AcceptedSale = TicketSale & Pick<WantedTickets, 'once'>

type SlotRow = Readonly<{ offer_id: Uint8Array; date: string; number: number; sold: number; now: number }>
type OfferRow = Readonly<{ event_id: Uint8Array | null; revision: number; capacity: number | null }>

/** The statements of a sale, which are compiled once for each number of rows. */
export const saleStatements = (kysely: Kysely<MuseumTables>, engine: Engine) => {
  const { forUpdate, forUpdateSkipLocked, now } = engine
  const keysOf = (slots: readonly Slot[]) => slots.map(slotRowKey)
  const valuesOf = (slots: readonly Slot[]) => keysOf(slots).flatMap((key) => Object.values(key))
  const lockingSelect = (lock: RawBuilder<unknown>) =>
    compiledForEachCount(valuesOf, (slots) =>
      kysely
        .selectFrom(byPrimaryKey(engine, 'slot'))
        .select(['offer_id', 'slot_date as date', 'number', 'sold', now.as('now')])
        .where(({ or, and }) => or(keysOf(slots).map((key) => and(key))))
        .modifyEnd(lock)
        .compile(),
    )
  const [waiting, skipping] = [lockingSelect(forUpdate), lockingSelect(forUpdateSkipLocked)]
  const eventOffers = compiledForUuids((eventIds) =>
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
  const countTickets = compiledOnce([...slotKeyColumns, 'tickets'], ({ tickets, ...key }) =>
    kysely
      .updateTable('slot')
      .set(({ eb }) => ({ sold: eb('sold', '+', tickets) }))
      .where(({ and }) => and(key))
      .compile(),
  )
  const changeSlots = compiledForEachCount(valuesOf, (slots) =>
    kysely
      .updateTable('slot')
      .set(({ eb }) => ({ changes: eb('changes', '+', sql.lit(1)) }))
      .where(({ or, and }) => or(keysOf(slots).map((key) => and(key))))
      .compile(),
  )
  const insertSlots = compiledForEachCount(valuesOf, (slots) =>
    kysely
      .insertInto('slot')
      .values(
        keysOf(slots).map((key) => Object.assign(key, { sold: sql.lit(0), held: sql.lit(0), changes: sql.lit(0) })),
      )
      // Not an insert that ignores existing rows, of which many at a time deadlock.
      .modifyEnd(sql`${engine.onDuplicateKey} sold = slot.sold`)
      .compile(),
  )
  const insertTickets = compiledForEachCount(
    (tickets: readonly Ticket[]) => tickets.map(rowOf).flatMap((row) => Object.values(row)),
    (tickets) => kysely.insertInto('museum_ticket').values(tickets.map(rowOf)).compile(),
  )
  const insertRecords = compiledForEachCount(
    (records: readonly IdempotencyRecord[]) => records.map(recordRowOf).flatMap((row) => Object.values(row)),
    (records) =>
      kysely
        .insertInto('idempotency_record')
        .values(records.map((record) => ({ ...recordRowOf(record), recorded_at: now })))
        .compile(),
  )
  const insertOrders = compiledForEachCount(
    (orders: readonly SoldOrder[]) => orders.map(orderRowOf).flatMap((row) => Object.values(row)),
    (orders) => kysely.insertInto('museum_order').values(orders.map(orderRowOf)).compile(),
  )
  return {
    /**
     * Locks slots in the order of their keys, and then reads the revisions and capacities. With `addsRows`, the slots that have no
     * row get one first: of all slots together, or the locks would be out of order. With `skipsLocked`, slots that another
     * transaction has locked are left out.
     */
    reads(wanted: readonly Slot[], addsRows: boolean, skipsLocked: boolean) {
      const slots = inKeyOrder(wanted)
      const eventIds = new Set(slots.flatMap(({ offer }) => (offer === 'general' ? [] : offer)))
      const statements: readonly CompiledQuery[] = [
        ...(addsRows ? [insertSlots(slots)] : []),
        (skipsLocked ? skipping : waiting)(slots),
        ...(eventIds.size > 0 ? [eventOffers([...eventIds])] : []),
        ...(slots.some(({ offer }) => offer === 'general') ? [generalOffer] : []),
      ]
      const lockedOf = (rows: readonly (readonly unknown[])[]): Locked => {
        const [slotRows, ...offerRows] = rows.slice(addsRows ? 1 : 0)
        const offers = new Map(
          (offerRows.flat() as OfferRow[]).map((row) => [
            row.event_id === null ? ('general' as const) : (uuidOfBytes(row.event_id) as EventId),
            row,
          ]),
        )
        return {
          places: new Map(
            (slotRows as readonly SlotRow[]).map((row) => {
              const offer = offerOfRow(row)
              // A restored backup may lack the event: its revision is missing then, and the offer is read again.
              const capacity = (offers.get(offer)?.capacity ?? null) as Capacity | null
              return [Slot.key({ ...row, offer }), { capacity, sold: row.sold, lockedAt: row.now }]
            }),
          ),
          revisions: new Map([...offers].map(([offer, { revision }]) => [offer, revision])),
        }
      }
      return { statements, lockedOf }
    },
    /** Writes slots, which must be locked, so that no earlier attempt on another node can be committed any more. */
    changeOf: (slots: readonly Slot[]): CompiledQuery => changeSlots(inKeyOrder(slots)),
    /** Stores what sales consist of, and updates the counts of their slots, which must be locked. */
    writes(sales: readonly AcceptedSale[], { places }: Locked): readonly CompiledQuery[] {
      const tickets = sales.flatMap((sale) => sale.tickets)
      const records = sales.flatMap(({ once, renderAnswer }) =>
        once === undefined ? [] : { ...once, answer: renderAnswer!() },
      )
      const orders = sales.filter(isOrder)
      return [
        ...ticketsBySlot(tickets).map(([slot, { length }]) => countTickets({ ...slotRowKey(slot), tickets: length })),
        ...(records.length > 0 ? [insertRecords(records)] : []),
        ...(orders.length > 0 ? [insertOrders(orders)] : []),
        insertTickets(tickets),
        ...deletionsFor(
          kysely,
          tickets.flatMap(({ soldAt }) => soldAt ?? []),
          1_000 * places.get(Slot.key(Slot.of(tickets[0]!)))!.lockedAt,
        ),
      ]
    },
  }
}

const isOrder = (sale: AcceptedSale): sale is AcceptedSale & SoldOrder => sale.order !== undefined
