import {
  type Stats,
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import { migrationNames } from '../../../migrations/index.ts'
import type { BackupOptions, DatabaseContent, PreparedRestoration } from '../../backups.ts'
import { databaseContent } from './database-content.ts'
import { explainFileError } from './explain-file-error.ts'
import { type LockedDatabase, lockDatabase } from './lock-database.ts'
import { createPartFile, deletePartFile, partFilesIn } from './part-file.ts'
import { replaceDatabase } from './replace-database.ts'
import { runDatabaseTask } from './run-database-task.ts'
import { rejectSmallDisk } from './write-backup.ts'

/** `Backups.prepareRestoration` for the database at `path`. */
export const prepareRestoration = async (
  path: string,
  file: string,
  { signal, onProgress }: BackupOptions = {},
): Promise<PreparedRestoration> => {
  const source = resolve(file)
  const bytes = await sizeOfBackup(source, path)
  const former = statSync(path, { throwIfNoEntry: false })
  const kept = freeName(`${existsSync(path) ? realpathSync(path) : path}.replaced-${timestamp()}`)
  const locked = lockDatabase(path, kept)
  const partFiles = partFilesIn(dirname(locked.path))
  let part: string | undefined
  const cancel = () => {
    if (part !== undefined) deletePartFile(part)
    if (locked.state === 'missing') rmSync(locked.path)
    locked.release()
  }
  try {
    rejectSmallDisk(locked.path, bytes)
    part = createPartFile(locked.path)
    await copyFile(source, part, bytes, { signal, onProgress })
    const onCheck = () => onProgress?.({ step: 'check', bytes, total: bytes })
    const content = await runDatabaseTask({ copy: part, name: source }, onCheck, signal)
    giveToOwner(part, former ?? statSync(dirname(locked.path)))
    return {
      database: locked.path,
      content,
      replaced: contentOf(locked),
      partFiles,
      replace: (entry) => replaceDatabase(locked, part!, kept, content, entry),
      cancel,
    }
  } catch (error) {
    cancel()
    signal?.throwIfAborted()
    throw explainFileError(error, locked.path, 'Nothing was changed.')
  }
}

const magic = 'SQLite format 3\0'

/** The size of a backup in bytes. Throws `DatabaseUnusable` for what cannot be one. */
const sizeOfBackup = async (source: string, path: string): Promise<number> => {
  const found = statOf(source)
  if (found === undefined) throw new DatabaseUnusable(`There is no file ${source}.`)
  if (!found.isFile()) throw new DatabaseUnusable(`${source} is not a file.`)
  const database = statSync(path, { throwIfNoEntry: false })
  if (database?.ino === found.ino && database.dev === found.dev)
    throw new DatabaseUnusable(`${source} is the database itself, not a backup of it.`)
  if (found.size === 0) throw new DatabaseUnusable(`${source} is empty.`)
  if ((await readStart(source)) !== magic)
    throw new DatabaseUnusable(`${source} is not a SQLite database (SQLITE_NOTADB).`)
  const log = ['-wal', '-journal'].map((suffix) => source + suffix).find((beside) => (statOf(beside)?.size ?? 0) > 0)
  if (log !== undefined)
    throw new DatabaseUnusable(
      `${source} is not complete without ${log}: it is a copy of a database in use. Restore a backup of the command backup.`,
    )
  return found.size
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    throw unreadable(path, error)
  }
}

const readStart = async (source: string) => {
  try {
    const start = await buffer(createReadStream(source, { end: magic.length - 1 }))
    return start.toString('latin1')
  } catch (error) {
    throw unreadable(source, error)
  }
}

const unreadable = (path: string, error: unknown) =>
  new DatabaseUnusable(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`, { cause: error })

const copyFile = async (source: string, part: string, total: number, { signal, onProgress }: BackupOptions) => {
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      onProgress?.({ step: 'copy', bytes, total })
      done(null, chunk)
    },
  })
  const reading = createReadStream(source, { highWaterMark: 1024 * 1024 })
  await pipeline(reading, counting, createWriteStream(part, { flags: 'r+' }), { signal })
}

/** When root restores, the user of the server stays the owner. */
const giveToOwner = (part: string, { uid, gid }: Stats) => {
  if (process.geteuid?.() === 0) chownSync(part, uid, gid)
}

const contentOf = ({ state, connection }: LockedDatabase): DatabaseContent | undefined | null => {
  if (state === 'missing') return null
  if (state === 'damaged') return undefined
  try {
    return databaseContent(connection!, 'the database', migrationNames)
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
