import type { EventId, SpecialEvent } from '@museum/domain'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { bytesOfUuid, compiledForUuids, type UuidBytes, uuidOfBytes } from '@museum/database'
import type { MuseumTables } from '../database/museum-tables.ts'
import { eventColumns, eventOf, wholeDeletedEvent, wholeEvent, wholeEventOf } from './special-event-row.ts'

/** Finds events, in the order of the identifiers. */
export type FindEvents = (
  tables: Kysely<MuseumTables>,
  eventIds: readonly EventId[],
) => Promise<readonly (SpecialEvent | undefined)[]>

/** Makes `FindEvents` with one statement, which is compiled once for each number of events. */
export const compileFindEvents = (kysely: Kysely<MuseumTables>) => {
  const selectEvents = compiledForUuids((eventIds: readonly UuidBytes<EventId>[]) =>
    kysely
      .selectFrom('special_event')
      .select(wholeEvent)
      .where('special_event.event_id', 'in', eventIds)
      .where('deleted_at', 'is', null)
      .compile(),
  )
  /** The events of the rows of `selectEvents`. */
  const eventsOf = (rows: Awaited<ReturnType<typeof execute>>): ReadonlyMap<EventId, SpecialEvent> =>
    new Map(rows.map(wholeEventOf).map((event) => [event.eventId, event]))
  const execute = async (tables: Kysely<MuseumTables>, eventIds: readonly EventId[]) =>
    (await tables.executeQuery(selectEvents(eventIds))).rows
  const findEvents: FindEvents = async (tables, eventIds) => {
    const events = eventsOf(await execute(tables, [...new Set(eventIds)]))
    return eventIds.map((eventId) => events.get(eventId))
  }
  return { selectEvents, eventsOf, findEvents }
}

/** The maximum number of cached occurrences, which take about 3 MB. */
const maxOccurrences = 20_000
/**
 * In milliseconds. The occurrences of a revision do not change, unless the database is restored from a backup or edited by
 * hand.
 */
const maxAge = 10_000

/**
 * Makes `FindEvents` that caches the occurrences of each event under its revision: reading an event's row by its primary key
 * takes half the time of reading it with its occurrences. `findWhole` finds events with their occurrences; `now` is a
 * monotonic clock in milliseconds.
 */
export const cachingOccurrences = (
  kysely: Kysely<MuseumTables>,
  findWhole: FindEvents,
  now: () => number = () => performance.now(),
): FindEvents => {
  const selectRows = compiledForUuids((eventIds: readonly UuidBytes<EventId>[]) =>
    kysely
      .selectFrom('special_event')
      .select(eventColumns)
      .where('event_id', 'in', eventIds)
      .where('deleted_at', 'is', null)
      .compile(),
  )
  const cache = new LRUCache<EventId, Pick<SpecialEvent, 'revision' | 'occurrences'>>({
    maxSize: maxOccurrences,
    sizeCalculation: ({ occurrences }) => occurrences.length,
    ttl: maxAge,
    ttlResolution: 0,
    perf: { now },
  })
  const findAndCache: FindEvents = async (tables, eventIds) => {
    const events = await findWhole(tables, eventIds)
    for (const event of events)
      if (event !== undefined) cache.set(event.eventId, { revision: event.revision, occurrences: event.occurrences })
    return events
  }
  return async (tables, eventIds) => {
    const cached = new Map(eventIds.map((eventId) => [eventId, cache.get(eventId)]))
    if ([...cached.values()].includes(undefined)) return findAndCache(tables, eventIds)
    const { rows } = await tables.executeQuery(selectRows([...cached.keys()]))
    const events = new Map<EventId, SpecialEvent | undefined>()
    const changed: EventId[] = []
    for (const row of rows) {
      const eventId = uuidOfBytes(row.event_id) as EventId
      const { revision, occurrences } = cached.get(eventId)!
      if (row.revision === revision) events.set(eventId, eventOf(row, occurrences))
      else changed.push(eventId)
    }
    if (changed.length > 0)
      for (const [n, event] of (await findAndCache(tables, changed)).entries()) events.set(changed[n]!, event)
    return eventIds.map((eventId) => events.get(eventId))
  }
}

/** Finds an event, and locks its row until the transaction ends, also that of a deleted event. */
export const findLocked = async (
  tables: Transaction<MuseumTables>,
  findWhole: FindEvents,
  eventId: EventId,
  forUpdate: RawBuilder<unknown>,
): Promise<SpecialEvent | undefined> => {
  // The row is locked first and read afterwards: a subquery of the locking statement may read an older state than the locked
  // row.
  const locked = await tables
    .selectFrom('special_event')
    .select('event_id')
    .where('event_id', '=', bytesOfUuid(eventId))
    .modifyEnd(forUpdate)
    .executeTakeFirst()
  return locked && (await findWhole(tables, [eventId]))[0]
}

/** Finds a deleted event, which must be locked, with the occurrences that its deletion removed. */
export const findDeleted = async (
  tables: Transaction<MuseumTables>,
  eventId: EventId,
): Promise<SpecialEvent | undefined> => {
  const row = await tables
    .selectFrom('special_event')
    .select(wholeDeletedEvent)
    .where('special_event.event_id', '=', bytesOfUuid(eventId))
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return row && wholeEventOf(row)
}

/** Those of the identifiers that belong to events or to deleted events. At least one identifier is required. */
export const storedOrDeleted = async (
  tables: Kysely<MuseumTables>,
  eventIds: readonly EventId[],
): Promise<ReadonlySet<EventId>> => {
  const rows = await tables
    .selectFrom('special_event')
    .select('event_id')
    .where('event_id', 'in', eventIds.map(bytesOfUuid))
    .execute()
  return new Set(rows.map(({ event_id }) => uuidOfBytes(event_id)))
}
