import { type CalendarDate, type EventId, Occurrence, SpecialEvent } from '@museum/domain'
import { type CompiledQuery, type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import { compiledForEachCount } from '../database/compiled-for-each-count.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'
import { eventOf, rowOf, wholeEvent, wholeEventOf } from './special-event-row.ts'

type Now = RawBuilder<number>

/** Finds events, in the order of the identifiers. */
export type FindEvents = (
  tables: Kysely<MuseumTables>,
  eventIds: readonly EventId[],
) => Promise<readonly (SpecialEvent | undefined)[]>

/** Makes `FindEvents` with one statement, which is compiled once for each number of events. */
export const compileFindEvents = (kysely: Kysely<MuseumTables>): FindEvents => {
  const selectEvents = compiledForEachCount(
    (eventIds: readonly EventId[]) => eventIds.map(bytesOfUuid),
    (eventIds) =>
      kysely
        .selectFrom('special_event')
        .select(wholeEvent)
        .where('special_event.event_id', 'in', eventIds.map(bytesOfUuid))
        .compile(),
  )
  return async (tables, eventIds) => {
    const { rows } = await tables.executeQuery(selectEvents([...new Set(eventIds)]))
    const events = new Map(rows.map(wholeEventOf).map((event) => [event.eventId, event]))
    return eventIds.map((eventId) => events.get(eventId))
  }
}

/** Finds an event, and locks its row until the transaction ends. */
export const findLocked = async (
  tables: Transaction<MuseumTables>,
  findWhole: FindEvents,
  eventId: EventId,
  forUpdate: RawBuilder<unknown>,
): Promise<SpecialEvent | undefined> => {
  // Locked first and read afterwards: a subquery of the locking statement may read an older state than the locked row.
  const locked = await tables
    .selectFrom('special_event')
    .select('event_id')
    .where('event_id', '=', bytesOfUuid(eventId))
    .modifyEnd(forUpdate)
    .executeTakeFirst()
  return locked && (await findWhole(tables, [eventId]))[0]
}

/** Finds a removed event with the occurrences that its removal removed, and locks its row until the transaction ends. */
export const findRemovedLocked = async (
  tables: Transaction<MuseumTables>,
  eventId: EventId,
  forUpdate: RawBuilder<unknown>,
): Promise<SpecialEvent | undefined> => {
  const row = await tables
    .selectFrom('removed_special_event')
    .select(['event_id', 'name', 'location', 'event_description', 'price', 'revision', 'capacity', 'limit_number'])
    .where('event_id', '=', bytesOfUuid(eventId))
    .modifyEnd(forUpdate)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const occurrences = await tables
    .selectFrom('removed_special_event_occurrence')
    .select(['event_date', 'occurrence_number'])
    .where('event_id', '=', row.event_id)
    .where('removed_in_revision', '=', row.revision)
    .orderBy('event_date')
    .execute()
  return eventOf(
    row,
    occurrences.map(({ event_date, occurrence_number }) => ({
      date: event_date as CalendarDate,
      number: occurrence_number,
    })),
  )
}

/** Which of the identifiers, of which there must be one, are those of events or of removed events. */
export const storedOrRemoved = async (
  tables: Kysely<MuseumTables>,
  eventIds: readonly EventId[],
): Promise<ReadonlySet<EventId>> => {
  const wanted = eventIds.map(bytesOfUuid)
  // In one statement, so that an event that is being removed or restored is in one of the tables.
  const rows = await tables
    .selectFrom('special_event')
    .select('event_id')
    .where('event_id', 'in', wanted)
    .unionAll(tables.selectFrom('removed_special_event').select('event_id').where('event_id', 'in', wanted))
    .execute()
  return new Set(rows.map(({ event_id }) => uuidOfBytes(event_id) as EventId))
}

/** Inserts an event and its occurrences. */
export const insertEvent = async (tables: Transaction<MuseumTables>, event: SpecialEvent): Promise<void> => {
  for (const statement of compileEvents(tables, [event])) await tables.executeQuery(statement)
}

/** The statements that insert events, of which there must be one, and their occurrences. */
export const compileEvents = (
  tables: Kysely<MuseumTables>,
  events: readonly SpecialEvent[],
): readonly CompiledQuery[] => [
  tables.insertInto('special_event').values(events.map(rowOf)).compile(),
  tables
    .insertInto('special_event_occurrence')
    .values(events.flatMap((event) => occurrenceRows(event, event.occurrences)))
    .compile(),
  listRevisionIncrement(tables).compile(),
]

/** Replaces an event, which must be locked, and copies the occurrences that it loses to `removed_special_event_occurrence`. */
export const replaceEvent = async (
  tables: Transaction<MuseumTables>,
  now: Now,
  before: SpecialEvent,
  after: SpecialEvent,
): Promise<void> => {
  const eventId = bytesOfUuid(after.eventId)
  await tables.updateTable('special_event').set(rowOf(after)).where('event_id', '=', eventId).execute()
  const { removed, added } = Occurrence.compare(before.occurrences, after.occurrences)
  if (removed.length + added.length === 0) return
  if (removed.length > 0) await removeOccurrences(tables, now, after, removed)
  if (added.length > 0) await insertOccurrences(tables, after, added)
  await updatePreviousDates(tables, before, after)
  await incrementListRevision(tables)
}

/** Moves an event, which must be locked, and its occurrences to the tables of removed ones. */
export const removeEvent = async (tables: Transaction<MuseumTables>, now: Now, event: SpecialEvent): Promise<void> => {
  const removed = { ...event, revision: event.revision + 1 }
  await removeOccurrences(tables, now, removed, event.occurrences)
  await tables
    .insertInto('removed_special_event')
    .values({ ...rowOf(removed), removed_at: now })
    .execute()
  await tables.deleteFrom('special_event').where('event_id', '=', bytesOfUuid(event.eventId)).execute()
  await incrementListRevision(tables)
}

/** Moves a removed event, which must be locked, and the occurrences that its removal removed back to the tables of events. */
export const restoreEvent = async (
  tables: Transaction<MuseumTables>,
  { removed, restored }: Readonly<Record<'removed' | 'restored', SpecialEvent>>,
): Promise<void> => {
  const eventId = bytesOfUuid(removed.eventId)
  await tables
    .deleteFrom('removed_special_event_occurrence')
    .where('event_id', '=', eventId)
    .where('removed_in_revision', '=', removed.revision)
    .execute()
  await tables.deleteFrom('removed_special_event').where('event_id', '=', eventId).execute()
  await insertEvent(tables, restored)
}

const removeOccurrences = async (
  tables: Transaction<MuseumTables>,
  now: Now,
  { eventId, revision }: SpecialEvent,
  occurrences: readonly Occurrence[],
) => {
  const event_id = bytesOfUuid(eventId)
  await tables
    .insertInto('removed_special_event_occurrence')
    .values(
      occurrences.map(({ date, number }) => ({
        event_id,
        event_date: date,
        occurrence_number: number,
        removed_in_revision: revision,
        removed_at: now,
      })),
    )
    .execute()
  await tables
    .deleteFrom('special_event_occurrence')
    .where('event_id', '=', event_id)
    .where(
      'event_date',
      'in',
      occurrences.map(({ date }) => date),
    )
    .execute()
}

const insertOccurrences = (
  tables: Transaction<MuseumTables>,
  event: SpecialEvent,
  occurrences: readonly Occurrence[],
) => tables.insertInto('special_event_occurrence').values(occurrenceRows(event, occurrences)).execute()

const occurrenceRows = (event: SpecialEvent, occurrences: readonly Occurrence[]) => {
  const previous = previousDates(event)
  return occurrences.map(({ date, number }) => ({
    event_id: bytesOfUuid(event.eventId),
    event_date: date,
    previous_date: previous.get(date) ?? null,
    occurrence_number: number,
  }))
}

/** Updates `previous_date` of the occurrences that stay and whose previous date has changed. */
const updatePreviousDates = async (tables: Transaction<MuseumTables>, before: SpecialEvent, after: SpecialEvent) => {
  const [was, is] = [previousDates(before), previousDates(after)]
  const changed = after.occurrences
    .filter(({ date, number }) => SpecialEvent.occurrenceOn(before, date)?.number === number)
    .filter(({ date }) => was.get(date) !== is.get(date))
    .map(({ date }) => date)
  if (changed.length === 0) return
  const cases = changed.map((date) => sql`when ${date} then ${is.get(date) ?? null}`)
  await tables
    .updateTable('special_event_occurrence')
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

// The last statement of a transaction, so that changes of other events, which lock the same row, wait only for its commit.
const incrementListRevision = (tables: Transaction<MuseumTables>) => listRevisionIncrement(tables).execute()

const listRevisionIncrement = (tables: Kysely<MuseumTables>) =>
  tables.updateTable('special_event_revision').set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
