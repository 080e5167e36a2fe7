import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'

/** Imported rows of files are recorded in a table, so that none is imported twice. */
export const importedEvents = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'imported_event')
    .addColumn('import_key', columns.bytes(32), (column) => column.notNull().primaryKey())
    .addColumn('event_id', columns.uuid, (column) => column.notNull())
    .execute()
}
