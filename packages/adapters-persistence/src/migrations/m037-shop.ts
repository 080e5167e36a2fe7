import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/** Tables for the settings that operations change, such as whether the shop is open, and for the free orders of a date. */
export const shop = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'stored_setting')
    .addColumn('name', columns.text(60), (column) => column.notNull().primaryKey())
    .addColumn('value', columns.longText, (column) => column.notNull())
    .execute()
  await newTable(db, engine, 'free_order')
    .addColumn('order_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('email_hash', columns.bytes(16), (column) => column.notNull())
    .addColumn('number', columns.integer, (column) => column.notNull())
    .addColumn('order_id', columns.uuid, (column) => column.notNull())
    .addPrimaryKeyConstraint('free_order_key', ['order_date', 'email_hash', 'number'])
    .execute()
  await addChangeLocks(db, 'stored-settings')
}
