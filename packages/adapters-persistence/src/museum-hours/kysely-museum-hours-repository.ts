import type { MuseumHoursRepository, StoredSchedule } from '@museum/application'
import {
  CalendarDate,
  type EntryTimeSettings,
  EntryTimes,
  type OpeningHours,
  type OpeningHoursChange,
  Price,
  Schedule,
  type Weekday,
} from '@museum/domain'
import { type Insertable, type Kysely, type Transaction, sql } from 'kysely'
import { compileAuditEntries, insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import { coalesced, compiledOnce, inParts } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type MessageRecorder, messageRecorder } from '../messages/record-messages.ts'

/** The museum hours, in SQL. Concurrent requests for the same dates share one statement. */
export const kyselyMuseumHoursRepository = (
  database: MuseumDatabase,
  messages: MessageRecorder = messageRecorder(database),
): MuseumHoursRepository => {
  const { kysely, query, transaction, engine, tracer } = database
  const { selectSchedule, scheduleOf } = compileSchedule(kysely)
  const readSchedule = async (
    tables: Kysely<MuseumTables>,
    period: Readonly<Record<'first' | 'final', CalendarDate>>,
  ) => scheduleOf((await tables.executeQuery(selectSchedule(period))).rows)
  const schedule = coalesced(
    (period: Parameters<typeof readSchedule>[1]) => query((tables) => readSchedule(tables, period)),
    tracer,
  )
  return {
    schedule: (first, final) => schedule({ first, final }),
    replace: async (schedule, expected, entryOf) => {
      const { store } = await messages.recorder()
      return transaction(async (tables) => {
        await lockChanges(tables, engine, 'museum-hours')
        const {
          revision: current,
          entryTimes: _,
          generalPrice: __,
          ...before
        } = await readSchedule(tables, {
          first: CalendarDate.first,
          final: CalendarDate.last,
        })
        if (current !== expected) return false
        const changes = Schedule.changesBetween(before, schedule)
        const entries = changes.map((change) => entryOf(change, Schedule.hoursBefore(before, change)))
        if (entries[0] === undefined) return true
        await storeHours(tables, changes)
        for (const some of inParts(entries, maxRowsAtOnce)) await tables.executeQuery(compileAuditEntries(tables, some))
        await store(tables, [{ type: 'museum-hours.changed', at: entries[0].at }])
        await countChange(tables, 'museum-hours')
        return true
      })
    },
    replaceEntryTimes: async (entryTimes, expected, entry) => {
      const { store } = await messages.recorder()
      return transaction(async (tables) => {
        await lockChanges(tables, engine, 'museum-hours')
        const { revision } = await readSchedule(tables, { first: CalendarDate.first, final: CalendarDate.first })
        if (revision !== expected) return false
        await tables
          .updateTable('general_entry')
          .set({ entry_times: JSON.stringify(entryTimes) })
          .execute()
        await insertAuditEntry(tables, entry)
        await store(tables, [{ type: 'museum-hours.changed', at: entry.at }])
        await countChange(tables, 'museum-hours')
        return true
      })
    },
  }
}

type ScheduleRow = Readonly<{
  weekday: Weekday | null
  exception_date: CalendarDate | null
  time_open: string | null
  time_close: string | null
  revision: number | null
  entry_times: string | null
  /** Of the stored setting, as JSON. */
  general_price: string | null
}>

