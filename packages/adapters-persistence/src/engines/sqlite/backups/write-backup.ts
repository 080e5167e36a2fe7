import { lstatSync, realpathSync, statSync, statfsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import type { BackupOptions, BackupProgress, WrittenBackup } from '../../backups.ts'
import { explainFileError } from './explain-file-error.ts'
import { createPartFile, deletePartFile, partFilesIn, publishPartFile } from './part-file.ts'
import { runDatabaseTask } from './run-database-task.ts'

const progressMilliseconds = 200

/** `Backups.write` for the database at `path`. */
export const writeBackup = async (
  path: string,
  file: string,
  { signal, onProgress }: BackupOptions = {},
): Promise<WrittenBackup> => {
  const target = freeTarget(path, file)
  const total = sizeOf(path) + sizeOf(`${path}-wal`)
  rejectSmallDisk(target, total)
  const partFiles = partFilesIn(dirname(target))
  let part: string | undefined
  try {
    part = createPartFile(target)
    const stopReporting = reportSizeOf(part, total, onProgress)
    const onCheck = () => {
      stopReporting()
      onProgress?.({ step: 'check', bytes: sizeOf(part!), total: sizeOf(part!) })
    }
    const task = { database: path, copy: part, name: `The copy of ${path}` }
    const content = await runDatabaseTask(task, onCheck, signal).finally(stopReporting)
    publishPartFile(part, target)
    return { file: target, bytes: sizeOf(target), content, partFiles }
  } catch (error) {
    if (part !== undefined) deletePartFile(part)
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists(target)
    throw isAboutSource(error) ? error : explainFileError(error, target, noBackup)
  }
}

const noBackup = 'No backup was written.'

// Damaged, not a database, or locked.
const isAboutSource = (error: unknown) => {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && [5, 6, 11, 26].includes(code & 0xff)
}

const exists = (target: string) =>
  new DatabaseUnusable(`${target} exists, and a backup never overwrites a file. Give another name.`)

/** The absolute path of a new file, in a folder that exists. */
const freeTarget = (path: string, file: string): string => {
  const target = resolve(file)
  try {
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) throw exists(target)
    const folder = realpathSync(dirname(target))
    const database = realpathSync(path)
    // SQLite would take such a file for a part of the database.
    const ofDatabase = ['', '-wal', '-shm', '-journal'].map((suffix) => database + suffix)
    if (ofDatabase.includes(join(folder, basename(target))))
      throw new DatabaseUnusable(`${target} is a name of the database itself. Give another name.`)
  } catch (error) {
    throw explainFileError(error, target, noBackup)
  }
  return target
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Without room for a copy of that many bytes, the backup could fill the disk of the database, and stop the sales. */
export const rejectSmallDisk = (target: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(dirname(target))
  if (bavail * bsize >= bytes) return
  const [needed, free] = [bytes, bavail * bsize].map((size) => `${Math.ceil(size / 1e6)} MB`)
  throw new DatabaseUnusable(
    `The disk with ${dirname(target)} has ${free} of free space; the copy takes up to ${needed}. ` +
      'Free some space on it, or use another disk.',
  )
}

/** Reports how much of a file is written until the returned function is called. */
const reportSizeOf = (part: string, total: number, onProgress?: (progress: BackupProgress) => void) => {
  const report = () => onProgress?.({ step: 'copy', bytes: sizeOf(part), total })
  report()
  const timer = setInterval(report, progressMilliseconds)
  return () => clearInterval(timer)
}
