import type { EventId, SpecialEvent } from '@museum/domain'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { compiledForEachCount } from '../database/compiled-for-each-count.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { eventColumns, eventOf } from './special-event-row.ts'
import type { FindEvents } from './special-event-statements.ts'

/** How many occurrences are remembered in total, in about 3 MB. */
const maxOccurrences = 20_000
/**
 * In milliseconds. The occurrences of a revision do not change, but a database that is restored from a backup, or edited by
 * hand, can have other occurrences under the same revision.
 */
const maxAge = 10_000

/**
 * Makes `FindEvents` that remembers the occurrences of each event under its revision: reading an event's row by its primary
 * key takes half the time of reading it with its occurrences. `findWhole` finds events whose occurrences are not remembered; `now` is a monotonic clock in milliseconds.
 */
export const rememberingOccurrences = (
  kysely: Kysely<MuseumTables>,
  findWhole: FindEvents,
  now: () => number = () => performance.now(),
): FindEvents => {
  const selectRows = compiledForEachCount(
    (eventId: EventId) => [bytesOfUuid(eventId)],
    (eventIds) =>
      kysely
        .selectFrom('special_event')
        .select(eventColumns)
        .where('special_event.event_id', 'in', eventIds.map(bytesOfUuid))
        .compile(),
  )
  const remembered = new LRUCache<EventId, Pick<SpecialEvent, 'revision' | 'occurrences'>>({
    maxSize: maxOccurrences,
    sizeCalculation: ({ occurrences }) => occurrences.length,
    ttl: maxAge,
    ttlResolution: 0,
    perf: { now },
  })
  return async (tables, eventIds) => {
    const { rows } = await tables.executeQuery(selectRows([...new Set(eventIds)]))
    const events = new Map<EventId, SpecialEvent>()
    const notRemembered: EventId[] = []
    for (const row of rows) {
      const eventId = uuidOfBytes(row.event_id) as EventId
      const known = remembered.get(eventId)
      if (known?.revision === row.revision) events.set(eventId, eventOf(row, known.occurrences))
      else notRemembered.push(eventId)
    }
    if (notRemembered.length > 0)
      for (const event of await findWhole(tables, notRemembered)) {
        if (event === undefined) continue
        const { eventId, revision, occurrences } = event
        remembered.set(eventId, { revision, occurrences })
        events.set(eventId, event)
      }
    return eventIds.map((eventId) => events.get(eventId))
  }
}
