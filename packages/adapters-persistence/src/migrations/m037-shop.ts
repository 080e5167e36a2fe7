import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/** A table for the settings that operations change, such as whether the shop is open. */
export const shop = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'stored_setting')
    .addColumn('name', columns.text(60), (column) => column.notNull().primaryKey())
    .addColumn('value', columns.longText, (column) => column.notNull())
    .execute()
  await addChangeLocks(db, 'stored-settings')
}
