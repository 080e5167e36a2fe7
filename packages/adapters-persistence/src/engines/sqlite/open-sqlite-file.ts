import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseUnusable } from '../../database/database-unusable.ts'
import type { SettingNames } from '../../database/setting-names.ts'
import { unavailable } from '../../database/unavailable.ts'
import { openSqlite } from './open-sqlite.ts'

const openingMilliseconds = 2_000

/** Opens the database file at `path`; creates it, and its folder, if they are missing. */
export const openSqliteFile = (path: string, { url }: SettingNames): DatabaseSync => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (path !== ':memory:') createFile(path)
  } catch (error) {
    throw unavailable('The database file cannot be created', error)
  }
  const file = openSqlite(path, { timeout: openingMilliseconds, defensive: true, allowExtension: false })
  try {
    // With `synchronous = full`, committed transactions survive a power failure. With `secure_delete`, what a statement
    // deletes or replaces is overwritten.
    file.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off; pragma secure_delete = on;',
    )
    const mode = file.prepare('pragma journal_mode').get()?.['journal_mode']
    if (mode !== 'wal')
      throw new DatabaseUnusable(
        `SQLite cannot keep a write-ahead log at ${path} (journal mode ${String(mode)}). ` +
          `Name a file on a local disk in ${url}.`,
      )
    // While SQLite waits for a lock, it blocks the process. So it does not wait, and `withRetries` tries again later.
    file.exec('pragma busy_timeout = 0')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** Creates the file, readable by its owner only; SQLite gives the files beside it the same mode. */
const createFile = (path: string) => {
  try {
    // Only if it is missing: to close a file that SQLite has open in this process would release SQLite's locks on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
