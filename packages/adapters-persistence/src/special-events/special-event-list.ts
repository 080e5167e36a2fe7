import type { DeletedEvent, ListRequest, Page, Period } from '@museum/application'
import { CalendarDate, type EventId, Instant, SpecialEvent } from '@museum/domain'
import type { Kysely, RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { bytesOfUuid, coalesced, compiledOnce, limitConcurrency, whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'
import { wholeEvent, wholeEventOf, wholeDeletedEvent } from './special-event-row.ts'

type PeriodRequest = Readonly<{ period: Period; request: ListRequest<SpecialEvent> }>

/** The time limit of a list, its waiting included. */
const listMilliseconds = 3_000

/**
 * Lists the events of a period. Equal concurrent requests share one result. Only a limited number of lists is read at a time: a
 * list of many dates takes longer than any other query, and many of them would use all connections or, on SQLite, block the
 * event loop.
 */
export const specialEventList = ({
  kysely,
  query,
  withDeadline,
  engine,
  tracer,
}: MuseumDatabase): ((request: PeriodRequest) => Promise<Page<SpecialEvent>>) => {
  const selectPage = compilePage(kysely)
  const rememberedCount = rememberedCounts()
  const limited = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: 1_000,
    busyMessage: 'The database is too busy (too many lists wait)',
  })
  const list = ({ period, request }: PeriodRequest) =>
    query(async (tables) => {
      const closed: ClosedPeriod = { ...period, endDate: period.endDate ?? CalendarDate.last }
      const after = precedingItem(request)
      const { rows } = await tables.executeQuery(
        after === undefined
          ? selectPage({ ...closed, offset: pageOffset(request), limit: request.limit })
          : selectListed(tables, following(firstDates(tables, closed), after, closed), request.limit, 0),
      )
      return pageWithCountedTotal(rows.map(wholeEventOf), request, () =>
        rememberedCount(`${closed.startDate} ${closed.endDate}`, rows[0]?.revision_of_all ?? undefined, () =>
          countItems(tables, firstDates(tables, closed).select('event_date')),
        ),
      )
    })
  return coalesced((request) => withDeadline(listMilliseconds, () => limited('lists', () => list(request))), tracer)
}

type Tables = Kysely<MuseumTables>

/** A period with an end. */
type ClosedPeriod = Readonly<Record<'startDate' | 'endDate', CalendarDate>>

/** Each event's first date in the period: one range of one index, in its order, so nothing is grouped or sorted. */
const firstDates = (
  tables: Tables,
  { startDate, endDate }: Readonly<Record<'startDate' | 'endDate', CalendarDate | RawBuilder<CalendarDate>>>,
) =>
  tables
    .selectFrom('event_occurrence')
    .where('removed_at', 'is', null)
    .where('event_date', '>=', startDate)
    .where('event_date', '<=', endDate)
    .where((date) => date.or([date('previous_date', 'is', null), date('previous_date', '<', startDate)]))

/** Selects a page of the events of a period. Compiled once, since compiling took a third of the time of a list on SQLite. */
const compilePage = (tables: Tables) =>
  compiledOnce(['startDate', 'endDate', 'offset', 'limit'], (page) =>
    selectListed(tables, firstDates(tables, page), page.limit, page.offset),
  )

/** Selects a part of these events. */
const selectListed = (
  tables: Tables,
  dates: FirstDates,
  limit: number | RawBuilder<number>,
  offset: number | RawBuilder<number>,
) =>
  tables
    .selectFrom(
      dates
        .select(['event_id', 'event_date'])
        .orderBy('event_date')
        .orderBy('event_id')
        .limit(limit)
        .offset(offset)
        .as('listed'),
    )
    .innerJoin('special_event', 'special_event.event_id', 'listed.event_id')
    .select(wholeEvent)
    .select((from) =>
      from.selectFrom('special_event_revision').select('revision').where('id', '=', 1).as('revision_of_all'),
    )
    .orderBy('listed.event_date')
    .orderBy('listed.event_id')
    .compile()

type FirstDates = ReturnType<typeof firstDates>

/** Those of these first dates that come after that of an event, as it was listed in the period. */
const following = (dates: FirstDates, event: SpecialEvent, { startDate }: ClosedPeriod) => {
  const listedAt = SpecialEvent.datesOf(event).find((date) => date >= startDate)!
  return dates
    .where('event_date', '>=', listedAt)
    .where(({ eb, or }) => or([eb('event_date', '>', listedAt), eb('event_id', '>', bytesOfUuid(event.eventId))]))
}

/** Finds the first events, with their occurrences, whose eventId is greater than the given one. */
export const selectAfter = async (tables: Tables, eventId: EventId | undefined, limit: number) => {
  const rows = await tables
    .selectFrom('special_event')
    .select(wholeEvent)
    .where('deleted_at', 'is', null)
    .$call(whenGiven(eventId, (all, given) => all.where('special_event.event_id', '>', bytesOfUuid(given))))
    .orderBy('special_event.event_id')
    .limit(limit)
    .execute()
  return rows.map(wholeEventOf)
}

/** A part of the deleted events, each with the occurrences that its deletion removed; the latest deletion first. */
export const selectDeleted = async (
  tables: Tables,
  request: ListRequest<DeletedEvent>,
): Promise<Page<DeletedEvent>> => {
  const after = precedingItem(request)
  const deletedAt = after === undefined ? 0 : after.deletedAt / 1_000
  const deleted = tables.selectFrom('special_event').where('deleted_at', 'is not', null)
  const rows = await tables
    // Descriptions are read for the events of the page only.
    .selectFrom(
      deleted
        .select(['event_id', 'deleted_at'])
        .$call(
          whenGiven(after, (all, last) =>
            all
              .where('deleted_at', '<=', deletedAt)
              .where(({ eb, or }) =>
                or([eb('deleted_at', '<', deletedAt), eb('event_id', '>', bytesOfUuid(last.event.eventId))]),
              ),
          ),
        )
        .orderBy('deleted_at', 'desc')
        .orderBy('event_id')
        .limit(request.limit)
        .offset(pageOffset(request))
        .as('listed'),
    )
    .innerJoin('special_event', 'special_event.event_id', 'listed.event_id')
    .select(wholeDeletedEvent)
    .orderBy('listed.deleted_at', 'desc')
    .orderBy('listed.event_id')
    .execute()
  const items = rows.map((row) => ({ event: wholeEventOf(row), deletedAt: Instant(row.deleted_at * 1_000) }))
  return pageWithCountedTotal(items, request, () => countItems(tables, deleted.select('event_id')))
}

/**
 * Caches the latest result of `count` for each key with the revision that was read before it, since counting ten thousand
 * events takes longer than the rest of a list. Another revision invalidates it. Without a revision, every call counts.
 */
const rememberedCounts = () => {
  const known = new LRUCache<string, Readonly<{ revision: number; counted: number }>>({ max: 1_000 })
  return async (key: string, revision: number | undefined, count: () => Promise<number>) => {
    const last = known.get(key)
    if (last !== undefined && last.revision === revision) return last.counted
    const counted = await count()
    if (revision !== undefined) known.set(key, { revision, counted })
    return counted
  }
}
