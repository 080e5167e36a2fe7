import {
  type CapacityChange,
  type CapacityRepository,
  type NewAuditEntry,
  type SoldPlaces,
  maxCountedItems,
} from '@museum/application'
import {
  type CalendarDate,
  type Capacity,
  type EventId,
  type PlaceLimit,
  eventNotFound,
  isRefusal,
} from '@museum/domain'
import type { Transaction } from 'kysely'
import { insertAuditEntry } from '../audit/insert-audit-entry.ts'
import { coalesced } from '../database/coalesced.ts'
import { limitConcurrency } from '../database/limit-concurrency.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { countSold, countSoldAtMost, inParts } from './count-sold.ts'
import { type LimitColumns, limitOf } from './limit-of.ts'
import { type CounterKey, generalEntryCounterKey, occurrenceCounterKey } from './counter-key.ts'
import { placeCounters } from './place-counters.ts'

/** The time limit of waiting for writes under earlier limits and of counting. */
const countingMilliseconds = 9_000

/** A limit as a transaction has stored or found it. */
type StoredLimit = Readonly<{ limit: PlaceLimit | undefined; isChanged: boolean }>

/** The limits and what is sold under them, in SQL. Concurrent reads of the limit of general entry share one statement. */
export const kyselyCapacityRepository = (database: MuseumDatabase): CapacityRepository => {
  const { query, transaction, engine, withDeadline, tracer } = database
  const { forUpdate } = engine
  const counters = placeCounters(database)
  // Counting may take long, like a list.
  const counting = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: Number.POSITIVE_INFINITY,
    busyMessage: 'Too many tickets are being counted',
  })
  const generalEntryLimit = coalesced(
    () =>
      query(async (tables) =>
        limitOf(
          await tables
            .selectFrom('general_entry_limit')
            .select(['capacity', 'limit_number'])
            .where('id', '=', 1)
            .executeTakeFirstOrThrow(),
        ),
      ),
    tracer,
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
  /**
   * Counts what is sold, after the writes under earlier limits. Also when nothing changed: an earlier call may have stored
   * the limit and not have counted.
   */
  const putInForce = async (
    { limit, isChanged }: StoredLimit,
    findKeys: () => Promise<readonly CounterKey[]>,
  ): Promise<CapacityChange> => {
    if (limit !== undefined)
      await withDeadline(countingMilliseconds, async () => counters.create(await findKeys(), limit))
    return { capacity: limit?.capacity ?? null, isChanged }
  }
  const keysOfEvent = async (eventId: EventId) => {
    const rows = await query((tables) =>
      tables
        .selectFrom('special_event_occurrence')
        .select(['event_date as date', 'occurrence_number as number'])
        .where('event_id', '=', bytesOfUuid(eventId))
        .orderBy('event_date')
        .execute(),
    )
    return rows.map(({ date, number }) => occurrenceCounterKey(eventId, { date: date as CalendarDate, number }))
  }
  /** Today, so that there is one, and the later days that have tickets. */
  const keysOfGeneralEntry = async (today: CalendarDate) => {
    const rows = await query((tables) =>
      tables
        .selectFrom('museum_ticket')
        .select('ticket_date as date')
        .distinct()
        .where('event_id', 'is', null)
        .where('ticket_date', '>', today)
        .orderBy('ticket_date')
        .execute(),
    )
    return [today, ...rows.map(({ date }) => date as CalendarDate)].map(generalEntryCounterKey)
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

  /** Counts the tickets of dates without a counter; null for more than `maxCountedItems` where no limit needs the number. */
  const count = async (
    limit: PlaceLimit | undefined,
    dates: readonly Readonly<{ key: CounterKey; counted: number | null }>[],
  ): Promise<SoldPlaces> => {
    const sold = new Map(dates.map(({ key, counted }) => [key, counted]))
    const uncounted = dates.filter(({ counted }) => counted === null).map(({ key }) => key)
    for (const keys of inParts(uncounted)) {
      const counts = await counting('', () =>
        query((tables) =>
          limit === undefined ? countSoldAtMost(tables, keys, maxCountedItems + 1) : countSold(tables, keys),
        ),
      )
      for (const [n, key] of keys.entries())
        sold.set(key, limit === undefined && counts[n]! > maxCountedItems ? null : counts[n]!)
    }
    return { limit, dates: dates.map(({ key }) => ({ date: key.event_date as CalendarDate, sold: sold.get(key)! })) }
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
      return isRefusal(outcome) ? outcome : putInForce(outcome, () => keysOfEvent(eventId))
    },
    async setForGeneralEntry(capacity, today, entryOf) {
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
      return putInForce(stored, () => keysOfGeneralEntry(today))
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
