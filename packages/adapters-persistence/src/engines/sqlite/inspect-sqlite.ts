import { existsSync } from 'node:fs'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseFinding } from '../../database/database-finding.ts'

/** How many faults SQLite looks for. */
const maxFaults = 100
/** How many of them are named. */
const maxNamed = 3
/** The result code SQLITE_CORRUPT. */
const corrupt = 11

/** Inspects the content of the database file at `path`: `isThorough` compares the indexes with their tables too. */
export const inspectSqlite = async (
  tables: QueryExecutorProvider,
  path: string,
  isThorough: boolean,
): Promise<readonly DatabaseFinding[]> => {
  const isOpenElsewhere = existsSync(`${path}-wal`)
  const integrity = await inspectIntegrity(tables, path, isThorough)
  // While no other process had the file open, it was read as one that does not change.
  return [!isOpenElsewhere && existsSync(`${path}-wal`) ? openedMeanwhile : integrity]
}

const openedMeanwhile: DatabaseFinding = {
  check: 'database',
  level: 'warning',
  message: 'A server or a command opened the database while its content was inspected.',
  advice: 'Run doctor again.',
}

const inspectIntegrity = async (
  tables: QueryExecutorProvider,
  path: string,
  isThorough: boolean,
): Promise<DatabaseFinding> => {
  const faults = await findFaults(tables, isThorough)
  if (faults.length === 1 && faults[0] === 'ok')
    return {
      check: 'database',
      level: 'ok',
      message: isThorough ? 'The content and the indexes are undamaged.' : 'The content is undamaged.',
    }
  return {
    check: 'database',
    level: 'serious',
    message:
      `The content of the database file ${path} is damaged: ${faults.slice(0, maxNamed).join('; ')}` +
      (faults.length > maxNamed ? `; and ${faults.length - maxNamed} more faults.` : '.'),
    advice: 'Stop the server, keep a copy of the damaged file, and restore a backup.',
  }
}

const findFaults = async (tables: QueryExecutorProvider, isThorough: boolean): Promise<readonly string[]> => {
  const [limit, check] = [sql.lit(maxFaults), sql.raw(isThorough ? 'integrity_check' : 'quick_check')]
  try {
    const { rows } = await sql<Record<string, string>>`pragma ${check}(${limit})`.execute(tables)
    return rows.map((row) => Object.values(row)[0]!)
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    // SQLite ends the check where a page cannot be read as one.
    if (errcode !== undefined && (errcode & 0xff) === corrupt) return [(error as Error).message]
    throw error
  }
}
