import { lstatSync, realpathSync, statSync, statfsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import { becomeOwnerOf } from '../../../engines/sqlite/as-owner.ts'
import { resultCodeOf } from '../../../engines/sqlite/sqlite-errors.ts'
import type { BackupOptions, BackupProgress, ExpectedContent, WrittenBackup } from './backups.ts'
import {
  type PartFile,
  createPartFile,
  deletePartFile,
  explainFileError,
  partFilesIn,
  publishPartFile,
} from './part-file.ts'
import { startDatabaseWorker } from './run-database-task.ts'

const progressMilliseconds = 200

/** `Backups.write` for the database at `path`. */
export const writeBackup = async (
  path: string,
  file: string,
  expected: ExpectedContent,
  { signal, onProgress }: BackupOptions = {},
): Promise<WrittenBackup> => {
  const target = freeTarget(path, file)
  const total = sizeOf(path) + sizeOf(`${path}-wal`)
  rejectSmallDisk(target, total)
  const partFiles = partFilesIn(dirname(target))
  const worker = await startDatabaseWorker()
  // The database is opened with the rights of its owner, and the copy is written with the rights of its own folder's owner.
  let becomeCaller = becomeOwnerOf(target)
  const becomeOwner = (of: string) => {
    becomeCaller()
    becomeCaller = becomeOwnerOf(of)
  }
  let part: PartFile | undefined
  let isOpening = false
  try {
    part = createPartFile(target)
    const { path: copy } = part
    const stopReporting = reportSizeOf(copy, total, onProgress)
    const onCheck = () => {
      stopReporting()
      onProgress?.({ step: 'check', bytes: sizeOf(copy), total: sizeOf(copy) })
    }
    const task = { database: path, copy, name: `The copy of ${path}`, expected }
    const onOpen = () => {
      becomeOwner(target)
      isOpening = false
    }
    becomeOwner(path)
    isOpening = true
    const content = await worker.run(task, { onOpen, onCheck }, signal).finally(stopReporting)
    publishPartFile(part, target)
    return { file: target, bytes: sizeOf(target), content, partFiles }
  } catch (error) {
    await worker.end()
    becomeOwner(target)
    if (part !== undefined) deletePartFile(part)
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(target)
    throw isOpening || isAboutSource(error) ? error : explainFileError(error, target, noBackup)
  } finally {
    await worker.end()
    becomeCaller()
  }
}

const noBackup = 'No backup was written.'

// The database is damaged, not a database, locked, or cannot be opened for writing.
const isAboutSource = (error: unknown) => [5, 6, 8, 11, 14, 26].includes(resultCodeOf(error))

const exists = (target: string) =>
  new DatabaseMisconfigured(`${target} exists, and a backup never overwrites a file.`, 'Give another name.')

/** The absolute path of a new file, in a folder that exists. */
const freeTarget = (path: string, file: string): string => {
  const target = resolve(file)
  try {
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) throw exists(target)
    const folder = realpathSync(dirname(target))
    const database = realpathSync(path)
    // SQLite would treat a file of such a name as a part of the database.
    const ofDatabase = ['', '-wal', '-shm', '-journal'].map((suffix) => database + suffix)
    if (ofDatabase.includes(join(folder, basename(target))))
      throw new DatabaseMisconfigured(`${target} is a name of the database itself.`, 'Give another name.')
  } catch (error) {
    throw explainFileError(error, target, noBackup)
  }
  return target
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Throws unless the disk has room for a copy of that many bytes: the backup could fill the disk of the database, and so stop
 * sales.
 */
export const rejectSmallDisk = (target: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(dirname(target))
  if (bavail * bsize >= bytes) return
  const [needed, free] = [bytes, bavail * bsize].map((size) => `${Math.ceil(size / 1e6)} MB`)
  throw new DatabaseMisconfigured(
    `The disk with ${dirname(target)} has ${free} of free space; the copy takes up to ${needed}.`,
    'Free some space on it, or use another disk.',
  )
}

/** Reports the size of a growing file until the returned function is called. */
const reportSizeOf = (part: string, total: number, onProgress?: (progress: BackupProgress) => void) => {
  const report = () => onProgress?.({ step: 'copy', bytes: sizeOf(part), total })
  report()
  const timer = setInterval(report, progressMilliseconds)
  return () => clearInterval(timer)
}
