import { IdempotencyRecord, type NewAuditEntry, type SpecialEventRepository } from '@museum/application'
import { type EventId, Occurrence, type Refusal, SpecialEvent, isRefusal } from '@museum/domain'
import type { Transaction } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { batched, lockQueue } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { insertRecord } from '../idempotency/kysely-idempotency-record-repository.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { importEvents, previewImport } from './import-events.ts'
import { selectAfter, selectDeleted, specialEventList } from './special-event-list.ts'
import { cachingOccurrences, compileFindEvents, findDeleted, findLocked, storedOrDeleted } from './find-events.ts'
import { type MessageRecorder, type RecordMessages, messageRecorder } from '../messages/record-messages.ts'
import { insertEvent, deleteEvent, replaceEvent, restoreEvent } from './store-events.ts'

/** The special events, in SQL. Reads of single events are batched. */
export const kyselySpecialEventRepository = (
  database: MuseumDatabase,
  messages: MessageRecorder = messageRecorder(database),
): SpecialEventRepository => {
  const { kysely, query, transaction, engine, tracer } = database
  const { forUpdate } = engine
  const { inQueue } = lockQueue(database)
  const change = <T>(
    eventId: EventId,
    work: (tables: Transaction<MuseumTables>, record: RecordMessages) => Promise<T>,
  ) =>
    inQueue({ row: `event ${eventId}` }, async () => {
      const record = await messages.recorder()
      return transaction((tables) => work(tables, record))
    })
  const { findEvents: findWhole } = compileFindEvents(kysely)
  const findEvents = cachingOccurrences(kysely, findWhole)
  const list = specialEventList(database)
  return {
    add: async (event, entry, record) => {
      const { store } = await messages.recorder()
      const insert = async (tables: Transaction<MuseumTables>) => {
        await insertAuditEntry(tables, entry)
        await store(tables, [{ type: 'special-event.created', event, at: entry.at }])
        await insertEvent(tables, event)
        return event
      }
      // Not retried when its outcome is unknown: if the event was stored and then deleted, a retry would create it again.
      if (record === undefined) return transaction(insert)
      return transaction(async (tables, isOutcomeUnknown) => {
        if (await insertRecord(tables, engine, record, isOutcomeUnknown)) return insert(tables)
        const [stored] = await findWhole(tables, [event.eventId])
        return stored === undefined ? IdempotencyRecord.inProgress(record) : event
      }, 'idempotent')
    },
    addImported: (events, { isDryRun = false } = {}) =>
      isDryRun ? previewImport(database, events) : importEvents(database, messages, events),
    find: batched((eventIds: readonly EventId[]) => query((tables) => findEvents(tables, eventIds)), tracer),
    isKnown: (eventId) => query(async (tables) => (await storedOrDeleted(tables, [eventId])).size > 0),
    update: <R extends Refusal>(
      eventId: EventId,
      decide: (current: SpecialEvent) => SpecialEvent | R,
      entryOf: (before: SpecialEvent, after: SpecialEvent) => NewAuditEntry,
    ) =>
      change(eventId, async (tables, { store }) => {
        const current = await findLocked(tables, findWhole, eventId, forUpdate)
        if (current === undefined) return SpecialEvent.notFound(eventId)
        const changed: SpecialEvent | Refusal = decide(current)
        if (isRefusal(changed)) return changed as R
        if (changed === current) return current
        const entry = entryOf(current, changed)
        await insertAuditEntry(tables, entry)
        const { removed } = Occurrence.compare(current.occurrences, changed.occurrences)
        await store(tables, [
          { type: 'special-event.updated', event: changed, at: entry.at },
          removed.length > 0 ? { type: 'event-tickets.changed', eventId, at: entry.at } : undefined,
        ])
        await replaceEvent(tables, engine, current, changed)
        return changed
      }),
    remove: (eventId, findRefusal, entryOf) =>
      change(eventId, async (tables, { store }) => {
        const current = await findLocked(tables, findWhole, eventId, forUpdate)
        if (current === undefined) return SpecialEvent.notFound(eventId)
        const refusal = findRefusal(current)
        if (refusal !== undefined) return refusal
        const entry = entryOf(current)
        await insertAuditEntry(tables, entry)
        await store(tables, [
          { type: 'special-event.deleted', event: current, at: entry.at },
          { type: 'event-tickets.changed', eventId, at: entry.at },
        ])
        await deleteEvent(tables, engine, current)
        return current
      }),
    restore: (eventId, entryOf) =>
      change(eventId, async (tables, { store }) => {
        const current = await findLocked(tables, findWhole, eventId, forUpdate)
        if (current !== undefined) return { event: current, isChanged: false }
        const removed = await findDeleted(tables, eventId)
        if (removed === undefined) return SpecialEvent.notFound(eventId)
        const restored = { ...removed, revision: removed.revision + 1 }
        const entry = entryOf(restored)
        await insertAuditEntry(tables, entry)
        await store(tables, [
          { type: 'special-event.restored', event: restored, at: entry.at },
          { type: 'event-tickets.changed', eventId, at: entry.at },
        ])
        await restoreEvent(tables, engine, { removed, restored })
        return { event: restored, isChanged: true }
      }),
    after: (eventId, limit) => query((tables) => selectAfter(tables, eventId, limit)),
    deleted: (request) => query((tables) => selectDeleted(tables, request)),
    during: (period, request) => list({ period, request }),
  }
}
