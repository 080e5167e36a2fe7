import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import { noteOfRoot } from '../../../engines/sqlite/as-owner.ts'

const ending = /\.part-[0-9a-f]{8}$/

/** A temporary file that this process has created, and its descriptor. */
export type PartFile = Readonly<{ path: string; descriptor: number }>

/** Creates an empty temporary file, which only its owner can read, for content whose final name is `path`. */
export const createPartFile = (path: string): PartFile => {
  const part = `${path}.part-${randomBytes(4).toString('hex')}`
  return { path: part, descriptor: openSync(part, 'wx+', 0o600) }
}

/** Throws `DatabaseMisconfigured` when there is another file under the name of the temporary file. */
export const rejectExchangedFile = ({ path, descriptor }: PartFile): void => {
  const [own, found] = [fstatSync(descriptor), lstatSync(path, { throwIfNoEntry: false })]
  if (own.ino === found?.ino && own.dev === found.dev) return
  throw new DatabaseMisconfigured(
    `Another process deleted or exchanged the temporary file ${path}.`,
    'Nothing was changed.',
  )
}

/** Closes and deletes a temporary file, and what SQLite may have created beside it. */
export const deletePartFile = ({ path, descriptor }: PartFile): void => {
  closeSync(descriptor)
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${suffix}`, { force: true })
}

export const partFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name))

/** Syncs the folder of a file to the disk, so that new names survive a power failure. */
export const syncFolderOf = (path: string): void => {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

// File systems without hard links, such as exFAT and some network file systems.
const withoutHardLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Gives a complete temporary file its final name, and closes it. Throws EEXIST when there is a file of that name, and never
 * overwrites it. `link` is `linkSync`, except in tests.
 */
export const publishPartFile = (part: PartFile, path: string, link = linkSync): void => {
  fsyncSync(part.descriptor)
  rejectExchangedFile(part)
  try {
    link(part.path, path)
    rmSync(part.path)
  } catch (error) {
    if (!withoutHardLinks.has(String((error as NodeJS.ErrnoException).code))) throw error
    // Creates an empty file under the name first, since `rename` overwrites a file that another process creates.
    closeSync(openSync(path, 'wx', 0o600))
    renameSync(part.path, path)
  }
  syncFolderOf(path)
  closeSync(part.descriptor)
}

type Explain = (path: string) => string

const noSpace: Explain = (path) => `the disk with ${dirname(path)} is full`
const readOnly: Explain = (path) => `the disk with ${dirname(path)} is mounted read-only`
const noRight: Explain = () => 'the user of this command has no right to do so'
const noFolder: Explain = (path) => `there is no folder ${dirname(path)}`

const explanations: ReadonlyMap<string, Explain> = new Map(
  Object.entries<Explain>({
    ENOENT: noFolder,
    ENOTDIR: noFolder,
    EACCES: noRight,
    EPERM: noRight,
    EROFS: readOnly,
    ENOSPC: noSpace,
    EDQUOT: noSpace,
    EFBIG: () => 'the file is too large for this disk or user',
    EIO: () => 'the disk reports an error',
  }),
)

// SQLite's result codes: the lower byte is the primary code.
const sqliteExplanations: Readonly<Record<number, readonly [name: string, Explain]>> = {
  10: ['SQLITE_IOERR', () => 'the disk reports an error, or the file is too large for it'],
  13: ['SQLITE_FULL', noSpace],
  14: ['SQLITE_CANTOPEN', noRight],
}

/**
 * Turns an error that an operator can correct into a `DatabaseMisconfigured` that says why `path` could not be written, and
 * ends with the sentence `consequence`; returns any other error unchanged.
 */
export const explainFileError = (error: unknown, path: string, consequence: string): unknown => {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  const sqlite = typeof errcode === 'number' ? sqliteExplanations[errcode & 0xff] : undefined
  const [name, explain] = sqlite ?? [String(code), explanations.get(String(code))]
  if (explain === undefined) return error
  const shownCode = sqlite === undefined ? name : `${name}, ${String(errcode)}`
  const note = explain === noRight ? noteOfRoot(path) : ''
  return new DatabaseMisconfigured(
    `${path} cannot be written: ${explain(path)} (${shownCode}).`,
    `${note} ${consequence}`.trimStart(),
    { cause: error },
  )
}
