import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import { openSqlite } from '../../../engines/sqlite/open-sqlite.ts'
import { resultCodeOf } from '../../../engines/sqlite/sqlite-errors.ts'
import { type SchemaRow, schemaDifference, schemaOf, selectSchema } from '../schema-difference.ts'
import type { DatabaseContent, ExpectedContent } from './backups.ts'

/**
 * Checks a copy of a database that no other process uses, and turns it into one file without a write-ahead log. Throws
 * `DatabaseMisconfigured` when the content is damaged or not what is expected. The messages call the copy `name`.
 */
export const checkCopy = (path: string, name: string, expected: ExpectedContent): DatabaseContent => {
  const { schemas } = expected
  const migrations = [...schemas.keys()]
  const file = openSqlite(path, { defensive: true, allowExtension: false })
  try {
    file.exec('pragma trusted_schema = off; pragma mmap_size = 4294967296; pragma journal_mode = delete')
    const content = databaseContent(file, name, expected)
    rejectNewerDatabase(file, name, migrations)
    rejectMissingMigration(name, migrations, content)
    rejectOtherSchema(file, name, content, schemas)
    const [fault] = Object.values(file.prepare('pragma integrity_check(1)').get() ?? {})
    if (fault !== 'ok') throw damaged(name, String(fault))
    return content
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    if (resultCodeOf(error) === 26)
      throw new DatabaseMisconfigured(`${name} is not a SQLite database (SQLITE_NOTADB, ${errcode}).`)
    if (resultCodeOf(error) === 11) throw damaged(name, `SQLITE_CORRUPT, ${errcode}`)
    throw error
  } finally {
    file.close()
  }
}

/** A server applies only the migrations after the last applied one, and does not start when an earlier one is missing. */
const rejectMissingMigration = (
  name: string,
  migrations: readonly string[],
  { pendingMigrations }: DatabaseContent,
) => {
  const last = migrations.findLastIndex((migration) => !pendingMigrations.includes(migration))
  const missing = pendingMigrations.find((migration) => migrations.indexOf(migration) < last)
  if (missing === undefined) return
  throw new DatabaseMisconfigured(
    `${name} names later migrations, but not ${missing}, as applied: its list of migrations is damaged.`,
  )
}

/** The schema must be the museum's own: a trigger could change sales, and purchases and migrations need the right tables. */
const rejectOtherSchema = (
  file: DatabaseSync,
  name: string,
  { pendingMigrations }: DatabaseContent,
  schemas: ExpectedContent['schemas'],
) => {
  const applied = [...schemas.keys()].findLast((migration) => !pendingMigrations.includes(migration))
  const found = schemaOf(file.prepare(selectSchema).all() as SchemaRow[])
  const difference = schemaDifference(found, schemas.get(applied!)!)
  if (difference === undefined) return
  throw new DatabaseMisconfigured(`${name} does not have the schema of a museum: ${difference}.`)
}

const damaged = (name: string, fault: string) =>
  new DatabaseMisconfigured(`The content of ${name} is damaged (${fault}).`)

/**
 * Reads the content of a database. Throws `DatabaseMisconfigured` for one of another program; the message calls it `name`.
 */
export const databaseContent = (
  file: DatabaseSync,
  name: string,
  { schemas, counts }: ExpectedContent,
): DatabaseContent => {
  const applied = migrationsIn(file, tablesIn(file))
  const statements = Object.entries(counts).map(([counted, texts]) => [counted, firstPrepared(file, texts)] as const)
  const pendingMigrations = [...schemas.keys()].filter((migration) => !applied.includes(migration))
  if (pendingMigrations.length === schemas.size || statements.some(([, statement]) => statement === undefined))
    throw new DatabaseMisconfigured(`${name} is not a database of a museum: it has other tables.`)
  return {
    ...Object.fromEntries(statements.map(([counted, statement]) => [counted, numberOf(statement!)])),
    pendingMigrations,
  }
}

const firstPrepared = (file: DatabaseSync, texts: readonly string[]): StatementSync | undefined => {
  for (const text of texts) {
    try {
      return file.prepare(text)
    } catch (error) {
      // A table or a column is missing.
      if (resultCodeOf(error) !== 1) throw error
    }
  }
  return undefined
}

/** Throws `DatabaseMisconfigured` for a database, called `name`, that a newer version has migrated. */
const rejectNewerDatabase = (file: DatabaseSync, name: string, migrations: readonly string[]): void => {
  const others = migrationsIn(file, tablesIn(file)).filter((migration) => !migrations.includes(migration))
  if (others.length === 0) return
  throw new DatabaseMisconfigured(
    `${name} was migrated by a newer version of the museum (${others.join(', ')}).`,
    'Use that version, or a later one.',
  )
}

const tablesIn = (file: DatabaseSync): ReadonlySet<string> =>
  new Set(textsIn(file, `select name from sqlite_schema where type = 'table'`))

const migrationsIn = (file: DatabaseSync, tables: ReadonlySet<string>): readonly string[] =>
  tables.has('kysely_migration') ? textsIn(file, 'select name from kysely_migration order by name') : []

const textsIn = (file: DatabaseSync, statement: string) =>
  file
    .prepare(statement)
    .all()
    .map((row) => String(row['name']))

const numberOf = (statement: StatementSync) => (Object.values(statement.get()!)[0] ?? null) as number | null
