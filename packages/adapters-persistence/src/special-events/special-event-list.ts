import { type Page, type Period, pageOf } from '@museum/application'
import { CalendarDate, type SpecialEvent } from '@museum/domain'
import { coalesced } from '../database/coalesced.ts'
import { limitConcurrency } from '../database/limit-concurrency.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { type ClosedPeriod, compilePage, countEvents } from './list-statements.ts'
import { rememberedCounts } from './remembered-counts.ts'
import { wholeEventOf } from './special-event-row.ts'

type ListRequest = Readonly<{ period: Period; offset: number; limit: number }>

/** The time limit of a list, its waiting included. */
const listMilliseconds = 3_000

/**
 * Lists the events of a period. Equal requests that come at the same time share one result. The number of lists that are
 * read at a time is limited: a list of many dates takes longer than any other query, and many of them would use all
 * connections or, on SQLite, block the event loop.
 */
export const specialEventList = ({
  kysely,
  query,
  withDeadline,
  engine,
  tracer,
}: MuseumDatabase): ((request: ListRequest) => Promise<Page<SpecialEvent>>) => {
  const selectPage = compilePage(kysely)
  const rememberedCount = rememberedCounts()
  const limited = limitConcurrency({
    maxConcurrent: engine.maxConcurrentLists,
    maxWaiting: 1_000,
    busyMessage: 'The database is too busy (too many lists wait)',
  })
  const list = ({ period, offset, limit }: ListRequest) =>
    query(async (tables) => {
      const closed: ClosedPeriod = { ...period, endDate: period.endDate ?? CalendarDate.last }
      const { rows } = await tables.executeQuery(selectPage({ ...closed, offset, limit }))
      // A page that is neither empty nor full is the last one, which gives the number of events.
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      const counted = isLast
        ? offset + rows.length
        : await rememberedCount(`${closed.startDate} ${closed.endDate}`, rows[0]?.revision_of_all ?? undefined, () =>
            countEvents(tables, closed),
          )
      return pageOf(rows.map(wholeEventOf), counted)
    })
  return coalesced((request) => withDeadline(listMilliseconds, () => limited('lists', () => list(request))), tracer)
}
