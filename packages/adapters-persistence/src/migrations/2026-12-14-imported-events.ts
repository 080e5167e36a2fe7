import type { Kysely } from 'kysely'
import type { Engine } from '@museum/database'

/** Imported rows of files are recorded in a table, so that none is imported twice. */
export const importedEvents = async (db: Kysely<never>, { columns, tableOptions }: Engine): Promise<void> => {
  await db.schema
    .createTable('imported_event')
    .ifNotExists()
    .addColumn('import_key', columns.bytes(32), (column) => column.notNull().primaryKey())
    .addColumn('event_id', columns.uuid, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
}
