import {
  type CapacityChange,
  type CapacityRepository,
  type NewAuditEntry,
  type SoldPlaces,
  maxCountedItems,
} from '@museum/application'
import { type CalendarDate, type Capacity, type PlaceLimit, eventNotFound, isRefusal } from '@museum/domain'
import type { Transaction } from 'kysely'
import { insertAuditEntry } from '../audit/insert-audit-entry.ts'
import { coalesced } from '../database/coalesced.ts'
import { limitConcurrency } from '../database/limit-concurrency.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { awaitingEarlierWrites } from './awaiting-earlier-writes.ts'
import { type LimitColumns, limitOf } from './limit-of.ts'
import { type CounterKey, generalEntryCounterKey, occurrenceCounterKey } from './counter-key.ts'
import { selectSold } from './select-sold.ts'

/** A limit as a transaction has stored or found it. */
type StoredLimit = Readonly<{ limit: PlaceLimit | undefined; isChanged: boolean }>

/** The limits and what is sold under them, in SQL. Concurrent reads of the limit of general entry share one statement. */
export const kyselyCapacityRepository = (database: MuseumDatabase): CapacityRepository => {
  const { query, transaction, engine } = database
  const { forUpdate } = engine
  const awaitEarlierWrites = awaitingEarlierWrites(database)
  // Counting may take long, like a list.
  const counting = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: Number.POSITIVE_INFINITY,
    busyMessage: 'Too many tickets are being counted',
  })
  const generalEntryLimit = coalesced(() =>
    query(async (tables) =>
      limitOf(
        await tables
          .selectFrom('general_entry_limit')
          .select(['capacity', 'limit_number'])
          .where('id', '=', 1)
          .executeTakeFirstOrThrow(),
      ),
    ),
  )

  /** Stores a capacity, unless it is so already. */
  const change = async (
    tables: Transaction<MuseumTables>,
    before: LimitColumns,
    capacity: Capacity | null,
    store: (after: LimitColumns) => Promise<unknown>,
    entryOf: (before: Capacity | null) => NewAuditEntry,
  ): Promise<StoredLimit> => {
    if (before.capacity === capacity) return { limit: limitOf(before), isChanged: false }
    const after = { capacity, limit_number: capacity === null ? null : await nextLimitNumber(tables) }
    await store(after)
    await insertAuditEntry(tables, entryOf(before.capacity as Capacity | null))
    return { limit: limitOf(after), isChanged: true }
  }
  /** Waits for older writes also when nothing changed: an earlier call may have stored the limit and not have waited. */
  const putInForce = async ({ limit, isChanged }: StoredLimit): Promise<CapacityChange> => {
    if (limit !== undefined) await awaitEarlierWrites(limit)
    return { capacity: limit?.capacity ?? null, isChanged }
  }
  const nextLimitNumber = async (tables: Transaction<MuseumTables>) => {
    await tables
      .updateTable('general_entry_limit')
      .set(({ eb }) => ({ limit_sequence: eb('limit_sequence', '+', 1) }))
      .where('id', '=', 1)
      .execute()
    const { limit_sequence } = await tables
      .selectFrom('general_entry_limit')
      .select('limit_sequence')
      .where('id', '=', 1)
      .modifyEnd(forUpdate)
      .executeTakeFirstOrThrow()
    return limit_sequence
  }

  /** Counts the tickets of places without a counter; null for more than `maxCountedItems` where no limit needs the number. */
  const count = async (
    limit: PlaceLimit | undefined,
    places: readonly Readonly<{ key: CounterKey; counted: number | null }>[],
  ): Promise<SoldPlaces> => {
    const dates: SoldPlaces['dates'][number][] = []
    for (const { key, counted } of places) {
      const date = key.event_date as CalendarDate
      const sold = counted ?? (await counting('', () => countSold(key, limit)))
      dates.push({ date, sold })
    }
    return { limit, dates }
  }
  const countSold = async (key: CounterKey, limit: PlaceLimit | undefined) => {
    const { sold } = await query((tables) => {
      const tickets = selectSold(tables, key).select('ticket_date')
      return tables
        .selectFrom((limit === undefined ? tickets.limit(maxCountedItems + 1) : tickets).as('tickets'))
        .select(({ fn }) => fn.countAll<number>().as('sold'))
        .executeTakeFirstOrThrow()
    })
    return limit === undefined && sold > maxCountedItems ? null : sold
  }

  return {
    generalEntryLimit: () => generalEntryLimit({}),
    async setForEvent(eventId, capacity, entryOf) {
      const event_id = bytesOfUuid(eventId)
      const outcome = await transaction(async (tables) => {
        const before = await tables
          .selectFrom('special_event')
          .select(['capacity', 'limit_number'])
          .where('event_id', '=', event_id)
          .modifyEnd(forUpdate)
          .executeTakeFirst()
        if (before === undefined) return eventNotFound(eventId)
        const store = (after: LimitColumns) =>
          tables.updateTable('special_event').set(after).where('event_id', '=', event_id).execute()
        return change(tables, before, capacity, store, entryOf)
      })
      return isRefusal(outcome) ? outcome : putInForce(outcome)
    },
    async setForGeneralEntry(capacity, entryOf) {
      const stored = await transaction(async (tables) => {
        const before = await tables
          .selectFrom('general_entry_limit')
          .select(['capacity', 'limit_number'])
          .where('id', '=', 1)
          .modifyEnd(forUpdate)
          .executeTakeFirstOrThrow()
        const store = (after: LimitColumns) =>
          tables.updateTable('general_entry_limit').set(after).where('id', '=', 1).execute()
        return change(tables, before, capacity, store, entryOf)
      })
      return putInForce(stored)
    },
    async soldForEvent(eventId) {
      const rows = await query((tables) =>
        tables
          .selectFrom('special_event')
          .innerJoin('special_event_occurrence as occurrence', 'occurrence.event_id', 'special_event.event_id')
          .leftJoin('place_counter', (counter) =>
            counter
              .onRef('place_counter.event_id', '=', 'occurrence.event_id')
              .onRef('place_counter.event_date', '=', 'occurrence.event_date')
              .onRef('place_counter.occurrence_number', '=', 'occurrence.occurrence_number')
              .onRef('place_counter.limit_number', '=', 'special_event.limit_number'),
          )
          .select(['special_event.capacity', 'special_event.limit_number', 'place_counter.sold as counted'])
          .select(['occurrence.event_date as date', 'occurrence.occurrence_number as number'])
          .where('special_event.event_id', '=', bytesOfUuid(eventId))
          .orderBy('occurrence.event_date')
          .execute(),
      )
      if (rows.length === 0) return eventNotFound(eventId)
      return count(
        limitOf(rows[0]!),
        rows.map(({ date, number, counted }) => ({
          key: occurrenceCounterKey(eventId, { date: date as CalendarDate, number }),
          counted,
        })),
      )
    },
    async soldForGeneralEntry(dates) {
      if (dates.length === 0) return { limit: await generalEntryLimit({}), dates: [] }
      const rows = await query((tables) =>
        tables
          .selectFrom('general_entry_limit')
          .leftJoin('place_counter', (counter) =>
            counter
              .onRef('place_counter.limit_number', '=', 'general_entry_limit.limit_number')
              .on('place_counter.event_id', '=', generalEntryCounterKey(dates[0]!).event_id)
              .on('place_counter.event_date', 'in', [...dates]),
          )
          .select(['general_entry_limit.capacity', 'general_entry_limit.limit_number'])
          .select(['place_counter.event_date as date', 'place_counter.sold as counted'])
          .where('general_entry_limit.id', '=', 1)
          .execute(),
      )
      const counted = new Map(rows.map(({ date, counted: sold }) => [date, sold]))
      return count(
        limitOf(rows[0]!),
        dates.map((date) => ({ key: generalEntryCounterKey(date), counted: counted.get(date) ?? null })),
      )
    },
  }
}
