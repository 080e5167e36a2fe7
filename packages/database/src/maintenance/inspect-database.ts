import { withDeadline } from '../deadlines-and-retries.ts'
import type { Database } from '../database.ts'
import type { Migrations } from '../migrate.ts'
import type { DatabaseFinding, InspectionOptions } from './database-finding.ts'
import { inspectMysql } from './mysql/inspect-mysql.ts'
import { inspectSqliteFiles } from './sqlite/inspect-sqlite-files.ts'
import { inspectSqlite } from './sqlite/inspect-sqlite.ts'

/** Milliseconds for the statements, on MySQL. Those of the embedded database cannot be interrupted. */
const inspectionMilliseconds = 10_000

/**
 * Inspects the settings and privileges of a database server, or the content of an embedded database. Changes nothing, and
 * works beside running servers. Open the database with `readOnly` for it. The content must have the schema of the latest of
 * these migrations that was applied.
 */
export const inspectDatabase = <Tables>(
  { engine, kysely }: Database<Tables>,
  migrationsOn: Migrations,
  options: InspectionOptions,
): Promise<readonly DatabaseFinding[]> =>
  withDeadline(inspectionMilliseconds, () =>
    engine.file === undefined
      ? inspectMysql(kysely, options)
      : inspectSqlite(kysely, engine, engine.file, migrationsOn, options),
  )

/**
 * Inspects the files of an embedded database: permissions, disk space, copies. Call it before the database is used. Returns
 * nothing for a database server.
 */
export const inspectDatabaseFiles = async ({
  engine,
}: Pick<Database<never>, 'engine'>): Promise<readonly DatabaseFinding[]> =>
  engine.file === undefined ? [] : inspectSqliteFiles(engine.file)
