import type { DatabaseSync } from 'node:sqlite'
import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import type { DatabaseContent } from '../../backups.ts'

/**
 * Reads what a database contains. `migrations` are those of this version. Throws `DatabaseUnusable` for a database that is
 * not a museum's; the message calls it `name`.
 */
export const databaseContent = (file: DatabaseSync, name: string, migrations: readonly string[]): DatabaseContent => {
  const tables = tablesIn(file)
  const applied = migrationsIn(file, tables)
  const tickets = ['museum_ticket', 'ticket'].find((table) => tables.has(table))
  if (tickets === undefined || !tables.has('special_event') || !migrations.some((own) => applied.includes(own)))
    throw new DatabaseUnusable(`${name} is not a database of a museum: it has other tables.`)
  const count = (table: string) => (tables.has(table) ? (numberIn(file, `select count(*) from "${table}"`) ?? 0) : 0)
  const hasTime = file.prepare(`select 1 from pragma_table_info('${tickets}') where name = 'sold_at'`).get()
  return {
    tickets: count(tickets),
    latestSale: hasTime === undefined ? null : numberIn(file, `select max(sold_at) from "${tickets}"`),
    specialEvents: count('special_event'),
    users: count('user_account'),
    auditEntries: count('audit_entry'),
    pendingMigrations: migrations.filter((migration) => !applied.includes(migration)),
  }
}

/** Throws `DatabaseUnusable` for a database, called `name`, that a newer version has migrated. */
export const rejectNewerDatabase = (file: DatabaseSync, name: string, migrations: readonly string[]): void => {
  const others = migrationsIn(file, tablesIn(file)).filter((migration) => !migrations.includes(migration))
  if (others.length === 0) return
  throw new DatabaseUnusable(
    `${name} was migrated by a newer version of the museum (${others.join(', ')}). Use that version, or a later one.`,
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
