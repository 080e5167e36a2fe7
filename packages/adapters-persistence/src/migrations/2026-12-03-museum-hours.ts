import type { Kysely } from 'kysely'
import { type Engine, newTable, withTables } from '@museum/database'

type WeeklyHours = { weekday: string; time_open: string; time_close: string }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export const museumHours = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'weekly_hours')
    .addColumn('weekday', columns.text(9), (column) => column.notNull().primaryKey())
    .addColumn('time_open', columns.text(5), (column) => column.notNull())
    .addColumn('time_close', columns.text(5), (column) => column.notNull())
    .execute()
  await newTable(db, engine, 'hours_exception')
    .addColumn('exception_date', columns.calendarDate, (column) => column.notNull().primaryKey())
    .addColumn('time_open', columns.text(5))
    .addColumn('time_close', columns.text(5))
    .execute()
  // The default hours: every day from nine to six.
  await withTables<{ weekly_hours: WeeklyHours }>(db)
    .replaceInto('weekly_hours')
    .values(weekdays.map((weekday) => ({ weekday, time_open: '09:00', time_close: '18:00' })))
    .execute()
}
