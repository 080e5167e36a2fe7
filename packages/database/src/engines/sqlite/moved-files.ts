import { type BigIntStats, existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseMisconfigured } from '../../database-misconfigured.ts'
import { asOwnerOf } from './as-owner.ts'
import { attempt } from './attempt.ts'
import { openSqlite } from './open-sqlite.ts'
import { processWithMovedFile } from './processes-with-open-file.ts'
import { FileWasMoved, resultCodeOf } from './sqlite-errors.ts'

/**
 * The suffixes of SQLite's files beside a database: its write-ahead log, and the index of the log in shared memory. A connection
 * opens both before it writes, and the last connection to close deletes both.
 */
const logSuffixes = ['-wal', '-shm'] as const

/** The path of a database without symbolic links, as in the name of SQLite's log. The file may be missing. */
const realPathOf = (path: string): string =>
  attempt(() => realpathSync(path)) ?? attempt(() => join(realpathSync(dirname(path)), basename(path))) ?? path

/** `hasLog` is false for a connection that only reads: it need not open the log. */
type WatchOptions = Readonly<{ hasLog: boolean; onMoved?: (error: FileWasMoved) => void }>

/**
 * Watches the database file at `path` and its log, which all connections of a process must have open. `onMoved` is called when
 * a file is found to be moved for the first time.
 */
export const watchedFile = (path: string, { hasLog, onMoved }: WatchOptions) => {
  let opened: readonly OpenedFile[] | undefined
  let connection: DatabaseSync | undefined
  let isKnown = false
  return {
    /** Takes note of the files that a connection has opened. Only the first call has an effect. */
    noteOpened(first: DatabaseSync) {
      if (path === ':memory:' || opened !== undefined) return
      const real = realPathOf(path)
      const paths = [path, ...(hasLog ? logSuffixes.map((suffix) => real + suffix) : [])]
      connection = first
      opened = paths.map((each) => ({ path: each, stats: find(each) }))
    },
    /**
     * Throws `FileWasMoved` when one of the opened files is no longer at its path. If it is a file of the log, the content of
     * the log is written to the database file before that, if that is safe.
     */
    requireUnmoved() {
      const moved = opened?.find((file) => !isAtPath(file))
      if (opened === undefined || moved === undefined) {
        isKnown = false
        return
      }
      const [, ...log] = opened
      const error = new FileWasMoved(log.includes(moved) ? basename(moved.path) : undefined)
      if (error.logFile !== undefined && connection?.isOpen) saveLog(connection, log)
      if (!isKnown) onMoved?.(error)
      isKnown = true
      throw error
    },
  }
}

export type WatchedFile = ReturnType<typeof watchedFile>

type OpenedFile = Readonly<{ path: string; stats: BigIntStats | undefined }>

const find = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })

const isAtPath = ({ path, stats }: OpenedFile) => {
  const found = find(path)
  return found !== undefined && found.ino === stats?.ino && found.dev === stats.dev
}

/**
 * Writes the content of the connection's log to the database file: a deleted log is lost when the process ends. This is safe as
 * long as no other process has opened the database since the log was moved. Such a process would have created the missing
 * files. It cannot have written yet if the new log is empty although its index says that it is not.
 */
const saveLog = (connection: DatabaseSync, [log, index]: readonly OpenedFile[]) => {
  if (connection.isTransaction || find(log!.path)?.size || (find(index!.path) !== undefined && !isAtPath(index!)))
    return
  try {
    connection.exec('pragma wal_checkpoint(passive)')
  } catch {
    // The disk is full, for example. The next statement tries again.
  }
}

/**
 * For some milliseconds, a process that closes the database has deleted the log already, and a process that opens it has only
 * locked it.
 */
const [maxAttempts, pause] = [10, 100]

/**
 * Throws `DatabaseMisconfigured` while another process has the database at `path` open with a log that is not at its path. That
 * log may contain sales that are stored nowhere else. Opening the database could damage it, or create files that keep the other
 * process from saving its log.
 *
 * With `byLock`, a missing log makes it lock the database file for a moment, to find out whether another process has it open.
 * Without `byLock`, and when the missing files were created again, other processes are found on Linux only, and only those that
 * this user may inspect. When a process is found by its lock, the error has the code SQLITE_BUSY, so that the caller tries
 * again: that process may be restoring a backup, or have locked the file exclusively, for which SQLite needs no `-shm`.
 */
export const rejectMovedLog = async (path: string, { byLock }: { byLock: boolean }): Promise<void> => {
  if (path === ':memory:') return
  const file = realPathOf(path)
  for (let attempt = 1; ; attempt += 1) {
    const found = findMovedLog(file, byLock)
    if (found === undefined) return
    if (attempt === maxAttempts) throw found
    await sleep(pause)
  }
}

const findMovedLog = (file: string, byLock: boolean): DatabaseMisconfigured | undefined => {
  const known = processWithMovedFile(file, logSuffixes)
  if (known !== undefined)
    return movedLog(
      `The process ${known.id} has the database ${file} open, but ${known.path} was deleted, moved or replaced`,
    )
  const missing = logSuffixes.map((suffix) => file + suffix).find((each) => !existsSync(each))
  if (missing === undefined || !byLock || !asOwnerOf(file, () => isLockedElsewhere(file))) return undefined
  const message = `Another process has the database ${file} open or locked without ${missing}, which may have been deleted or moved`
  return Object.assign(movedLog(message), { errcode: busy })
}

const movedLog = (message: string) =>
  new DatabaseMisconfigured(
    `${message}: the latest sales may be stored nowhere else.`,
    'Stop all processes that use the database with SIGTERM, so that they write them to the database file, and try again.',
  )

const busy = 5

/**
 * Whether another process has a connection that has read the database with its log: such a connection holds a lock on the file.
 */
const isLockedElsewhere = (file: string): boolean => {
  if (!existsSync(file)) return false
  const connection = openSqlite(file, { timeout: 0, defensive: true, allowExtension: false })
  try {
    // In this mode SQLite locks the file before it opens the log.
    connection.exec('pragma locking_mode = exclusive; select 1 from sqlite_schema limit 1')
    return false
  } catch (error) {
    // Any other fault of the file shows when it is opened.
    return resultCodeOf(error) === busy
  } finally {
    connection.close()
  }
}
