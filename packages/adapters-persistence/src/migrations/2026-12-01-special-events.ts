import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, newTable } from '@museum/database'

export const specialEvents = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'special_event')
    .addColumn('event_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', columns.text(255), (column) => column.notNull())
    .addColumn('location', columns.text(255), (column) => column.notNull())
    .addColumn('event_description', columns.longText, (column) => column.notNull())
    .addColumn('price', columns.integer, (column) => column.notNull())
    .execute()
  await newTable(db, engine, 'special_event_date')
    .addColumn('event_id', columns.uuid, (column) => column.notNull())
    .addColumn('event_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('previous_date', columns.calendarDate)
    .addPrimaryKeyConstraint('special_event_date_primary_key', ['event_id', 'event_date'])
    .execute()
  await createIndexesOnce(db, engine, {
    special_event_date_by_date: ['special_event_date', 'event_date', 'event_id', 'previous_date'],
  })
}