/** Selects the schedule by one statement, so that the weekly hours, the exceptions and the revision belong to the same moment. */
export const compileSchedule = (kysely: Kysely<MuseumTables>) => {
  /** The latest stored text of the entry times, and what it says: it may have a thousand exceptions, and every schedule has it. */
  let parsed: Readonly<{ text: string; entryTimes: EntryTimeSettings }> | undefined
  const entryTimesOf = (stored: string | null): EntryTimeSettings => {
    if (stored === null) return EntryTimes.none
    if (parsed?.text !== stored) parsed = { text: stored, entryTimes: JSON.parse(stored) as EntryTimeSettings }
    return parsed.entryTimes
  }
  return {
    selectSchedule: compiledOnce(['first', 'final'], ({ first, final }) =>
      kysely
        .selectFrom('weekly_hours')
        .select([weekday`weekday`.as('weekday'), dateOrNull`null`.as('exception_date')])
        .select([text`time_open`.as('time_open'), text`time_close`.as('time_close'), revision`null`.as('revision')])
        .select([text`null`.as('entry_times'), text`null`.as('general_price')])
        .unionAll(
          kysely
            .selectFrom('hours_exception')
            .select([weekday`null`.as('weekday'), dateOrNull`exception_date`.as('exception_date')])
            .select(['time_open', 'time_close', revision`null`.as('revision')])
            .select([text`null`.as('entry_times'), text`null`.as('general_price')])
            .where('exception_date', '>=', first)
            .where('exception_date', '<=', final),
        )
        .unionAll(
          kysely
            .selectFrom(['change_lock', 'general_entry'])
            .select([weekday`null`.as('weekday'), dateOrNull`null`.as('exception_date')])
            .select([text`null`.as('time_open'), text`null`.as('time_close')])
            .select(['change_lock.changes as revision', 'entry_times'])
            .select(({ selectFrom }) =>
              selectFrom('stored_setting').select('value').where('name', '=', 'generalPrice').as('general_price'),
            )
            .where('kind', '=', 'museum-hours'),
        )
        .compile(),
    ),
    /** The schedule of its rows. */
    scheduleOf(rows: readonly ScheduleRow[]): StoredSchedule {
      const weekly: Partial<Record<Weekday, OpeningHours>> = {}
      const exceptions = new Map<CalendarDate, OpeningHours | 'closed'>()
      let museum: Pick<ScheduleRow, 'revision' | 'entry_times' | 'general_price'> | undefined
      for (const row of rows) {
        const hours = hoursOf(row)
        if (row.weekday !== null && hours !== 'closed') weekly[row.weekday] = hours
        if (row.exception_date !== null) exceptions.set(row.exception_date, hours)
        if (row.revision !== null) museum = row
      }
      const { revision, entry_times = null, general_price } = museum ?? {}
      return {
        weekly,
        exceptions,
        entryTimes: entryTimesOf(entry_times),
        generalPrice: general_price == null ? undefined : Price(JSON.parse(general_price) as number),
        revision: revision ?? 0,
      }
    },
  }
}

/** The number of changes of hours that one statement stores: a schedule may have thousands. */
const maxRowsAtOnce = 1_000

const storeHours = async (tables: Transaction<MuseumTables>, changes: readonly OpeningHoursChange[]): Promise<void> => {
  const removed: CalendarDate[] = []
  const exceptions: Insertable<MuseumTables['hours_exception']>[] = []
  for (const change of changes)
    if ('date' in change) {
      if (change.hours === 'as-the-week') removed.push(change.date)
      else
        exceptions.push({
          exception_date: change.date,
          ...(change.hours === 'closed' ? closed : timesOf(change.hours)),
        })
    } else if (change.hours === 'closed')
      await tables.deleteFrom('weekly_hours').where('weekday', '=', change.weekday).execute()
    else
      await tables
        .replaceInto('weekly_hours')
        .values({ weekday: change.weekday, ...timesOf(change.hours) })
        .execute()
  for (const dates of inParts(removed, maxRowsAtOnce))
    await tables.deleteFrom('hours_exception').where('exception_date', 'in', dates).execute()
  for (const rows of inParts(exceptions, maxRowsAtOnce))
    await tables.replaceInto('hours_exception').values(rows).execute()
}

const weekday = sql<Weekday | null>
const dateOrNull = sql<CalendarDate | null>
const text = sql<string | null>
const revision = sql<number | null>
const closed = { time_open: null, time_close: null }
const timesOf = ({ timeOpen, timeClose }: OpeningHours) => ({ time_open: timeOpen, time_close: timeClose })

const hoursOf = ({ time_open, time_close }: Pick<ScheduleRow, 'time_open' | 'time_close'>): OpeningHours | 'closed' => {
  if (time_open === null || time_close === null) return 'closed'
  // Not validated again: a row that was stored under an older rule stays readable.
  return { timeOpen: time_open, timeClose: time_close } as OpeningHours
}
