import type { DatabaseSync } from 'node:sqlite'
import { DatabaseMisconfigured } from '../../../database/database-misconfigured.ts'
import { openSqlite } from '../../../engines/sqlite/open-sqlite.ts'
import { resultCodeOf } from '../../../engines/sqlite/sqlite-errors.ts'
import { type SchemaRow, schemaDifference, schemaOf, selectSchema } from '../schema-difference.ts'
import type { SchemasOfMigrations } from '../schemas-of-migrations.ts'
import type { DatabaseContent } from './backups.ts'

/**
 * Checks a copy of a database that no other process uses, and turns it into one file without a write-ahead log. Throws
 * `DatabaseMisconfigured` when the content is damaged or not that of a museum. The messages call the copy `name`; `migrations`
 * are those of this version, and `schemas` the schemas after each of them.
 */
export const checkCopy = (
  path: string,
  name: string,
  migrations: readonly string[],
  schemas: SchemasOfMigrations,
): DatabaseContent => {
  const file = openSqlite(path, { defensive: true, allowExtension: false })
  try {
    file.exec('pragma trusted_schema = off; pragma mmap_size = 4294967296; pragma journal_mode = delete')
    const content = databaseContent(file, name, migrations)
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
  schemas: SchemasOfMigrations,
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
 * Reads the content of a database. `migrations` are those of this version. Throws `DatabaseMisconfigured` for a database that
 * is not a museum's; the message calls it `name`.
 */
export const databaseContent = (file: DatabaseSync, name: string, migrations: readonly string[]): DatabaseContent => {
  const tables = tablesIn(file)
  const applied = migrationsIn(file, tables)
  const tickets = ['museum_ticket', 'ticket'].find((table) => tables.has(table))
  if (tickets === undefined || !tables.has('special_event') || !migrations.some((own) => applied.includes(own)))
    throw new DatabaseMisconfigured(`${name} is not a database of a museum: it has other tables.`)
  const count = (table: string) => (tables.has(table) ? (numberIn(file, `select count(*) from "${table}"`) ?? 0) : 0)
  const hasColumn = (table: string, column: string) =>
    file.prepare(`select 1 from pragma_table_info('${table}') where name = '${column}'`).get() !== undefined
  // Before they were marked, deleted events were in another table.
  const events = `select count(*) from special_event${hasColumn('special_event', 'deleted_at') ? ' where deleted_at is null' : ''}`
  return {
    tickets: count(tickets),
    latestSale: hasColumn(tickets, 'sold_at') ? numberIn(file, `select max(sold_at) from "${tickets}"`) : null,
    specialEvents: numberIn(file, events) ?? 0,
    users: count('user_account'),
    auditEntries: count('audit_entry'),
    pendingMigrations: migrations.filter((migration) => !applied.includes(migration)),
  }
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

const numberIn = (file: DatabaseSync, statement: string) =>
  (Object.values(file.prepare(statement).get()!)[0] ?? null) as number | null
