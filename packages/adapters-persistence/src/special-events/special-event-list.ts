import { type Page, type Period, countedUpTo, pageOf } from '@museum/application'
import { CalendarDate, type SpecialEvent } from '@museum/domain'
import { type Kysely, type RawBuilder } from 'kysely'
import { coalesced } from '../database/batched.ts'
import { compiledOnce } from '../database/compiled-once.ts'
import type { MuseumDatabase, MuseumTables } from '../database/museum-database.ts'
import { listTurns } from './list-turns.ts'
import { eventOf, wholeEvent } from './special-event-row.ts'

type Tables = Kysely<MuseumTables>
type ClosedPeriod = Readonly<Record<'startDate' | 'endDate', CalendarDate>>

/** The time limit of a list, its waiting included. */
const listMilliseconds = 3_000

/** Lists the events of a period. Equal requests that come at the same time share one result. */
export const specialEventList = ({ kysely, query, withDeadline, engine }: MuseumDatabase) => {
  const count = rememberedCounts()
  const selectPage = compilePage(kysely)
  const inTurn = listTurns(engine.listsAtOnce)
  return coalesced(
    ({ period, offset, limit }: { period: Period; offset: number; limit: number }): Promise<Page<SpecialEvent>> =>
      withDeadline(listMilliseconds, () =>
        inTurn(() =>
          query(async (tables) => {
            const closed = { ...period, endDate: period.endDate ?? CalendarDate.last }
            const { rows } = await tables.executeQuery(selectPage({ ...closed, offset, limit }))
            // A page that is neither empty nor full is the last one, which gives the number of events.
            const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
            const counted = isLast ? offset + rows.length : await count(tables, closed, rows[0]?.revision_of_all)
            return pageOf(rows.map(eventOf), counted)
          }),
        ),
      ),
  )
}

/** Each event's first date inside the period. One range of one index, in its order: nothing is grouped or sorted. */
const firstDates = (
  tables: Tables,
  { startDate, endDate }: Readonly<Record<'startDate' | 'endDate', CalendarDate | RawBuilder<CalendarDate>>>,
) =>
  tables
    .selectFrom('special_event_occurrence')
    .where('event_date', '>=', startDate)
    .where('event_date', '<=', endDate)
    .where((date) => date.or([date('previous_date', 'is', null), date('previous_date', '<', startDate)]))

/** Compiled once: compiling took a third of the time of a list on SQLite. */
const compilePage = (tables: Tables) =>
  compiledOnce(['startDate', 'endDate', 'offset', 'limit'], (asked) =>
    tables
      .selectFrom(
        firstDates(tables, asked)
          .select(['event_id', 'event_date'])
          .orderBy('event_date')
          .orderBy('event_id')
          .limit(asked.limit)
          .offset(asked.offset)
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

const countEvents = async (tables: Tables, period: ClosedPeriod): Promise<number> => {
  const { counted } = await tables
    .selectFrom(
      firstDates(tables, period)
        .select('event_date')
        .limit(countedUpTo + 1)
        .as('listed'),
    )
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return counted
}

/**
 * Counts the events of a period, or returns the count that was made at the same revision: counting ten thousand events
 * takes longer than the rest of a list. A count is never older than the revision that it is remembered under.
 */
const rememberedCounts = () => {
  const maxEntries = 1_000
  const known = new Map<string, Readonly<{ revision: number; counted: number }>>()
  return async (tables: Tables, period: ClosedPeriod, revision: number | null | undefined): Promise<number> => {
    const key = `${period.startDate} ${period.endDate}`
    const last = known.get(key)
    if (last !== undefined && last.revision === revision) return last.counted
    const counted = await countEvents(tables, period)
    if (typeof revision === 'number') known.set(key, { revision, counted })
    if (known.size > maxEntries) known.delete(known.keys().next().value!)
    return counted
  }
}
