import { existsSync } from 'node:fs'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Engine } from '../../engines/engine.ts'
import type { Migrations } from '../../migrate.ts'
import { resultCodeOf } from '../../engines/sqlite/sqlite-errors.ts'
import { type DatabaseFinding, type InspectionOptions, findingsIn, findingsOf } from '../database-finding.ts'
import { type SchemaRow, schemaDifference, schemaOf, selectSchema } from './schema-difference.ts'
import { type SchemasOfMigrations, schemasOfMigrations } from './schemas-of-migrations.ts'

const { ok, warning, serious } = findingsOf('database')

/** The number of faults after which SQLite stops its check. */
const maxFaults = 100
/** The maximum number of faults in the message. */
const maxNamed = 3
const corrupt = 11

/**
 * Inspects the content of the database file at `path`, and compares its schema with that of its latest migration. `isThorough`
 * compares the indexes with their tables, too.
 */
export const inspectSqlite = async (
  tables: QueryExecutorProvider,
  engine: Engine,
  path: string,
  migrationsOn: Migrations,
  { isThorough }: Pick<InspectionOptions, 'isThorough'>,
): Promise<readonly DatabaseFinding[]> => {
  const schemas = await schemasOfMigrations(engine, migrationsOn)
  const isOpenElsewhere = existsSync(`${path}-wal`)
  const integrity = await inspectIntegrity(tables, path, isThorough)
  const schema = integrity.level === 'ok' && (await inspectSchema(tables, path, schemas))
  // While no other process had the file open, it was opened as `immutable`.
  return !isOpenElsewhere && existsSync(`${path}-wal`) ? [openedMeanwhile] : findingsIn([integrity, schema])
}

const inspectSchema = async (tables: QueryExecutorProvider, path: string, schemas: SchemasOfMigrations) => {
  const found = (await sql.raw<SchemaRow>(selectSchema).execute(tables)).rows
  // Other checks report a missing table of migrations and the migrations of a newer version.
  if (!found.some(({ name }) => name === 'kysely_migration')) return undefined
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(tables)
  const expected = schemas.get(rows[0]!.name)
  const difference = expected && schemaDifference(schemaOf(found), expected)
  if (difference === undefined) return undefined
  return serious(
    `The database file ${path} does not have the schema of a museum: ${difference}.`,
    'Find out who changed it. Stop the server, undo the change or restore an earlier backup: a backup of this ' +
      'database is refused.',
  )
}

const openedMeanwhile = warning(
  'A server or a command opened the database while its content was inspected.',
  'Run doctor again.',
)

const inspectIntegrity = async (tables: QueryExecutorProvider, path: string, isThorough: boolean) => {
  const faults = await findFaults(tables, isThorough)
  if (faults.length === 1 && faults[0] === 'ok')
    return ok(isThorough ? 'The content and the indexes are undamaged.' : 'The content is undamaged.')
  return serious(
    `The content of the database file ${path} is damaged: ${faults.slice(0, maxNamed).join('; ')}` +
      (faults.length > maxNamed ? `; and ${faults.length - maxNamed} more faults.` : '.'),
    'Stop the server, keep a copy of the damaged file, and restore a backup.',
  )
}

const findFaults = async (tables: QueryExecutorProvider, isThorough: boolean): Promise<readonly string[]> => {
  const [limit, check] = [sql.lit(maxFaults), sql.raw(isThorough ? 'integrity_check' : 'quick_check')]
  try {
    const { rows } = await sql<Record<string, string>>`pragma ${check}(${limit})`.execute(tables)
    return rows.map((row) => Object.values(row)[0]!)
  } catch (error) {
    // SQLite ends the check with an error where it cannot read a page.
    if (resultCodeOf(error) === corrupt) return [(error as Error).message]
    throw error
  }
}
