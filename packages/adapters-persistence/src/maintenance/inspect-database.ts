import { withDeadline } from '../database/deadlines-and-retries.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { DatabaseFinding, InspectionOptions } from './database-finding.ts'
import { inspectMysql } from './mysql/inspect-mysql.ts'
import { inspectSqliteFiles } from './sqlite/inspect-sqlite-files.ts'
import { inspectSqlite } from './sqlite/inspect-sqlite.ts'

/** Milliseconds for the statements, on MySQL. Those of the embedded database cannot be interrupted. */
const inspectionMilliseconds = 10_000

/**
 * Inspects the settings and privileges of a database server, or the content of an embedded database. Changes nothing, and
 * works beside running servers. Open the database with `readOnly` for it.
 */
export const inspectDatabase = (
  { engine, kysely }: MuseumDatabase,
  options: InspectionOptions,
): Promise<readonly DatabaseFinding[]> =>
  withDeadline(inspectionMilliseconds, () =>
    engine.file === undefined ? inspectMysql(kysely, options) : inspectSqlite(kysely, engine, engine.file, options),
  )

/**
 * Inspects the files of an embedded database: permissions, disk space, copies. Call it before the database is used. Returns
 * nothing for a database server.
 */
export const inspectDatabaseFiles = async ({ engine }: MuseumDatabase): Promise<readonly DatabaseFinding[]> =>
  engine.file === undefined ? [] : inspectSqliteFiles(engine.file)
