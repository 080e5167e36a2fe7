import { existsSync, linkSync, lstatSync, mkdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import { openSqlite } from '../open-sqlite.ts'
import { createPartFile, deletePartFile, publishPartFile } from './part-file.ts'
import { processesWithOpenFile } from './processes-with-open-file.ts'

/** A database that no other process can open until `release` is called. */
export type LockedDatabase = Readonly<{
  /** The path of the file, without symbolic links. */
  path: string
  /**
   * `intact`: the file at `path` is all of the database, without a write-ahead log. `damaged`: SQLite cannot read it; there
   * may be files beside it. `missing`: the database at `path` has no tables, and was made for the lock.
   */
  state: 'intact' | 'damaged' | 'missing'
  /** The connection that holds the lock; `undefined` for a file that SQLite does not take for a database. */
  connection: DatabaseSync | undefined
  release: () => void
}>

const lockMilliseconds = 1_000

/**
 * Locks the database at `path`, and moves what is in its write-ahead log to the file. Throws `DatabaseUnusable` while
 * another process has it open, also an idle one. While the lock is held, this process must not open and close the file in
 * another way: the operating system would release the lock. `keptName` is for a write-ahead log without its database.
 */
export const lockDatabase = (path: string, keptName: string): LockedDatabase => {
  const isMissing = !existsSync(path)
  if (isMissing && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new DatabaseUnusable(
      `The database ${path} is a symbolic link to ${readlinkSync(path)}, which does not exist. Mount its disk, or delete ` +
        'the link. Nothing was changed.',
    )
  const file = isMissing ? path : realpathSync(path)
  const [id] = processesWithOpenFile(file)
  if (id !== undefined) throw inUse(file, `The process ${id} has it open.`)
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
    // A connection that has read a write-ahead log holds a lock on the file until it is closed. This waits for them all.
    connection.exec('pragma journal_mode = delete')
    connection.exec('begin exclusive')
    // Otherwise another process opened it in between, and `begin exclusive` keeps out writers only.
    if (connection.prepare('pragma journal_mode').get()?.['journal_mode'] !== 'delete') throw inUse(file)
    return locked(isMissing ? 'missing' : 'intact')
  } catch (error) {
    const code = primaryCode(error)
    if (code === 5) {
      connection.close()
      throw inUse(file)
    }
    // Not a database: there is nothing to lock, and no server can start on it.
    if (code === 26) return locked('damaged', false)
    if (code === 11) return locked('damaged', lockDamaged(connection, file))
    connection.close()
    throw error
  }
}

/** Locks a database whose schema cannot be read; false when not even its first page can. */
const lockDamaged = (connection: DatabaseSync, file: string): boolean => {
  try {
    // In this mode, the lock of the file is held instead of those of a write-ahead log.
    connection.exec('pragma locking_mode = exclusive; begin exclusive')
    return true
  } catch (error) {
    if (primaryCode(error) !== 5) return false
    connection.close()
    throw inUse(file)
  }
}

/** Creates a database to lock. Keeps a write-ahead log without its database, which would be applied to the new one. */
const createForLock = (path: string, keptName: string) => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (existsSync(`${path}-wal`)) linkSync(`${path}-wal`, `${keptName}-wal`)
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true })
  const part = createPartFile(path)
  const memory = openSqlite(':memory:', {})
  try {
    // SQLite would begin a journal to lock an empty file.
    memory.exec('create table empty (id integer); drop table empty')
    memory.prepare('vacuum into ?').run(part)
    publishPartFile(part, path)
  } finally {
    memory.close()
    deletePartFile(part)
  }
}

const primaryCode = (error: unknown) => Number((error as { errcode?: unknown }).errcode ?? 0) & 0xff

const inUse = (file: string, detail = 'Another process has it open.') =>
  new DatabaseUnusable(
    `The database ${file} is in use. ${detail} Stop the server and all commands that use it, then try again. ` +
      'Nothing was changed.',
  )
