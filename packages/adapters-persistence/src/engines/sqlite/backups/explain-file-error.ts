import { dirname } from 'node:path'
import { DatabaseUnusable } from '../../../database/database-unusable.ts'

type Explain = (path: string) => string

const noSpace: Explain = (path) => `the disk with ${dirname(path)} is full`
const readOnly: Explain = (path) => `the disk with ${dirname(path)} is mounted read-only`
const noRight: Explain = () => 'the user of this command has no right to do so'
const noFolder: Explain = (path) => `there is no folder ${dirname(path)}`

const explanations: Readonly<Record<string, Explain>> = {
  ENOENT: noFolder,
  ENOTDIR: noFolder,
  EACCES: noRight,
  EPERM: noRight,
  EROFS: readOnly,
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EFBIG: () => 'the file is too large for this disk or user',
  EIO: () => 'the disk reports an error',
}

// SQLite's codes, of which the lower byte counts.
const sqliteExplanations: Readonly<Record<number, readonly [name: string, Explain]>> = {
  10: ['SQLITE_IOERR', () => 'the disk reports an error, or the file is too large for it'],
  13: ['SQLITE_FULL', noSpace],
  14: ['SQLITE_CANTOPEN', noRight],
}

/**
 * A `DatabaseUnusable` that says why `path` could not be written, for errors that an operator can correct; any other error
 * unchanged. `consequence` is the last sentence.
 */
export const explainFileError = (error: unknown, path: string, consequence: string): unknown => {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  const sqlite = typeof errcode === 'number' ? sqliteExplanations[errcode & 0xff] : undefined
  const [name, explain] = sqlite ?? [String(code), explanations[String(code)]]
  if (explain === undefined) return error
  const shownCode = sqlite === undefined ? name : `${name}, ${String(errcode)}`
  return new DatabaseUnusable(`${path} cannot be written: ${explain(path)} (${shownCode}). ${consequence}`, {
    cause: error,
  })
}
