import { Occurrence, SpecialEvent } from '@museum/domain'
import { type CompiledQuery, type Kysely, type Transaction, sql } from 'kysely'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import type { Engine } from '../engines/engine.ts'
import { rowOf } from './special-event-row.ts'

/** The number of sold tickets by date; 0 for a date that is missing. */
const nothingSold: ReadonlyMap<string, number> = new Map()

export const insertEvent = async (
  tables: Transaction<MuseumTables>,
  event: SpecialEvent,
  sold = nothingSold,
): Promise<void> => {
  for (const statement of compileEvents(tables, [event], sold)) await tables.executeQuery(statement)
}

/** The statements that insert events, at least one, and their occurrences. */
export const compileEvents = (
  tables: Kysely<MuseumTables>,
  events: readonly SpecialEvent[],
  sold = nothingSold,
): readonly CompiledQuery[] => [
  tables.insertInto('special_event').values(events.map(rowOf)).compile(),
  tables
    .insertInto('occurrence')
    .values(events.flatMap((event) => occurrenceRows(event, event.occurrences, sold)))
    .compile(),
  listRevisionIncrement(tables).compile(),
]

/** Updates an event, which must be locked, and moves the occurrences of its removed dates to `removed_occurrence`. */
export const replaceEvent = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  before: SpecialEvent,
  after: SpecialEvent,
): Promise<void> => {
  const eventId = bytesOfUuid(after.eventId)
  await tables.updateTable('special_event').set(rowOf(after)).where('event_id', '=', eventId).execute()
  const { removed, added } = Occurrence.compare(before.occurrences, after.occurrences)
  if (removed.length + added.length === 0) return
  if (removed.length > 0) await removeOccurrences(tables, engine, after, removed)
  if (added.length > 0) await tables.insertInto('occurrence').values(occurrenceRows(after, added)).execute()
  await updatePreviousDates(tables, before, after)
  await listRevisionIncrement(tables).execute()
}

/** Moves an event, which must be locked, and its occurrences to `removed_special_event` and `removed_occurrence`. */
export const deleteEvent = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  event: SpecialEvent,
): Promise<void> => {
  const removed = { ...event, revision: event.revision + 1 }
  await tables
    .insertInto('removed_special_event')
    .values({ ...rowOf(removed), removed_at: engine.now })
    .execute()
  await tables.deleteFrom('special_event').where('event_id', '=', bytesOfUuid(event.eventId)).execute()
  // As late as possible, since from here on sales of the event wait for these locks.
  await removeOccurrences(tables, engine, removed, event.occurrences)
  await listRevisionIncrement(tables).execute()
}

/** Moves a deleted event, which must be locked, and the occurrences that its deletion removed back to the tables of events. */
export const restoreEvent = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  { removed, restored }: Readonly<Record<'removed' | 'restored', SpecialEvent>>,
): Promise<void> => {
  const eventId = bytesOfUuid(removed.eventId)
  const keys = removed.occurrences.map(({ date, number }) => ({
    event_id: eventId,
    event_date: date,
    occurrence_number: number,
  }))
  const occurrences = await tables
    .selectFrom(byPrimaryKey(engine, 'removed_occurrence'))
    .select(['event_date', 'sold'])
    .where('event_id', '=', eventId)
    .where(
      'event_date',
      'in',
      keys.map(({ event_date }) => event_date),
    )
    .where('removed_in_revision', '=', removed.revision)
    .modifyEnd(engine.forUpdate)
    .execute()
  await tables.executeQuery(engine.deletionByKeys('removed_occurrence', keys))
  await tables.deleteFrom('removed_special_event').where('event_id', '=', eventId).execute()
  await insertEvent(tables, restored, new Map(occurrences.map(({ event_date, sold }) => [event_date, sold])))
}

const removeOccurrences = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  { eventId, revision }: SpecialEvent,
  occurrences: readonly Occurrence[],
) => {
  const event_id = bytesOfUuid(eventId)
  const dates = occurrences.map(({ date }) => date)
  // Locked before the counts are copied, so that sales and cancellations in progress have ended.
  const rows = await tables
    .selectFrom(byPrimaryKey(engine, 'occurrence'))
    .select(['event_date', 'sold'])
    .where('event_id', '=', event_id)
    .where('event_date', 'in', dates)
    .orderBy('event_date')
    .modifyEnd(engine.forUpdate)
    .execute()
  const sold = new Map(rows.map((row) => [row.event_date, row.sold]))
  await tables
    .insertInto('removed_occurrence')
    .values(
      occurrences.map(({ date, number }) => ({
        event_id,
        event_date: date,
        occurrence_number: number,
        removed_in_revision: revision,
        removed_at: engine.now,
        sold: sold.get(date)!,
      })),
    )
    .execute()
  const keys = dates.map((event_date) => ({ event_id, event_date }))
  await tables.executeQuery(engine.deletionByKeys('occurrence', keys))
}

const occurrenceRows = (event: SpecialEvent, occurrences: readonly Occurrence[], sold = nothingSold) => {
  const previous = previousDates(event)
  return occurrences.map(({ date, number }) => ({
    event_id: bytesOfUuid(event.eventId),
    event_date: date,
    previous_date: previous.get(date) ?? null,
    occurrence_number: number,
    sold: sold.get(date) ?? 0,
    capacity: event.capacity ?? null,
  }))
}

/** Updates `previous_date` of those remaining occurrences whose previous date has changed. */
const updatePreviousDates = async (tables: Transaction<MuseumTables>, before: SpecialEvent, after: SpecialEvent) => {
  const [was, is] = [previousDates(before), previousDates(after)]
  const changed = after.occurrences
    .filter(({ date, number }) => SpecialEvent.occurrenceOn(before, date)?.number === number)
    .filter(({ date }) => was.get(date) !== is.get(date))
    .map(({ date }) => date)
  if (changed.length === 0) return
  const cases = changed.map((date) => sql`when ${date} then ${is.get(date) ?? null}`)
  await tables
    .updateTable('occurrence')
    .set({ previous_date: sql<string | null>`case event_date ${sql.join(cases, sql` `)} end` })
    .where('event_id', '=', bytesOfUuid(after.eventId))
    .where('event_date', 'in', changed)
    .execute()
}

/** The previous date of each date of an event but its first. */
const previousDates = (event: SpecialEvent) => {
  const dates = SpecialEvent.datesOf(event)
  return new Map(dates.slice(1).map((date, n) => [date, dates[n]!]))
}

// The last statement of a transaction, since changes of other events lock the same row: so they wait only for the commit.
const listRevisionIncrement = (tables: Kysely<MuseumTables>) =>
  tables.updateTable('special_event_revision').set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
