import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportOutcome, ImportedEvent } from '@museum/application'
import type { EventId } from '@museum/domain'
import type { Kysely } from 'kysely'
import { insertAuditEntries } from '../audit/insert-audit-entry.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { importBatchSizes } from './import-batch-sizes.ts'
import { insertEvents, storedOrRemoved } from './special-event-statements.ts'

/**
 * Stores the events of an import in batches, each in one transaction, and yields the outcomes of each. Where a transaction
 * that writes excludes every other one, the batches are short, and other writers get the time between them.
 */
export async function* importEvents(
  database: MuseumDatabase,
  events: Iterable<ImportedEvent>,
): AsyncIterable<readonly ImportOutcome[]> {
  const sizes = importBatchSizes(database.engine)
  for (const batch of batchesOf(events, () => sizes.size())) {
    const { outcomes, milliseconds } = await storeBatch(database, batch)
    yield outcomes
    await sleep(sizes.pauseAfter(batch.size, milliseconds))
  }
}

type Batch = Readonly<{ events: readonly ImportedEvent[]; size: number }>

/** Divides events into batches of at most `maxSize`; a larger event is a batch of its own. */
function* batchesOf(events: Iterable<ImportedEvent>, maxSize: () => number): Iterable<Batch> {
  let batch: ImportedEvent[] = []
  let size = 0
  for (const event of events) {
    const added = sizeOf(event)
    if (batch.length > 0 && size + added > maxSize()) {
      yield { events: batch, size }
      batch = []
      size = 0
    }
    batch.push(event)
    size += added
  }
  if (batch.length > 0) yield { events: batch, size }
}

/** How much is stored for an event: its rows, and one for every thousand characters of long texts. */
const sizeOf = ({ event: { occurrences, eventDescription } }: ImportedEvent) =>
  3 + occurrences.length + Math.floor(eventDescription.length / 1_000)

/** Stores a batch, and measures how long its transaction was open. */
const storeBatch = async (
  database: MuseumDatabase,
  { events }: Batch,
): Promise<Readonly<{ outcomes: readonly ImportOutcome[]; milliseconds: number }>> => {
  const rows = events.map((each) => ({ ...each, key: hash('sha256', each.importKey, 'buffer') }))
  for (;;) {
    let began = performance.now()
    try {
      const outcomes = await database.transaction(async (tables) => {
        began = performance.now()
        const [existing, imported] = [await existingIds(tables, rows), await importedBefore(tables, rows)]
        const outcomes = rows.map(({ event, key, givenId }): ImportOutcome => {
          if (givenId !== undefined && existing.has(givenId)) return 'existing'
          // The event itself is stored after an attempt whose outcome was unknown.
          const eventId = imported.get(key.toString('hex')) ?? event.eventId
          return eventId === event.eventId ? 'created' : 'imported-before'
        })
        const added = rows.filter(({ key }, n) => outcomes[n] === 'created' && !imported.has(key.toString('hex')))
        if (added.length > 0) {
          // First, so that another import of the same rows waits here for this transaction.
          await tables
            .insertInto('imported_event')
            .values(added.map(({ key, event }) => ({ import_key: key, event_id: bytesOfUuid(event.eventId) })))
            .execute()
          await insertAuditEntries(
            tables,
            added.map(({ entry }) => entry),
          )
          await insertEvents(
            tables,
            added.map(({ event }) => event),
          )
        }
        return outcomes
      }, 'idempotent')
      return { outcomes, milliseconds: performance.now() - began }
    } catch (error) {
      // Another import has stored some of these rows since this one looked for them.
      if (database.engine.classifyError(error) !== 'duplicate') throw error
    }
  }
}

type Row = ImportedEvent & Readonly<{ key: Buffer }>

const existingIds = async (tables: Kysely<MuseumTables>, rows: readonly Row[]): Promise<ReadonlySet<EventId>> => {
  const givenIds = rows.flatMap(({ givenId }) => givenId ?? [])
  return givenIds.length === 0 ? new Set() : storedOrRemoved(tables, givenIds)
}

/** The eventIds of the rows that were imported before, by their keys. */
const importedBefore = async (tables: Kysely<MuseumTables>, rows: readonly Row[]) => {
  const found = await tables
    .selectFrom('imported_event')
    .select(['import_key', 'event_id'])
    .where(
      'import_key',
      'in',
      rows.map(({ key }) => key),
    )
    .execute()
  return new Map(
    found.map(({ import_key, event_id }) => [
      Buffer.from(import_key).toString('hex'),
      uuidOfBytes(event_id) as EventId,
    ]),
  )
}
