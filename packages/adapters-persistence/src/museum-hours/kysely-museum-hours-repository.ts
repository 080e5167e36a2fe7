import type { MuseumHoursRepository } from '@museum/application'
import type { CalendarDate, OpeningHours, Weekday } from '@museum/domain'
import { sql } from 'kysely'
import { coalesced } from '../database/coalesced.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The museum hours, in SQL. Concurrent requests for the same dates share one statement. */
export const kyselyMuseumHoursRepository = ({ query, write }: MuseumDatabase): MuseumHoursRepository => {
  const schedule = coalesced(({ first, final }: { first: CalendarDate; final: CalendarDate }) =>
    query(async (tables) => {
      // In one statement, so that the weekly hours and the exceptions are as of one moment.
      const rows = await tables
        .selectFrom('weekly_hours')
        .select([text`weekday`.as('weekday'), text`null`.as('exception_date')])
        .select([text`time_open`.as('time_open'), text`time_close`.as('time_close')])
        .unionAll(
          tables
            .selectFrom('hours_exception')
            .select([text`null`.as('weekday'), text`exception_date`.as('exception_date')])
            .select(['time_open', 'time_close'])
            .where('exception_date', '>=', first)
            .where('exception_date', '<=', final),
        )
        .execute()
      const weekly = rows.filter((row) => row.weekday !== null)
      const exceptions = rows.filter((row) => row.exception_date !== null)
      return {
        weekly: Object.fromEntries(weekly.map((row) => [row.weekday as Weekday, hoursOf(row) as OpeningHours])),
        exceptions: new Map(exceptions.map((row) => [row.exception_date as CalendarDate, hoursOf(row)])),
      }
    }),
  )
  return {
    schedule: (first, final) => schedule({ first, final }),
    setWeekly: (weekday, hours) =>
      write(async (tables) => {
        if (hours === 'closed') await tables.deleteFrom('weekly_hours').where('weekday', '=', weekday).execute()
        else
          await tables
            .replaceInto('weekly_hours')
            .values({ weekday, ...timesOf(hours) })
            .execute()
      }),
    setException: (date, hours) =>
      write(async (tables) => {
        if (hours === 'as-the-week')
          await tables.deleteFrom('hours_exception').where('exception_date', '=', date).execute()
        else
          await tables
            .replaceInto('hours_exception')
            .values({ exception_date: date, ...(hours === 'closed' ? closed : timesOf(hours)) })
            .execute()
      }),
  }
}

const text = sql<string | null>
const closed = { time_open: null, time_close: null }
const timesOf = ({ timeOpen, timeClose }: OpeningHours) => ({ time_open: timeOpen, time_close: timeClose })

function hoursOf(row: { time_open: string; time_close: string }): OpeningHours
function hoursOf(row: { time_open: string | null; time_close: string | null }): OpeningHours | 'closed'
function hoursOf({ time_open, time_close }: { time_open: string | null; time_close: string | null }) {
  if (time_open === null || time_close === null) return 'closed'
  // Not validated again: a row that was stored under an older rule stays readable.
  return { timeOpen: time_open, timeClose: time_close } as OpeningHours
}
