import { Unavailable } from '@museum/application'
import type { CalendarDate, EventEntryTimes, Occurrence, SpecialEvent } from '@museum/domain'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid, uuidOfBytes } from '@museum/database'

type EventRow = Omit<Selectable<MuseumTables['special_event']>, 'deleted_at'>

/** Turns an event, which is not deleted, into a row, without its occurrences. */
export const rowOf = (event: SpecialEvent): Selectable<MuseumTables['special_event']> => ({
  event_id: bytesOfUuid(event.eventId),
  name: event.name,
  location: event.location,
  event_description: event.eventDescription,
  price: event.price,
  revision: event.revision,
  capacity: event.capacity ?? null,
  entry_times: event.entryTimes === undefined ? null : JSON.stringify(event.entryTimes),
  deleted_at: null,
})

/** The columns of an event, or of a deleted one, without its occurrences. */
export const eventColumns = [
  'event_id',
  'name',
  'location',
  'event_description',
  'price',
  'revision',
  'capacity',
  'entry_times',
] as const satisfies (keyof EventRow)[]

/** Occurrences as text, `DATE:NUMBER,DATE:NUMBER`, in ascending order. */
const occurrencesText = sql<string>`group_concat(concat(event_date, ':', number) order by event_date)`

/** The columns of an event with its occurrences, so that one statement reads both at the same moment. */
export const wholeEvent = (from: ExpressionBuilder<MuseumTables, 'special_event'>) =>
  [...qualifiedColumns, occurrencesOf(from).where('removed_at', 'is', null).as('occurrences')] as const

/** The same for a deleted event, with the time of its deletion and the occurrences that the deletion removed. */
export const wholeDeletedEvent = (from: ExpressionBuilder<MuseumTables, 'special_event'>) =>
  [
    ...qualifiedColumns,
    from.ref('special_event.deleted_at').$notNull().as('deleted_at'),
    occurrencesOf(from).whereRef('removed_in_revision', '=', 'special_event.revision').as('occurrences'),
  ] as const

const qualifiedColumns = eventColumns.map((column) => `special_event.${column}` as const)

const occurrencesOf = (from: ExpressionBuilder<MuseumTables, 'special_event'>) =>
  from
    .selectFrom('event_occurrence')
    .select(occurrencesText.as('occurrences'))
    .whereRef('event_occurrence.event_id', '=', 'special_event.event_id')

/**
 * Turns a row and its occurrences into an event. The values are not validated again: a row that was stored under an older
 * rule stays readable.
 */
export const eventOf = (row: EventRow, occurrences: readonly Occurrence[]): SpecialEvent => ({
  eventId: uuidOfBytes(row.event_id),
  name: row.name,
  location: row.location,
  eventDescription: row.event_description,
  price: row.price,
  revision: row.revision,
  occurrences,
  ...(row.capacity !== null && { capacity: row.capacity }),
  ...(row.entry_times !== null && { entryTimes: entryTimesOf(row.entry_times) }),
})

/** The entry times of an event from the text of the column. */
export const entryTimesOf = (stored: string): EventEntryTimes => JSON.parse(stored) as EventEntryTimes

/** Turns a row with the columns of `wholeEvent` into an event. */
export const wholeEventOf = (row: EventRow & { occurrences: string | null }): SpecialEvent => {
  // Every event has occurrences; MariaDB returns null for them when the statement is killed.
  if (row.occurrences === null) throw new Unavailable('The database ended a statement (its result is not complete)')
  const texts = row.occurrences.split(',')
  return eventOf(
    row,
    texts.map((text) => ({ date: text.slice(0, 10) as CalendarDate, number: Number(text.slice(11)) })),
  )
}
