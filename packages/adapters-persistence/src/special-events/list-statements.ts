import { type RemovedEvent, maxCountedItems } from '@museum/application'
import { type CalendarDate, type EventId, Instant, type SpecialEvent } from '@museum/domain'
import type { Kysely, RawBuilder } from 'kysely'
import { compiledOnce } from '../database/compiled-once.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { bytesOfUuid } from '../database/uuid-column.ts'
import { wholeEvent, wholeEventOf, wholeRemovedEvent } from './special-event-row.ts'

type Tables = Kysely<MuseumTables>

/** A period with an end. */
export type ClosedPeriod = Readonly<Record<'startDate' | 'endDate', CalendarDate>>

/** Each event's first date in the period: one range of one index, in its order, so nothing is grouped or sorted. */
const firstDates = (
  tables: Tables,
  { startDate, endDate }: Readonly<Record<'startDate' | 'endDate', CalendarDate | RawBuilder<CalendarDate>>>,
) =>
  tables
    .selectFrom('special_event_occurrence')
    .where('event_date', '>=', startDate)
    .where('event_date', '<=', endDate)
    .where((date) => date.or([date('previous_date', 'is', null), date('previous_date', '<', startDate)]))

/** Selects a page of the events of a period. Compiled once: to compile it took a third of the time of a list on SQLite. */
export const compilePage = (tables: Tables) =>
  compiledOnce(['startDate', 'endDate', 'offset', 'limit'], (page) =>
    tables
      .selectFrom(
        firstDates(tables, page)
          .select(['event_id', 'event_date'])
          .orderBy('event_date')
          .orderBy('event_id')
          .limit(page.limit)
          .offset(page.offset)
          .as('listed'),
      )
      .innerJoin('special_event', 'special_event.event_id', 'listed.event_id')
      .select(wholeEvent)
      .select((from) =>
        from.selectFrom('special_event_revision').select('revision').where('id', '=', 1).as('revision_of_all'),
      )
      .orderBy('listed.event_date')
      .orderBy('listed.event_id')
      .compile(),
  )

/** Counts the events of a period, up to one more than `maxCountedItems`. */
export const countEvents = async (tables: Tables, period: ClosedPeriod): Promise<number> => {
  const { counted } = await tables
    .selectFrom(
      firstDates(tables, period)
        .select('event_date')
        .limit(maxCountedItems + 1)
        .as('listed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

/** Finds the first events, with their occurrences, whose eventId is greater than the given one. */
export const selectAfter = async (
  tables: Tables,
  eventId: EventId | undefined,
  limit: number,
): Promise<readonly SpecialEvent[]> => {
  const rows = await tables
    .selectFrom('special_event')
    .select(wholeEvent)
    .$if(eventId !== undefined, (all) => all.where('special_event.event_id', '>', bytesOfUuid(eventId!)))
    .orderBy('special_event.event_id')
    .limit(limit)
    .execute()
  return rows.map(wholeEventOf)
}

/** The same for the removed events, each with the occurrences that its removal removed. */
export const selectRemovedAfter = async (
  tables: Tables,
  eventId: EventId | undefined,
  limit: number,
): Promise<readonly RemovedEvent[]> => {
  const rows = await tables
    .selectFrom('removed_special_event')
    .select(wholeRemovedEvent)
    .$if(eventId !== undefined, (all) => all.where('removed_special_event.event_id', '>', bytesOfUuid(eventId!)))
    .orderBy('removed_special_event.event_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ event: wholeEventOf(row), removedAt: Instant(row.removed_at * 1_000) }))
}
