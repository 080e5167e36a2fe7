import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import { openSqlite } from '../../../engines/sqlite/open-sqlite.ts'
import { processesWithOpenFile } from '../../../engines/sqlite/processes-with-open-file.ts'
import { resultCodeOf } from '../../../engines/sqlite/sqlite-errors.ts'
import type { ChangeCopy } from './backups.ts'
import {
  type PartFile,
  createPartFile,
  deletePartFile,
  explainFileError,
  publishPartFile,
  rejectExchangedFile,
  syncFolderOf,
} from './part-file.ts'

/** A database that no other process can open until `release` is called. */
export type LockedDatabase = Readonly<{
  /** The path of the file, without symbolic links. */
  path: string
  /**
   * - `intact`: the file at `path` is the whole database, without a write-ahead log.
   * - `damaged`: SQLite cannot read it; there may be files beside it.
   * - `missing`: there was no database; the one at `path` has no tables and was created for the lock.
   */
  state: 'intact' | 'damaged' | 'missing'
  /** The connection that holds the lock; `undefined` for a file that is no database to SQLite. */
  connection: DatabaseSync | undefined
  release: () => void
}>

const lockMilliseconds = 1_000

/** Throws `DatabaseMisconfigured` while another process has the database at `path` open, as far as this user can see. */
export const rejectOpenDatabase = (path: string): void => {
  const file = existsSync(path) ? realpathSync(path) : path
  const [id] = processesWithOpenFile(file)
  if (id !== undefined) throw inUse(file, `The process ${id} has it open.`)
}

/**
 * Locks the database at `path`, and moves the content of its write-ahead log to the file. Throws `DatabaseMisconfigured` while
 * another process has the database open, even if that is idle. While the lock is held, this process must not open and close the
 * file in any other way, since the operating system would then release the lock. `keptName` is the new name for a write-ahead
 * log without its database.
 */
export const lockDatabase = (path: string, keptName: string): LockedDatabase => {
  const isMissing = !existsSync(path)
  if (isMissing && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new DatabaseMisconfigured(
      `The database ${path} is a symbolic link to ${readlinkSync(path)}, which does not exist.`,
      'Mount its disk, or delete the link. Nothing was changed.',
    )
  const file = isMissing ? path : realpathSync(path)
  rejectOpenDatabase(file)
  if (isMissing) createForLock(path, keptName)
  const connection = openSqlite(file, { timeout: lockMilliseconds, defensive: true, allowExtension: false })
  const locked = (state: LockedDatabase['state'], isHeld = true): LockedDatabase => ({
    path: file,
    state,
    connection: isHeld ? connection : undefined,
    release: () => {
      if (connection.isTransaction) connection.exec('rollback')
      connection.close()
    },
  })
  try {
    // A connection that has read a write-ahead log holds a lock on the file until it is closed. This waits until all such
    // connections are closed.
    connection.exec('pragma journal_mode = delete')
    connection.exec('begin exclusive')
    // Otherwise another process has opened it in between, and `begin exclusive` would keep out only writers.
    if (connection.prepare('pragma journal_mode').get()?.['journal_mode'] !== 'delete') throw inUse(file)
    return locked(isMissing ? 'missing' : 'intact')
  } catch (error) {
    const code = resultCodeOf(error)
    if (code === 5) {
      connection.close()
      throw inUse(file)
    }
    // Not a database: there is nothing to lock, and no server can start with it.
    if (code === 26) return locked('damaged', false)
    if (code === 11) return locked('damaged', lockDamaged(connection, file))
    connection.close()
    throw error
  }
}

/** Locks a database whose schema cannot be read; returns false when not even its first page can be read. */
const lockDamaged = (connection: DatabaseSync, file: string): boolean => {
  try {
    // In this mode, SQLite locks the file itself instead of using the locks of a write-ahead log.
    connection.exec('pragma locking_mode = exclusive; begin exclusive')
    return true
  } catch (error) {
    if (resultCodeOf(error) !== 5) return false
    connection.close()
    throw inUse(file)
  }
}

/**
 * Creates a database to lock. Renames a write-ahead log without its database, which would otherwise be applied to the new one.
 */
const createForLock = (path: string, keptName: string) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (existsSync(`${path}-wal`)) linkSync(`${path}-wal`, `${keptName}-wal`)
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
  const part = createPartFile(path)
  const memory = openSqlite(':memory:', {})
  try {
    // To lock an empty file, SQLite would create a journal.
    memory.exec('create table empty (id integer); drop table empty')
    memory.prepare('vacuum into ?').run(part.path)
    publishPartFile(part, path)
  } catch (error) {
    deletePartFile(part)
    throw error
  } finally {
    memory.close()
  }
}

const inUse = (file: string, detail = 'Another process has it open.') =>
  new DatabaseMisconfigured(
    `The database ${file} is in use.`,
    `${detail} Stop the server and all commands that use it, then try again. Nothing was changed.`,
  )

/**
 * Gives the complete file `part` the name of the locked database, and the former file the name `kept`. Calls `change` with the
 * database in `part` first. Returns the files that are kept, and releases the lock.
 *
 * There is a file at the path at every moment. A server that starts meanwhile waits for the lock, finds that its file was
 * moved, and opens the new one.
 */
export const replaceDatabase = (
  locked: LockedDatabase,
  part: PartFile,
  kept: string,
  change: ChangeCopy,
): readonly string[] => {
  const { path, state } = locked
  let isReplaced = false
  try {
    changeCopy(part.path, change)
    fsyncSync(part.descriptor)
    rejectExchangedFile(part)
    if (state !== 'missing') {
      linkSync(path, kept)
      chmodSync(kept, 0o600)
    }
    // Files beside an unreadable database belong to it, and not to the new one.
    for (const suffix of state === 'damaged' ? ['-wal', '-journal'] : [])
      if (existsSync(path + suffix)) {
        linkSync(path + suffix, kept + suffix)
        chmodSync(kept + suffix, 0o600)
      }
    syncFolderOf(path)
    for (const suffix of ['-wal', '-journal', '-shm']) rmSync(path + suffix, { force: true })
    renameSync(part.path, path)
    isReplaced = true
    syncFolderOf(path)
    closeSync(part.descriptor)
  } catch (error) {
    deletePartFile(part)
    const result = isReplaced ? 'The database was replaced, but a power failure may undo that.' : 'Nothing was changed.'
    throw explainFileError(error, path, result)
  } finally {
    locked.release()
  }
  return ['', '-wal', '-journal'].map((suffix) => kept + suffix).filter((file) => existsSync(file))
}

const changeCopy = (part: string, change: ChangeCopy) => {
  const file = openSqlite(part, { defensive: true, allowExtension: false })
  try {
    change(file)
  } finally {
    file.close()
  }
}
