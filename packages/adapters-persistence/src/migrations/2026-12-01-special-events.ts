import type { Kysely } from 'kysely'
import { createIndexOnce, type Engine } from '@museum/database'

export const specialEvents = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, tableOptions } = engine
  await db.schema
    .createTable('special_event')
    .ifNotExists()
    .addColumn('event_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', columns.text(255), (column) => column.notNull())
    .addColumn('location', columns.text(255), (column) => column.notNull())
    .addColumn('event_description', columns.longText, (column) => column.notNull())
    .addColumn('price', columns.integer, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  await db.schema
    .createTable('special_event_date')
    .ifNotExists()
    .addColumn('event_id', columns.uuid, (column) => column.notNull())
    .addColumn('event_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('previous_date', columns.calendarDate)
    .addPrimaryKeyConstraint('special_event_date_primary_key', ['event_id', 'event_date'])
    .modifyEnd(tableOptions)
    .execute()
  await createIndexOnce(
    engine,
    db.schema
      .createIndex('special_event_date_by_date')
      .on('special_event_date')
      .columns(['event_date', 'event_id', 'previous_date']),
  )
}
