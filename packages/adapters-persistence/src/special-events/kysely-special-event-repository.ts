import { type SpecialEventRepository, requestInProgress } from '@museum/application'
import { type EventId, type Refusal, type SpecialEvent, eventNotFound, isRefusal } from '@museum/domain'
import type { Transaction } from 'kysely'
import { batched } from '../database/batched.ts'
import { insertRecord } from '../idempotency/idempotency-record-statements.ts'
import { limitConcurrency } from '../database/limit-concurrency.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { cachingOccurrences } from './cached-occurrences.ts'
import { specialEventList } from './special-event-list.ts'
import { compileFindEvents, findLocked, insertEvent, removeEvent, replaceEvent } from './special-event-statements.ts'

/** The time limit of a change, its waiting included. */
const changeMilliseconds = 6_000

/** The special events, in SQL. Reads of single events are batched. */
export const kyselySpecialEventRepository = (database: MuseumDatabase): SpecialEventRepository => {
  const { kysely, query, transaction, withDeadline, engine } = database
  const { forUpdate, now } = engine
  // Changes of one event wait here for each other, so that changes that wait for one locked row use one connection.
  const limited = limitConcurrency({
    maxConcurrent: 1,
    maxWaiting: Number.POSITIVE_INFINITY,
    busyMessage: 'The special event is being changed for too long',
  })
  const change = <T>(eventId: EventId, work: (tables: Transaction<MuseumTables>) => Promise<T>) =>
    withDeadline(changeMilliseconds, () => limited(eventId, () => transaction(work)))
  const findWhole = compileFindEvents(kysely)
  const findEvents = cachingOccurrences(kysely, findWhole)
  const list = specialEventList(database)
  return {
    // Not retried when its outcome is unknown: if the event was stored and then deleted, a retry would store it again.
    add: (event) =>
      transaction(async (tables) => {
        await insertEvent(tables, event)
        return event
      }),
    addWithRecord: (event, record) =>
      transaction(async (tables, isOutcomeUnknown) => {
        if (await insertRecord(tables, engine, record, isOutcomeUnknown)) {
          await insertEvent(tables, event)
          return event
        }
        const [stored] = await findWhole(tables, [event.eventId])
        return stored === undefined ? requestInProgress(record) : event
      }, 'idempotent'),
    find: batched((eventIds: readonly EventId[]) => query((tables) => findEvents(tables, eventIds))),
    update: <R extends Refusal>(eventId: EventId, decide: (current: SpecialEvent) => SpecialEvent | R) =>
      change(eventId, async (tables) => {
        const current = await findLocked(tables, findWhole, eventId, forUpdate)
        if (current === undefined) return eventNotFound(eventId)
        const changed: SpecialEvent | Refusal = decide(current)
        if (isRefusal(changed)) return changed as R
        if (changed !== current) await replaceEvent(tables, now, current, changed)
        return changed
      }),
    remove: (eventId, permit) =>
      change(eventId, async (tables) => {
        const current = await findLocked(tables, findWhole, eventId, forUpdate)
        if (current === undefined) return eventNotFound(eventId)
        const refusal = permit(current)
        if (refusal !== undefined) return refusal
        await removeEvent(tables, now, current)
        return current
      }),
    during: (period, { page, limit }) => list({ period, offset: (page - 1) * limit, limit }),
  }
}
