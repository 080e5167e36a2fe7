import type { IdempotencyRecord, TicketSale, WantedTickets } from '@museum/application'
import { type Capacity, type Places, Slot, type Ticket } from '@museum/domain'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { compiledForEachCount, compiledForUuids, compiledOnce } from '../database/compiled-statements.ts'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import type { Reads, RowsOf } from '../database/lock-then-write.ts'
import type { Engine } from '../engines/engine.ts'
import { recordRowOf } from '../idempotency/kysely-idempotency-record-repository.ts'
import { type SoldOrder, orderRowOf } from '../orders/order-rows.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { deletionsFor } from './summed-sales.ts'

/**
 * A locked counter, which is the row that counts the tickets of an occurrence or of a day's general entry. `lockedAt` is in
 * seconds since 1970, by the clock of the database.
 */
type Counter = Places & Readonly<{ lockedAt: number }>

/** What the first statements of a sale have locked and read. */
export type Locked = Readonly<{
  counters: ReadonlyMap<string, Counter>
  revisions: ReadonlyMap<string, number>
}>

/** A sale that is to be stored, and the request under whose key it was made. */
export type AcceptedSale = TicketSale & Pick<WantedTickets, 'once'>

const slotKey = (ticket: Ticket): string => Slot.key(Slot.of(ticket))

type CounterRow = Readonly<{
  event_id: Uint8Array | null
  date: string
  number: number
  sold: number
  capacity: number | null
  now: number
}>
type RevisionRow = Readonly<{ event_id: Uint8Array | null; revision: number }>
/** The rows of occurrences, if any ticket is for an event; then the rows of days, if any is for general entry. */
type SaleRows = readonly [CounterRow, RevisionRow] | readonly [CounterRow, RevisionRow, CounterRow, RevisionRow]

/** The statements of a sale, which are compiled once for each number of rows. */
export const saleStatements = (kysely: Kysely<MuseumTables>, engine: Engine) => {
  const { forUpdate, forUpdateSkipLocked, now } = engine
  const lockingSelects = (lock: RawBuilder<unknown>) => ({
    events: compiledForEachCount(
      (slots: readonly Slot[]) => slots.flatMap(({ offer, date }) => [bytesOfUuid(offer), date]),
      (slots) =>
        kysely
          .selectFrom(byPrimaryKey(engine, 'occurrence'))
          .select(['event_id', 'event_date as date', 'occurrence_number as number', 'sold', 'capacity', now.as('now')])
          .where(({ or, and }) => or(slots.map(() => and({ event_id: Buffer.alloc(16), event_date: '' }))))
          .modifyEnd(lock)
          .compile(),
    ),
    days: compiledForEachCount(
      (slots: readonly Slot[]) => slots.map(({ date }) => date),
      (slots) =>
        kysely
          .selectFrom(byPrimaryKey(engine, 'general_entry_day'))
          .select(({ lit }) => [sql<null>`null`.as('event_id'), 'entry_date as date', lit(0).as('number')])
          .select(['sold', 'capacity', now.as('now')])
          .where(
            'entry_date',
            'in',
            slots.map(({ date }) => date),
          )
          .modifyEnd(lock)
          .compile(),
    ),
  })
  const [waiting, skipping] = [lockingSelects(forUpdate), lockingSelects(forUpdateSkipLocked)]
  const eventRevisions = compiledForUuids((eventIds) =>
    kysely.selectFrom('special_event').select(['event_id', 'revision']).where('event_id', 'in', eventIds).compile(),
  )
  const hoursRevision = kysely
    .selectFrom('change_lock')
    .select([sql<null>`null`.as('event_id'), 'changes as revision'])
    .where('kind', '=', 'museum-hours')
    .compile()
  const countOccurrence = compiledOnce(['event_id', 'event_date', 'tickets'], ({ event_id, event_date, tickets }) =>
    kysely
      .updateTable('occurrence')
      .set(({ eb }) => ({ sold: eb('sold', '+', tickets) }))
      .where('event_id', '=', event_id)
      .where('event_date', '=', event_date)
      .compile(),
  )
  const countDay = compiledOnce(['entry_date', 'tickets'], ({ entry_date, tickets }) =>
    kysely
      .updateTable('general_entry_day')
      .set(({ eb }) => ({ sold: eb('sold', '+', tickets) }))
      .where('entry_date', '=', entry_date)
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
     * Locks the counters of slots, those of occurrences first, each in the order of their keys, and reads the revisions. With
     * `skipsLocked`, counters that another transaction has locked are left out.
     */
    reads(wanted: readonly Slot[], skipsLocked: boolean): Reads<SaleRows> {
      const byKey = new Map(wanted.map((slot) => [Slot.key(slot), slot]))
      const slots = [...byKey.keys()].toSorted().map((key) => byKey.get(key)!)
      const { events, days } = skipsLocked ? skipping : waiting
      const ofEvents = slots.filter(({ offer }) => offer !== 'general')
      const ofDays = slots.filter(({ offer }) => offer === 'general')
      const eventIds = new Set(ofEvents.map(({ offer }) => offer))
      return [
        ...(ofEvents.length > 0 ? [events(ofEvents), eventRevisions([...eventIds])] : []),
        ...(ofDays.length > 0 ? [days(ofDays), hoursRevision] : []),
      ] as unknown as Reads<SaleRows>
    },
    /** The counters that were locked, by the keys of their slots; and the revisions by their offers. */
    lockedOf([counters, revisions, dayCounters = [], hoursRevisions = []]: RowsOf<SaleRows>): Locked {
      const offerOf = ({ event_id }: Pick<RevisionRow, 'event_id'>) =>
        event_id === null ? 'general' : uuidOfBytes(event_id)
      return {
        counters: new Map(
          [...counters, ...dayCounters].map((row) => [
            Slot.key({ ...row, offer: offerOf(row) }),
            { capacity: row.capacity as Capacity | null, sold: row.sold, lockedAt: row.now },
          ]),
        ),
        revisions: new Map([...revisions, ...hoursRevisions].map((row) => [offerOf(row), row.revision])),
      }
    },
    /** Stores what sales consist of, and updates the counters of their tickets, which must be locked. */
    writes(sales: readonly AcceptedSale[], { counters }: Locked): readonly CompiledQuery[] {
      const tickets = sales.flatMap((sale) => sale.tickets)
      const bySlot = Map.groupBy(tickets, slotKey)
      const records = sales.flatMap(({ once, renderAnswer }) =>
        once === undefined ? [] : { ...once, answer: renderAnswer!() },
      )
      const orders = sales.filter(isOrder)
      return [
        ...[...bySlot.values()].map(([ticket, ...others]) => {
          const count = others.length + 1
          const { offer, date } = Slot.of(ticket!)
          return offer === 'general'
            ? countDay({ entry_date: date, tickets: count })
            : countOccurrence({ event_id: bytesOfUuid(offer), event_date: date, tickets: count })
        }),
        ...(records.length > 0 ? [insertRecords(records)] : []),
        ...(orders.length > 0 ? [insertOrders(orders)] : []),
        insertTickets(tickets),
        ...deletionsFor(
          kysely,
          tickets.flatMap(({ soldAt }) => soldAt ?? []),
          1_000 * counters.get(slotKey(tickets[0]!))!.lockedAt,
        ),
      ]
    },
  }
}

const isOrder = (sale: AcceptedSale): sale is AcceptedSale & SoldOrder => sale.order !== undefined
