import type { ColumnDefinitionBuilder, Kysely, RawBuilder } from 'kysely'
import type { Engine } from './engines/engine.ts'

// The changes that migrations make to tables. Each is skipped when an earlier run, which was interrupted, has made it: MySQL
// commits every one by itself. Released migrations call these functions, so what they do must not change.

/** A table that is created unless it exists: columns follow, and `execute`. */
export const newTable = (db: Kysely<never>, { tableOptions }: Pick<Engine, 'tableOptions'>, name: string) =>
  db.schema.createTable(name).ifNotExists().modifyEnd(tableOptions)

/** The names of the tables. */
export const tableNames = async (db: Kysely<never>): Promise<ReadonlySet<string>> =>
  new Set((await db.introspection.getTables()).map(({ name }) => name))

/** The type of a new column; with a function, what follows the type. */
type NewColumn =
  | RawBuilder<unknown>
  | readonly [RawBuilder<unknown>, (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder]

/** Adds columns, by the names of their tables. MySQL has no `add column if not exists`. */
export const addColumnsOnce = async (
  db: Kysely<never>,
  added: Readonly<Record<string, Readonly<Record<string, NewColumn>>>>,
): Promise<void> => {
  const exists = await columnFinder(db)
  for (const [table, columns] of Object.entries(added))
    for (const [name, column] of Object.entries(columns)) {
      if (exists(table, name)) continue
      const [type, define] = 'toOperationNode' in column ? [column, undefined] : column
      await db.schema.alterTable(table).addColumn(name, type, define).execute()
    }
}

/** Drops columns, by the names of their tables. MySQL has no `drop column if exists`. */
export const dropColumnsOnce = async (
  db: Kysely<never>,
  dropped: Readonly<Record<string, readonly string[]>>,
): Promise<void> => {
  const exists = await columnFinder(db)
  for (const [table, names] of Object.entries(dropped))
    for (const name of names) if (exists(table, name)) await db.schema.alterTable(table).dropColumn(name).execute()
}

const columnFinder = async (db: Kysely<never>) => {
  const tables = await db.introspection.getTables()
  return (table: string, column: string) =>
    tables.some(({ name, columns }) => name === table && columns.some((each) => each.name === column))
}

/** Creates indexes, each by its name on columns of a table. MySQL has no `create index if not exists`. */
export const createIndexesOnce = async (
  db: Kysely<never>,
  engine: Engine,
  indexes: Readonly<Record<string, readonly [table: string, ...columns: string[]]>>,
): Promise<void> => {
  for (const [name, [table, ...columns]] of Object.entries(indexes))
    try {
      await db.schema.createIndex(name).on(table).columns(columns).execute()
    } catch (error) {
      if (engine.classifyError(error) !== 'index-exists') throw error
    }
}

/** Drops an index. MySQL has no `drop index if exists`. */
export const dropIndexOnce = async (db: Kysely<never>, engine: Engine, index: string, table: string): Promise<void> => {
  try {
    await engine.dropIndex(index, table).execute(db)
  } catch (error) {
    if (engine.classifyError(error) !== 'index-missing') throw error
  }
}

/** The database of a migration with the tables that the migration uses, as they are then. */
export const withTables = <Tables>(db: Kysely<never>): Kysely<Tables> => db as unknown as Kysely<Tables>
