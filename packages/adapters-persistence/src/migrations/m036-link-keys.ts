import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/** A table for the keys of the links of visitors. */
export const linkKeys = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'link_key')
    .addColumn('number', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('link_key', columns.text(43), (column) => column.notNull())
    .addColumn('created_at', columns.integer, (column) => column.notNull())
    .execute()
  await addChangeLocks(db, 'link-key')
}
