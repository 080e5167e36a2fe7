import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ImportOutcome, ImportedEvent } from '@museum/application'
import type { EventId } from '@museum/domain'
import type { CompiledQuery, Kysely } from 'kysely'
import { compileAuditEntries } from '../audit/kysely-audit-repository.ts'
import { type Engine, bytesOfUuid, uuidOfBytes } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import type { MessageRecorder, RecordMessages } from '../messages/record-messages.ts'
import { storedOrDeleted } from './find-events.ts'
import { compileEvents } from './store-events.ts'

/**
 * Stores the events of an import in batches, each in one transaction, and yields the outcomes of each batch. Where only one
 * transaction at a time can write, the batches are short, and other writers get time between them.
 */
export async function* importEvents(
  database: MuseumDatabase,
  messages: MessageRecorder,
  events: Iterable<ImportedEvent>,
): AsyncIterable<readonly ImportOutcome[]> {
  const sizes = importBatchSizes(database.engine)
  for (const batch of batchesOf(events, sizes.nextBatchSize)) {
    const { outcomes, milliseconds } = await storeBatch(database, await messages.recorder(), batch.events)
    yield outcomes
    if (milliseconds > 0) await sleep(sizes.pauseAfter(batch.size, milliseconds))
  }
}

type Batch = Readonly<{ events: readonly ImportedEvent[]; size: number }>

/** Finds out what an import of these events would do now. It stores nothing, and locks nothing. */
export async function* previewImport(
  { query }: MuseumDatabase,
  events: Iterable<ImportedEvent>,
): AsyncIterable<readonly ImportOutcome[]> {
  for (const { events: some } of batchesOf(events, () => maxSize)) {
    const states = await query((tables) => statesOf(tables, some.map(withKey)))
    yield states.map(outcomeOf)
  }
}

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

/** The size of an event in rows, with one more for every thousand characters of long texts. */
const sizeOf = ({ event: { occurrences, eventDescription } }: ImportedEvent) =>
  3 + occurrences.length + Math.floor(eventDescription.length / 1_000)

/** Stores a batch, and measures how long its transaction was open. Without an event to store, it opens none. */
const storeBatch = async (
  database: MuseumDatabase,
  { compile }: RecordMessages,
  events: readonly ImportedEvent[],
): Promise<Readonly<{ outcomes: readonly ImportOutcome[]; milliseconds: number }>> => {
  const { kysely, query, transaction, engine } = database
  const rows = events.map(withKey)
  for (;;) {
    const states = await query((tables) => statesOf(tables, rows))
    const added = rows.filter((_row, n) => states[n] === 'new')
    const outcomes = states.map(outcomeOf)
    // If the file was imported before, no lock is needed.
    if (added.length === 0) return { outcomes, milliseconds: 0 }
    // Compiled before the transaction: it takes half as long as their execution.
    const created = added.map(({ event, entry }) => ({ type: 'special-event.created', event, at: entry.at }) as const)
    const statements = [...compileRows(kysely, added), ...compile(() => created)]
    let began = performance.now()
    try {
      const isStored = await transaction(async (tables) => {
        began = performance.now()
        if (!isDeepStrictEqual(await statesOf(tables, rows), states)) return false
        for (const statement of statements) await tables.executeQuery(statement)
        return true
      }, 'idempotent')
      if (isStored) return { outcomes, milliseconds: performance.now() - began }
    } catch (error) {
      // Another import has stored some of these rows since this one looked for them.
      if (engine.classifyError(error) !== 'duplicate') throw error
    }
  }
}

type Row = ImportedEvent & Readonly<{ key: Buffer }>
const withKey = (event: ImportedEvent): Row => ({ ...event, key: hash('sha256', event.importKey, 'buffer') })
/** What is already stored for a row. `own`: the event that this import has stored, in an attempt whose outcome was unknown. */
type RowState = 'new' | 'own' | Exclude<ImportOutcome, 'created'>

const outcomeOf = (state: RowState): ImportOutcome => (state === 'new' || state === 'own' ? 'created' : state)

const statesOf = async (tables: Kysely<MuseumTables>, rows: readonly Row[]): Promise<readonly RowState[]> => {
  const givenIds = rows.flatMap(({ givenId }) => givenId ?? [])
  const existing = givenIds.length === 0 ? new Set<EventId>() : await storedOrDeleted(tables, givenIds)
  const imported = await importedEventIds(tables, rows)
  return rows.map(({ event, key, givenId }): RowState => {
    if (givenId !== undefined && existing.has(givenId)) return 'existing'
    const eventId = imported.get(key.toString('hex'))
    if (eventId === undefined) return 'new'
    return eventId === event.eventId ? 'own' : 'imported-before'
  })
}

/** The eventIds of rows that were imported before, by their importKeys. */
const importedEventIds = async (tables: Kysely<MuseumTables>, rows: readonly Row[]) => {
  const keys = rows.map(({ key }) => key)
  const found = await tables
    .selectFrom('imported_event')
    .select(['import_key', 'event_id'])
    .where('import_key', 'in', keys)
    .execute()
  return new Map(found.map((row) => [Buffer.from(row.import_key).toString('hex'), uuidOfBytes(row.event_id)]))
}

/** The statements that insert rows. The keys are first, so that another import of the same rows waits for this transaction. */
const compileRows = (tables: Kysely<MuseumTables>, rows: readonly Row[]): readonly CompiledQuery[] => [
  tables
    .insertInto('imported_event')
    .values(rows.map(({ key, event }) => ({ import_key: key, event_id: bytesOfUuid(event.eventId) })))
    .compile(),
  compileAuditEntries(
    tables,
    rows.map(({ entry }) => entry),
  ),
  ...compileEvents(
    tables,
    rows.map(({ event }) => event),
  ),
]

/**
 * The target in milliseconds. Other writers should wait 50 ms at most, and a batch may take twice as long as the last one of
 * the same size.
 */
const targetMilliseconds = 20
/**
 * The pause after a batch, in batch durations. A writer that retries at a random moment finds the lock free three times out of
 * four.
 */
const pausePerMillisecond = 3

const firstSize = 40
const minSize = 4
/** A larger batch saves little, and takes long when the processor is busy. */
const maxSize = 1_000
/** The size where other transactions can write meanwhile. Another import of the same file waits for the whole batch. */
const sizeBesideWriters = 300

/**
 * Chooses the sizes of the batches of one import, in stored rows. Where only one transaction at a time can write, a batch gets
 * as many rows as the last one stored in the target time, and others can write for three times as long. Elsewhere, all batches
 * have the same size.
 */
export const importBatchSizes = ({ hasOneWriter }: Pick<Engine, 'hasOneWriter'>) => {
  if (!hasOneWriter) return { nextBatchSize: () => sizeBesideWriters, pauseAfter: () => 0 }
  let size = firstSize
  return {
    /** The maximum size of the next batch. */
    nextBatchSize: () => size,
    /** Takes note of a batch and how long its transaction was open, and returns how long to wait before the next one. */
    pauseAfter(stored: number, milliseconds: number) {
      // At most twice the size of the last batch, since a small batch says little about a large one.
      const inTime = Math.floor(Math.min(stored * 2, (stored * targetMilliseconds) / Math.max(milliseconds, 1)))
      size = Math.min(Math.max(inTime, minSize), maxSize)
      return pausePerMillisecond * Math.min(milliseconds, targetMilliseconds)
    },
  }
}
