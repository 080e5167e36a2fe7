import type { SpecialEvent } from '@museum/domain'
import { CompiledQuery } from 'kysely'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import { rowOf } from '../src/special-events/special-event-row.ts'
import type { TestEngine } from './engines.ts'

/** Stores many events with few statements. */
export const fillWithEvents = async (
  database: MuseumDatabase,
  { isMysql }: TestEngine,
  events: readonly SpecialEvent[],
): Promise<void> => {
  for (const chunk of chunksOf(events, 1_000))
    await database.transaction(async (tables) => {
      await tables.insertInto('special_event').values(chunk.map(rowOf)).execute()
      const rows = chunk.flatMap(({ eventId, occurrences }) =>
        occurrences.map(({ date, number }, n) => ({
          event_id: bytesOfUuid(eventId),
          event_date: date,
          previous_date: occurrences[n - 1]?.date ?? null,
          number,
        })),
      )
      for (const some of chunksOf(rows, 5_000)) await tables.insertInto('event_occurrence').values(some).execute()
    })
  if (isMysql) await database.kysely.executeQuery(CompiledQuery.raw('analyze table special_event, event_occurrence'))
}

const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
