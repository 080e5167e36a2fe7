import type { Kysely } from 'kysely'
import { type Engine, newTable, withTables } from '@museum/database'

type Revision = { id: number; revision: number }

export const specialEventRevision = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'special_event_revision')
    .addColumn('id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('revision', columns.integer, (column) => column.notNull())
    .execute()
  await withTables<{ special_event_revision: Revision }>(db)
    .replaceInto('special_event_revision')
    .values({ id: 1, revision: 0 })
    .execute()
}
