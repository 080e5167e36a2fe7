import { type Stats, existsSync, fchownSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import { becomeOwnerOf } from '../../../engines/sqlite/as-owner.ts'
import type { BackupOptions, DatabaseContent, ExpectedContent, PreparedRestoration } from './backups.ts'
import { databaseContent } from './check-copy.ts'
import { type PartFile, createPartFile, deletePartFile, explainFileError, partFilesIn } from './part-file.ts'
import { type LockedDatabase, lockDatabase, rejectOpenDatabase, replaceDatabase } from './lock-database.ts'
import { type DatabaseWorker, startDatabaseWorker } from './run-database-task.ts'
import { rejectSmallDisk } from './write-backup.ts'

/** `Backups.prepareRestoration` for the database at `path`. */
export const prepareRestoration = async (
  path: string,
  file: string,
  expected: ExpectedContent,
  options: BackupOptions = {},
): Promise<PreparedRestoration> => {
  const backup = await openBackup(resolve(file), path)
  const worker = await startDatabaseWorker()
  let becomeCaller = () => {}
  try {
    // While this process is still root: the system shows the owner of the folder fewer processes.
    rejectOpenDatabase(path)
    becomeCaller = becomeOwnerOf(path)
    const { replace, cancel, ...prepared } = await prepare(path, backup, expected, worker, options)
    return {
      ...prepared,
      replace(change) {
        try {
          return replace(change)
        } finally {
          becomeCaller()
        }
      },
      cancel() {
        cancel()
        becomeCaller()
      },
    }
  } catch (error) {
    await worker.end()
    becomeCaller()
    throw error
  } finally {
    await Promise.all([backup.opened.close(), worker.end()])
  }
}

const prepare = async (
  path: string,
  backup: OpenBackup,
  expected: ExpectedContent,
  worker: DatabaseWorker,
  { signal, onProgress }: BackupOptions,
): Promise<PreparedRestoration> => {
  const { bytes } = backup
  const former = statSync(path, { throwIfNoEntry: false })
  const kept = freeName(`${existsSync(path) ? realpathSync(path) : path}.replaced-${timestamp()}`)
  const locked = lockDatabase(path, kept)
  const partFiles = partFilesIn(dirname(locked.path))
  let part: PartFile | undefined
  const cancel = () => {
    if (part !== undefined) deletePartFile(part)
    if (locked.state === 'missing') rmSync(locked.path)
    locked.release()
  }
  try {
    rejectSmallDisk(locked.path, bytes)
    part = createPartFile(locked.path)
    await copyFile(backup, part, { signal, onProgress })
    const onCheck = () => onProgress?.({ step: 'check', bytes, total: bytes })
    const content = await worker.run({ copy: part.path, name: backup.source, expected }, { onCheck }, signal)
    giveToOwner(part, former ?? statSync(dirname(locked.path)))
    return {
      database: locked.path,
      content,
      replaced: contentOf(locked, expected),
      partFiles,
      replace: (change) => replaceDatabase(locked, part!, kept, change),
      cancel,
    }
  } catch (error) {
    cancel()
    signal?.throwIfAborted()
    throw explainFileError(error, locked.path, 'Nothing was changed.')
  }
}

const magic = 'SQLite format 3\0'

/** A file that may be a backup. It is opened with the rights of the caller, who has given its name. */
type OpenBackup = Readonly<{ source: string; opened: FileHandle; bytes: number }>

/** Opens a backup of the database at `path`. Throws `DatabaseMisconfigured` for a file that cannot be one. */
const openBackup = async (source: string, path: string): Promise<OpenBackup> => {
  const found = statOf(source)
  if (found === undefined) throw new DatabaseMisconfigured(`There is no file ${source}.`)
  if (!found.isFile()) throw new DatabaseMisconfigured(`${source} is not a file.`)
  const database = statSync(path, { throwIfNoEntry: false })
  if (database?.ino === found.ino && database.dev === found.dev)
    throw new DatabaseMisconfigured(`${source} is the database itself, not a backup of it.`)
  if (found.size === 0) throw new DatabaseMisconfigured(`${source} is empty.`)
  const opened = await open(source).catch((error: unknown) => {
    throw unreadable(source, error)
  })
  try {
    if ((await readStart(source, opened)) !== magic)
      throw new DatabaseMisconfigured(`${source} is not a SQLite database (SQLITE_NOTADB).`)
    const log = ['-wal', '-journal'].map((suffix) => source + suffix).find((beside) => (statOf(beside)?.size ?? 0) > 0)
    if (log !== undefined)
      throw new DatabaseMisconfigured(
        `${source} is not complete without ${log}: it is a copy of a database in use.`,
        'Restore a backup that the command backup has written.',
      )
    return { source, opened, bytes: found.size }
  } catch (error) {
    await opened.close()
    throw error
  }
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unreadable(path, error)
  }
}

const readStart = async (source: string, opened: FileHandle) => {
  try {
    const { buffer } = await opened.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.toString('latin1')
  } catch (error) {
    throw unreadable(source, error)
  }
}

const unreadable = (path: string, error: unknown) =>
  new DatabaseMisconfigured(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, '', { cause: error })

const chunkBytes = 1024 * 1024

/** Writes to the file that this process has created, even if there is another one at its path by now. */
const copyFile = async (
  { opened, bytes: total }: OpenBackup,
  { descriptor }: PartFile,
  { signal, onProgress }: BackupOptions,
) => {
  const chunk = Buffer.allocUnsafe(chunkBytes)
  for (let bytes = 0; ;) {
    const { bytesRead } = await opened.read(chunk, 0, chunkBytes, bytes)
    if (bytesRead === 0) return
    writeFileSync(descriptor, chunk.subarray(0, bytesRead))
    bytes += bytesRead
    onProgress?.({ step: 'copy', bytes, total })
    signal?.throwIfAborted()
  }
}

/** In a folder that belongs to root, the user of the server stays the owner of the database. */
const giveToOwner = ({ descriptor }: PartFile, { uid, gid }: Stats) => {
  if (process.geteuid?.() === 0) fchownSync(descriptor, uid, gid)
}

const contentOf = (
  { state, connection }: LockedDatabase,
  expected: ExpectedContent,
): DatabaseContent | undefined | null => {
  if (state === 'missing') return null
  if (state === 'damaged') return undefined
  try {
    return databaseContent(connection!, 'the database', expected)
  } catch {
    return undefined
  }
}

/** The current time in UTC, as a part of a name: `2030-05-17T20-02-11Z`. */
const timestamp = () => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const freeName = (name: string): string => {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}-${n}`
    if (!existsSync(candidate) && !existsSync(`${candidate}-wal`)) return candidate
  }
}
