import type { DatabaseFinding } from './database-finding.ts'
import { withDeadline } from './deadline.ts'
import type { InspectionOptions } from './inspection-options.ts'
import type { MuseumDatabase } from './museum-database.ts'

/** Milliseconds for the statements, on MySQL. Those of the embedded database cannot be interrupted. */
const inspectionMilliseconds = 10_000

/**
 * Inspects the settings and privileges of a database server, or the content of an embedded database. Changes nothing, and
 * works beside running servers. Open the database with `readOnly` for it.
 */
export const inspectDatabase = (
  { engine, kysely }: MuseumDatabase,
  options: InspectionOptions,
): Promise<readonly DatabaseFinding[]> => withDeadline(inspectionMilliseconds, () => engine.inspect(kysely, options))

/**
 * Inspects the files of an embedded database: permissions, disk space, copies. Call it before the database is used. Returns
 * nothing for a database server.
 */
export const inspectDatabaseFiles = ({ engine }: MuseumDatabase): Promise<readonly DatabaseFinding[]> =>
  engine.inspectFiles()
