import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'

/** A table with one row in the database of a rehearsal, otherwise none. */
export const rehearsalMark = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  await newTable(db, engine, 'rehearsal_mark')
    .addColumn('id', engine.columns.integer, (column) => column.notNull().primaryKey())
    .execute()
}
