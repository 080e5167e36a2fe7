import { statSync } from 'node:fs'
import type { SettingNames } from '../../database/setting-names.ts'
import { wasMoved } from './file-was-moved.ts'

/** What an operator must change before the file at `path` can be used; `undefined` for other errors. */
export const sqliteOperatorMessage = (error: unknown, path: string, { url }: SettingNames): string | undefined => {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown }
  const known =
    typeof errcode === 'number' ? (extendedCodes[errcode] ?? resultCodes[errcode & 0xff]) : systemErrors[String(code)]
  if (known === undefined) return undefined
  const [name, explain] = isFolder(path) ? (['EISDIR', foundFolder] as const) : known
  return explain(`the database file ${path}`, typeof errcode === 'number' ? `${name}, ${errcode}` : name, url)
}

type Explain = (file: string, code: string, url: string) => string

const foundFolder: Explain = (file, code, url) => `For ${file} a folder was found (${code}). Name a file in ${url}.`
const noPermission: Explain = (file, code) =>
  `The museum may not read and write ${file} (${code}). ` +
  'Give its user the right to do so, and to create files in that folder.'
const fullDisk: Explain = (file, code) => `The disk with ${file} is full (${code}). Free some space on it.`
const noFolder: Explain = (file, code, url) =>
  `The folder of ${file} cannot be created: a part of its path is a file (${code}). Correct ${url}.`
const readOnlyDisk: Explain = (file, code, url) =>
  `The disk with ${file} is mounted read-only (${code}). Mount it for writing, or name another file in ${url}.`
const failingDisk: Explain = (file, code) =>
  `The disk with ${file} reports an error (${code}). Look into the log of the operating system.`
const locked: Explain = (file, code) =>
  `Another process keeps ${file} locked (${code}). End that process, such as a shell of sqlite3 or a backup.`

const resultCodes: Readonly<Record<number, readonly [name: string, Explain]>> = {
  5: ['SQLITE_BUSY', locked],
  6: ['SQLITE_LOCKED', locked],
  8: ['SQLITE_READONLY', noPermission],
  10: ['SQLITE_IOERR', failingDisk],
  11: [
    'SQLITE_CORRUPT',
    (file, code) => `The content of ${file} is damaged (${code}). Restore a backup of it, and keep the damaged file.`,
  ],
  13: ['SQLITE_FULL', fullDisk],
  14: ['SQLITE_CANTOPEN', noPermission],
  26: [
    'SQLITE_NOTADB',
    (file, code, url) => `What is in ${file} is not a SQLite database (${code}). Name another file in ${url}.`,
  ],
}

const extendedCodes: Readonly<Record<number, readonly [name: string, Explain]>> = {
  [wasMoved]: [
    'SQLITE_READONLY_DBMOVED',
    (file, code) =>
      `${file.replace('the', 'The')} was moved, deleted or replaced while it was open (${code}). ` +
      'Move it back. If it is lost, stop the server, restore a backup, and start the server.',
  ],
  4874: ['SQLITE_IOERR_SHMSIZE', fullDisk],
}

const systemErrors: Readonly<Record<string, readonly [name: string, Explain]>> = {
  EACCES: ['EACCES', noPermission],
  EPERM: ['EPERM', noPermission],
  EROFS: ['EROFS', readOnlyDisk],
  ENOSPC: ['ENOSPC', fullDisk],
  EDQUOT: ['EDQUOT', fullDisk],
  EEXIST: ['EEXIST', noFolder],
  ENOTDIR: ['ENOTDIR', noFolder],
  EIO: ['EIO', failingDisk],
}

const isFolder = (path: string) => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
