import type { CreateIndexBuilder, Kysely } from 'kysely'
import type { Engine } from './engines/engine.ts'

/** Creates an index unless an earlier run, which was interrupted, has created it: MySQL has no `create index if not exists`. */
export const createIndexOnce = async (engine: Engine, index: CreateIndexBuilder<string>): Promise<void> => {
  try {
    await index.execute()
  } catch (error) {
    if (engine.classifyError(error) !== 'index-exists') throw error
  }
}

/** Drops an index unless an earlier run, which was interrupted, has dropped it: MySQL has no `drop index if exists`. */
export const dropIndexOnce = async (db: Kysely<never>, engine: Engine, index: string, table: string): Promise<void> => {
  try {
    await engine.dropIndex(index, table).execute(db)
  } catch (error) {
    if (engine.classifyError(error) !== 'index-missing') throw error
  }
}

/** Those of the wanted columns that the tables lack: MySQL has no `add column if not exists`. */
export const missingColumns = async (db: Kysely<never>, wanted: Readonly<Record<string, readonly string[]>>) => {
  const tables = await db.introspection.getTables()
  const hasColumn = (table: string, column: string) =>
    tables.some(({ name, columns }) => name === table && columns.some((each) => each.name === column))
  return Object.entries(wanted).flatMap(([table, names]) =>
    names.filter((column) => !hasColumn(table, column)).map((column) => ({ table, column })),
  )
}

/** The database of a migration with the tables that the migration uses, as they are then. */
export const withTables = <Tables>(db: Kysely<never>): Kysely<Tables> => db as unknown as Kysely<Tables>
