import type { Kysely } from 'kysely'
import { type Engine, withTables } from '@museum/database'

type Revision = { id: number; revision: number }

export const specialEventRevision = async (db: Kysely<never>, { columns, tableOptions }: Engine): Promise<void> => {
  await db.schema
    .createTable('special_event_revision')
    .ifNotExists()
    .addColumn('id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('revision', columns.integer, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  await withTables<{ special_event_revision: Revision }>(db)
    .replaceInto('special_event_revision')
    .values({ id: 1, revision: 0 })
    .execute()
}
