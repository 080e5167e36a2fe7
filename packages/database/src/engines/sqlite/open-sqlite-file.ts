import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { DatabaseMisconfigured } from '../../database-misconfigured.ts'
import type { DatabaseOptions } from '../../database-options.ts'
import { unavailable } from '../../deadlines-and-retries.ts'
import { asOwnerOf } from './as-owner.ts'
import { openSqlite } from './open-sqlite.ts'
import { wasMoved } from './sqlite-errors.ts'

const openingMilliseconds = 2_000

/**
 * - `url`: the name of the setting with the path.
 * - `readOnly`: if true, the file is neither created nor changed.
 */
export type Opening = Readonly<{ url: string; readOnly: boolean }>

/** Opens the database file at `path`; creates it, and its folder, if they are missing. */
export const openSqliteFile = (path: string, opening: Opening): DatabaseSync => {
  if (path === ':memory:') return openForWriting(path, opening)
  return asOwnerOf(path, () => (opening.readOnly ? openForReading(path) : openForWriting(path, opening)))
}

const openForWriting = (path: string, { url }: Pick<Opening, 'url'>): DatabaseSync => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (path !== ':memory:') createFile(path)
  } catch (error) {
    throw unavailable('The database file cannot be created', error)
  }
  const file = openSqlite(path, { timeout: openingMilliseconds, defensive: true, allowExtension: false })
  try {
    // With `synchronous = full`, committed transactions survive a power failure. With `secure_delete`, deleted and replaced
    // content is overwritten.
    file.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off; pragma secure_delete = on;',
    )
    const mode = file.prepare('pragma journal_mode').get()?.['journal_mode']
    if (mode !== 'wal')
      throw new DatabaseMisconfigured(
        `SQLite cannot keep a write-ahead log at ${path} (journal mode ${String(mode)}).`,
        `Name a file on a local disk in ${url}.`,
      )
    // SQLite creates the log of a new database when it is first read, and may wait for a lock then. From here on it must not
    // wait, since that blocks the process: `withRetries` tries again later.
    file.exec('select 1 from sqlite_schema limit 1; pragma busy_timeout = 0')
    return file
  } catch (error) {
    file.close()
    // A backup was restored while this process waited for a lock, so there is another file at the path.
    if ((error as { errcode?: unknown }).errcode === wasMoved) return openForWriting(path, { url })
    throw error
  }
}

/**
 * Whether no process has the file open: there is neither a log nor a journal. Such a file is opened as `immutable`, since
 * otherwise SQLite would create a log beside it and leave it there.
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

/** Creates the file, which only its owner can read. SQLite gives the files beside it the same mode. */
const createFile = (path: string) => {
  try {
    // Only if it is missing: closing a file that SQLite has open in this process would release SQLite's locks on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Warns when users other than the owner can read or write the database file at `path` or a file beside it. */
export const warnOfReadableFiles = (path: string, warn: DatabaseOptions['warn']): void => {
  // Windows has no file modes.
  if (process.platform === 'win32') return
  const isOpenToOthers = (file: string) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0
  if (![path, `${path}-wal`, `${path}-shm`].some(isOpenToOthers)) return
  const quoted = `'${path.replaceAll("'", `'\\''`)}'`
  warn?.(`Other users of this machine can read the database. Run: chmod 600 ${quoted}*`)
}
