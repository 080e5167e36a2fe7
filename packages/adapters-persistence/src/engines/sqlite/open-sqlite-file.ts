import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DatabaseUnusable } from '../../database/database-unusable.ts'
import { unavailable } from '../../database/unavailable.ts'
import { wasMoved } from './file-was-moved.ts'
import { openSqlite } from './open-sqlite.ts'

const openingMilliseconds = 2_000

/** `url`: the name of the setting with the path. `readOnly`: whether the file is neither created nor changed. */
export type Opening = Readonly<{ url: string; readOnly: boolean }>

/** Opens the database file at `path`; creates it, and its folder, if they are missing. */
export const openSqliteFile = (path: string, opening: Opening): DatabaseSync =>
  opening.readOnly && path !== ':memory:' ? openForReading(path) : openForWriting(path, opening)

const openForWriting = (path: string, { url }: Pick<Opening, 'url'>): DatabaseSync => {
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
    // While this process waited for a lock, a backup was restored: there is another file at the path.
    if ((error as { errcode?: unknown }).errcode === wasMoved) return openForWriting(path, { url })
    throw error
  }
}

/**
 * Without a log or journal no process has the file open. It is opened as `immutable` then: otherwise SQLite would create a
 * log beside it and leave it there.
 */
const openForReading = (path: string): DatabaseSync => {
  const isOpenElsewhere = existsSync(`${path}-wal`) || existsSync(`${path}-journal`)
  const location = Object.assign(pathToFileURL(path), isOpenElsewhere ? {} : { search: '?immutable=1' })
  const file = openSqlite(location, { readOnly: true, timeout: openingMilliseconds, defensive: true })
  try {
    // The first access to the file, which fails if it is no database.
    file.exec('pragma trusted_schema = off; select 1 from sqlite_schema limit 1; pragma busy_timeout = 0')
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
