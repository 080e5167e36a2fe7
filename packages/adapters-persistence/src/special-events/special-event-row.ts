import { Unavailable } from '@museum/application'
import type {
  CalendarDate,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  Occurrence,
  Price,
  SpecialEvent,
} from '@museum/domain'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type LimitColumns, limitOf } from '../capacity/limit-of.ts'
import { bytesOfUuid, uuidOfBytes } from '../database/uuid-column.ts'

type EventRow = Selectable<MuseumTables['special_event']>

/** Turns an event into a row, without its occurrences. */
export const rowOf = ({
  eventId,
  name,
  location,
  eventDescription,
  price,
  revision,
  limit,
}: SpecialEvent): EventRow => ({
  event_id: bytesOfUuid(eventId),
  name,
  location,
  event_description: eventDescription,
  price,
  revision,
  capacity: limit?.capacity ?? null,
  limit_number: limit?.number ?? null,
})

/** The columns of an event, without its occurrences. */
export const eventColumns = [
  'special_event.event_id',
  'special_event.name',
  'special_event.location',
  'special_event.event_description',
  'special_event.price',
  'special_event.revision',
  'special_event.capacity',
  'special_event.limit_number',
] as const

/**
 * The columns of a whole event, so that one statement reads the event and its occurrences as of one moment. The
 * occurrences are text, `DATE:NUMBER,DATE:NUMBER`, in ascending order.
 */
export const wholeEvent = (from: ExpressionBuilder<MuseumTables, 'special_event'>) =>
  [
    ...eventColumns,
    from
      .selectFrom('special_event_occurrence')
      .select(
        sql<string>`group_concat(concat(event_date, ':', occurrence_number) order by event_date)`.as('occurrences'),
      )
      .whereRef('special_event_occurrence.event_id', '=', 'special_event.event_id')
      .as('occurrences'),
  ] as const

/** The same for a removed event, with the time of its removal: its occurrences are those that its removal removed. */
export const wholeRemovedEvent = (from: ExpressionBuilder<MuseumTables, 'removed_special_event'>) =>
  [
    'removed_special_event.event_id',
    'removed_special_event.name',
    'removed_special_event.location',
    'removed_special_event.event_description',
    'removed_special_event.price',
    'removed_special_event.revision',
    'removed_special_event.capacity',
    'removed_special_event.limit_number',
    'removed_special_event.removed_at',
    from
      .selectFrom('removed_special_event_occurrence')
      .select(
        sql<string>`group_concat(concat(event_date, ':', occurrence_number) order by event_date)`.as('occurrences'),
      )
      .whereRef('removed_special_event_occurrence.event_id', '=', 'removed_special_event.event_id')
      .whereRef('removed_special_event_occurrence.removed_in_revision', '=', 'removed_special_event.revision')
      .as('occurrences'),
  ] as const

/**
 * Turns a row and its occurrences into an event. The values are not validated again: a row that was stored under an older
 * rule stays readable.
 */
export const eventOf = (row: EventRow, occurrences: readonly Occurrence[]): SpecialEvent => ({
  eventId: uuidOfBytes(row.event_id) as EventId,
  name: row.name as EventName,
  location: row.location as EventLocation,
  eventDescription: row.event_description as EventDescription,
  price: row.price as Price,
  revision: row.revision,
  occurrences,
  ...limitMemberOf(row),
})

const limitMemberOf = (row: LimitColumns) => {
  const limit = limitOf(row)
  return limit === undefined ? {} : { limit }
}

/** Turns a row with the columns of `wholeEvent` into an event. */
export const wholeEventOf = (row: EventRow & { occurrences: string | null }): SpecialEvent =>
  eventOf(row, occurrencesOf(row.occurrences))

/** Every event has occurrences; MariaDB returns null for them when the statement is killed. */
const occurrencesOf = (text: string | null): readonly Occurrence[] => {
  if (text === null) throw new Unavailable('The database ended a statement (its result is not complete)')
  return text.split(',').map((each) => ({ date: each.slice(0, 10) as CalendarDate, number: Number(each.slice(11)) }))
}
