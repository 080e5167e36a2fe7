import { type CalendarDate, EntryTimes, Occurrence, SpecialEvent, TimeOfDay } from '@museum/domain'
import { type CompiledQuery, type Expression, type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import { byPrimaryKey } from '../database/by-primary-key.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type SlotRowKey, noTime, slotKeyColumns } from '../places/slot-rows.ts'
import { bytesOfUuid, type Engine } from '@museum/database'
import { rowOf } from './special-event-row.ts'

export const insertEvent = async (tables: Transaction<MuseumTables>, event: SpecialEvent): Promise<void> => {
  for (const statement of compileEvents(tables, [event])) await tables.executeQuery(statement)
}

/** The statements that insert events, at least one, and their occurrences. */
export const compileEvents = (
  tables: Kysely<MuseumTables>,
  events: readonly SpecialEvent[],
): readonly CompiledQuery[] => [
  tables.insertInto('special_event').values(events.map(rowOf)).compile(),
  tables
    .insertInto('event_occurrence')
    .values(events.flatMap((event) => occurrenceRows(event, event.occurrences)))
    .compile(),
  listRevisionIncrement(tables).compile(),
]

/** Updates an event, which must be locked, and marks the occurrences of its removed dates. */
export const replaceEvent = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  before: SpecialEvent,
  after: SpecialEvent,
): Promise<void> => {
  const eventId = bytesOfUuid(after.eventId)
  await tables.updateTable('special_event').set(rowOf(after)).where('event_id', '=', eventId).execute()
  const { removed, added } = Occurrence.compare(before.occurrences, after.occurrences)
  await writeLostSlots(tables, engine, before, after)
  if (removed.length + added.length === 0) return
  if (removed.length > 0) await markRemoved(tables, engine, after, removed)
  if (added.length > 0) await tables.insertInto('event_occurrence').values(occurrenceRows(after, added)).execute()
  await updatePreviousDates(tables, engine, before, after)
  if (removed.length > 0) await writeRemovedSlots(tables, engine, after)
  await listRevisionIncrement(tables).execute()
}

/** Marks an event, which must be locked, and its occurrences as deleted. */
export const deleteEvent = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  event: SpecialEvent,
): Promise<void> => {
  const deleted = { ...event, revision: event.revision + 1 }
  await tables
    .updateTable('special_event')
    .set({ revision: deleted.revision, deleted_at: engine.now })
    .where('event_id', '=', bytesOfUuid(event.eventId))
    .execute()
  await markRemoved(tables, engine, deleted, event.occurrences)
  await writeRemovedSlots(tables, engine, deleted)
  await listRevisionIncrement(tables).execute()
}

/** Restores a deleted event, which must be locked, with the occurrences that its deletion removed. Their slots are as they were. */
export const restoreEvent = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  { removed, restored }: Readonly<Record<'removed' | 'restored', SpecialEvent>>,
): Promise<void> => {
  const eventId = bytesOfUuid(removed.eventId)
  await tables.updateTable('special_event').set(rowOf(restored)).where('event_id', '=', eventId).execute()
  const previous = previousDates(restored)
  await tables
    .updateTable(byPrimaryKey(engine, 'event_occurrence'))
    .set({ removed_in_revision: null, removed_at: null })
    .$if(previous.size > 0, (update) => update.set({ previous_date: previousDateOf([...previous.keys()], previous) }))
    .where('event_id', '=', eventId)
    .where('removed_in_revision', '=', removed.revision)
    .execute()
  await listRevisionIncrement(tables).execute()
}

const markRemoved = (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  { eventId, revision }: SpecialEvent,
  occurrences: readonly Occurrence[],
) => {
  const dates = occurrences.map(({ date }) => date)
  return tables
    .updateTable(byPrimaryKey(engine, 'event_occurrence'))
    .set({ removed_in_revision: revision, removed_at: engine.now, previous_date: null })
    .where('event_id', '=', bytesOfUuid(eventId))
    .where('event_date', 'in', dates)
    .where('removed_at', 'is', null)
    .execute()
}

/**
 * Writes the slots of the occurrences that were removed in this revision of an event: those of its present entry times, also those
 * for which no ticket was sold, and all others that have a row. So a sale of such a slot is committed before this transaction, or
 * finds that the occurrence does not exist, also when it comes through another node of Galera. As late as possible, since from here
 * on these sales wait.
 */
const writeRemovedSlots = (tables: Transaction<MuseumTables>, engine: Engine, event: SpecialEvent) => {
  const removed = occurrencesOf(tables, event).where('occurrence.removed_in_revision', '=', event.revision)
  const existing = removed
    .innerJoin('slot', (slot) =>
      slot
        .onRef('slot.offer_id', '=', 'occurrence.event_id')
        .onRef('slot.slot_date', '=', 'occurrence.event_date')
        .onRef('slot.number', '=', 'occurrence.number'),
    )
    .select(['slot.offer_id', 'slot.slot_date', 'slot.number', 'slot.slot_minute'])
  return writeSlots(tables, engine, slotsOf(removed, minutesOf(event)).union(existing))
}

