import type { Kysely } from 'kysely'
import { type Engine, withTables } from '@museum/database'

type WeeklyHours = { weekday: string; time_open: string; time_close: string }

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export const museumHours = async (db: Kysely<never>, { columns, tableOptions }: Engine): Promise<void> => {
  await db.schema
    .createTable('weekly_hours')
    .ifNotExists()
    .addColumn('weekday', columns.text(9), (column) => column.notNull().primaryKey())
    .addColumn('time_open', columns.text(5), (column) => column.notNull())
    .addColumn('time_close', columns.text(5), (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  await db.schema
    .createTable('hours_exception')
    .ifNotExists()
    .addColumn('exception_date', columns.calendarDate, (column) => column.notNull().primaryKey())
    .addColumn('time_open', columns.text(5))
    .addColumn('time_close', columns.text(5))
    .modifyEnd(tableOptions)
    .execute()
  // The default hours: every day from nine to six.
  await withTables<{ weekly_hours: WeeklyHours }>(db)
    .replaceInto('weekly_hours')
    .values(weekdays.map((weekday) => ({ weekday, time_open: '09:00', time_close: '18:00' })))
    .execute()
}
