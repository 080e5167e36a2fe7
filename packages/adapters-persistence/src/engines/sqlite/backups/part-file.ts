import { closeSync, fsyncSync, linkSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'

const ending = /\.part-[0-9a-f]{8}$/

/** Creates an empty temporary file, readable by its owner only, for content that is to get the name `path`. */
export const createPartFile = (path: string): string => {
  const part = `${path}.part-${randomBytes(4).toString('hex')}`
  closeSync(openSync(part, 'wx', 0o600))
  return part
}

/** Deletes a temporary file, and what SQLite may have created beside it. */
export const deletePartFile = (part: string): void => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${part}${suffix}`, { force: true })
}

/** The temporary files in a folder. */
export const partFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

/** Writes the content of a file or the names in a folder to the disk. */
export const syncToDisk = (path: string, flags: 'r' | 'r+'): void => {
  const opened = openSync(path, flags)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Writes the names in the folder of a file to the disk. */
export const syncFolderOf = (path: string): void => {
  // Windows cannot open a folder.
  if (process.platform !== 'win32') syncToDisk(dirname(path), 'r')
}

// Such as exFAT, and some network file systems.
const withoutHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Gives a complete temporary file its name. Throws EEXIST when there is a file of that name, and never overwrites it.
 * `link` is that of the file system.
 */
export const publishPartFile = (part: string, path: string, link = linkSync): void => {
  syncToDisk(part, 'r+')
  try {
    link(part, path)
    rmSync(part)
  } catch (error) {
    if (!withoutHardLinks.has(String((error as NodeJS.ErrnoException).code))) throw error
    // The name is reserved first, since `rename` overwrites.
    closeSync(openSync(path, 'wx', 0o600))
    renameSync(part, path)
  }
  syncFolderOf(path)
}