/** Writes the slots of the entry times that an event has lost, on each of its dates, for the same reason. */
const writeLostSlots = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  before: SpecialEvent,
  after: SpecialEvent,
) => {
  const left = new Set(minutesOf(after))
  const lost = minutesOf(before).filter((minute) => !left.has(minute))
  if (lost.length === 0) return
  const existing = occurrencesOf(tables, after).where('occurrence.removed_at', 'is', null)
  await writeSlots(tables, engine, slotsOf(existing, lost))
}

/** The `slot_minute` of each slot that an occurrence of the event has. */
const minutesOf = (event: SpecialEvent): readonly number[] => {
  const times = EntryTimes.ofEvent(SpecialEvent.entryTimesOf(event).rule)
  return times.length === 0 ? [noTime] : times.map(({ entryTime }) => TimeOfDay.toMinutes(entryTime))
}

const occurrencesOf = (tables: Transaction<MuseumTables>, { eventId }: SpecialEvent) =>
  tables.selectFrom('event_occurrence as occurrence').where('occurrence.event_id', '=', bytesOfUuid(eventId))

/** Selects the keys of the slots of occurrences at these minutes. */
const slotsOf = (occurrences: ReturnType<typeof occurrencesOf>, minutes: readonly number[]) => {
  const rows = sql.join(
    minutes.map((minute) => sql`select ${sql.lit(minute)} as slot_minute`),
    sql` union all `,
  )
  return occurrences
    .innerJoin(sql<{ slot_minute: number }>`(${rows})`.as('at'), (at) => at.onTrue())
    .select(['occurrence.event_id as offer_id', 'occurrence.event_date as slot_date', 'occurrence.number'])
    .select('at.slot_minute')
}

/** Writes slots, in the order of their keys, which all transactions keep. */
const writeSlots = (tables: Transaction<MuseumTables>, { onDuplicateKey }: Engine, keys: Expression<SlotRowKey>) =>
  tables
    .insertInto('slot')
    .columns([...slotKeyColumns, 'sold', 'held', 'changes'])
    .expression(({ selectFrom, lit }) =>
      selectFrom(sql<SlotRowKey>`${keys}`.as('written'))
        .select(['offer_id', 'slot_date', 'number', 'slot_minute'])
        .select([lit(0).as('sold'), lit(0).as('held'), lit(1).as('changes')])
        .orderBy('slot_date')
        .orderBy('number')
        .orderBy('slot_minute'),
    )
    .modifyEnd(sql`${onDuplicateKey} changes = slot.changes + 1`)
    .execute()

const occurrenceRows = (event: SpecialEvent, occurrences: readonly Occurrence[]) => {
  const previous = previousDates(event)
  return occurrences.map(({ date, number }) => ({
    event_id: bytesOfUuid(event.eventId),
    event_date: date,
    number,
    previous_date: previous.get(date) ?? null,
  }))
}

/** Updates `previous_date` of those remaining occurrences whose previous date has changed. */
const updatePreviousDates = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  before: SpecialEvent,
  after: SpecialEvent,
) => {
  const [was, is] = [previousDates(before), previousDates(after)]
  const changed = after.occurrences
    .filter(({ date, number }) => SpecialEvent.occurrenceOn(before, date)?.number === number)
    .filter(({ date }) => was.get(date) !== is.get(date))
    .map(({ date }) => date)
  if (changed.length === 0) return
  await tables
    .updateTable(byPrimaryKey(engine, 'event_occurrence'))
    .set({ previous_date: previousDateOf(changed, is) })
    .where('event_id', '=', bytesOfUuid(after.eventId))
    .where('event_date', 'in', changed)
    .where('removed_at', 'is', null)
    .execute()
}

/** Selects the previous date of an occurrence on one of these dates. */
const previousDateOf = (
  dates: readonly CalendarDate[],
  previous: ReadonlyMap<CalendarDate, CalendarDate>,
): RawBuilder<CalendarDate | null> => {
  const cases = dates.map((date) => sql`when ${date} then ${previous.get(date) ?? null}`)
  return sql`case event_date ${sql.join(cases, sql` `)} end`
}

/** The previous date of each date of an event but its first. */
const previousDates = (event: SpecialEvent) => {
  const dates = SpecialEvent.datesOf(event)
  return new Map(dates.slice(1).map((date, n) => [date, dates[n]!]))
}

// The last statement of a transaction, since changes of other events lock the same row: so they wait only for the commit.
const listRevisionIncrement = (tables: Kysely<MuseumTables>) =>
  tables.updateTable('special_event_revision').set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
