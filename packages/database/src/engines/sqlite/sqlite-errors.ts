import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SettingNames } from '../../database-options.ts'
import type { DatabaseErrorKind, OperatorMessage } from '../engine.ts'
import { noteOfRoot } from './as-owner.ts'
import { attempt } from './attempt.ts'

const kindByPrimaryCode: Readonly<Record<number, DatabaseErrorKind>> = {
  5: 'contended', // busy: another process writes
  6: 'contended', // locked
  8: 'unavailable', // read-only
  // Input or output failed. A process that opens the file later may still find a commit that was not written or synced
  // completely, and treat it as committed.
  10: 'lost',
  13: 'full', // the disk
  14: 'unavailable', // cannot be opened
}
const kindByExtendedCode: Readonly<Record<number, DatabaseErrorKind>> = {
  266: 'unavailable', // reading failed, which happens before anything is written
  522: 'unavailable', // the same: the file is shorter than it should be
  4874: 'full', // the disk has no room for the `-shm` file
  1555: 'duplicate',
  2067: 'duplicate',
}

/** SQLite's primary result code of an error, such as 5 for SQLITE_BUSY; 0 for an error that is not SQLite's. */
export const resultCodeOf = (error: unknown): number => {
  // Not `instanceof Error`: the error may come from another realm.
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : 0
}

/** What an error of SQLite means; `undefined` for a defect. */
export const classifySqliteError = (error: unknown): DatabaseErrorKind | undefined => {
  const { errcode } = (error ?? {}) as { errcode?: number }
  if (isTableMissing(error)) return 'unavailable'
  return kindByExtendedCode[errcode ?? 0] ?? kindByPrimaryCode[resultCodeOf(error)]
}

/** Whether a table does not exist, as after a newer version has migrated the file. The error has no code of its own. */
const isTableMissing = (error: unknown): boolean =>
  resultCodeOf(error) === 1 && String((error as { message?: unknown }).message).startsWith('no such table: ')

/** SQLITE_READONLY_DBMOVED: the file of an open database is no longer at its path. */
export const wasMoved = 1032

/**
 * The error for an open file of the database that was moved: the database file, for which SQLite itself reports it only in some
 * of its modes, or the file beside it with the name `logFile`.
 */
export class FileWasMoved extends Error {
  override readonly name = 'FileWasMoved'
  readonly errcode = wasMoved
  readonly logFile: string | undefined

  constructor(logFile?: string) {
    super(
      `${logFile === undefined ? 'the database file' : `${logFile} of the database`} was moved, deleted or replaced`,
    )
    this.logFile = logFile
  }
}

/** What an operator must change before the file at `path` can be used; `undefined` for other errors. */
export const sqliteOperatorMessage = (
  error: unknown,
  path: string,
  { url }: SettingNames,
): OperatorMessage | undefined => {
  const { errcode, code, logFile } = (error ?? {}) as { errcode?: unknown; code?: unknown; logFile?: unknown }
  if (errcode === wasMoved && typeof logFile === 'string') return movedLog(join(dirname(path), logFile))
  const known = isTableMissing(error)
    ? noTable
    : typeof errcode === 'number'
      ? (extendedCodes[errcode] ?? resultCodes[errcode & 0xff])
      : systemErrors.get(String(code))
  if (known === undefined) return undefined
  const [name, explain] = attempt(() => statSync(path).isDirectory()) ? (['EISDIR', foundFolder] as const) : known
  const shownCode = typeof errcode === 'number' ? `${name}, ${errcode}` : name
  const [fault, advice] = explain(`the database file ${path}`, shownCode, url)
  return [fault, explain === noPermission ? advice + noteOfRoot(path) : advice]
}

type Explain = (file: string, code: string, url: string) => OperatorMessage

const noTable = [
  'SQLITE_ERROR',
  (file, code) => [
    `A table is missing in ${file} (${code}).`,
    'Start the version of the museum that migrated it last, or restore a backup of it.',
  ],
] as const satisfies readonly [string, Explain]

const foundFolder: Explain = (file, code, url) => [
  `There is a folder at the path of ${file} (${code}).`,
  `Name a file in ${url}.`,
]
const noPermission: Explain = (file, code) => [
  `The museum may not read and write ${file} (${code}).`,
  'Give its user the right to do so, and to create files in that folder; mount the disk for writing if it is mounted read-only.',
]
const fullDisk: Explain = (file, code) => [`The disk with ${file} is full (${code}).`, 'Free some space on it.']
const noFolder: Explain = (file, code, url) => [
  `The folder of ${file} cannot be created: a part of its path is a file (${code}).`,
  `Correct ${url}.`,
]
const readOnlyDisk: Explain = (file, code, url) => [
  `The disk with ${file} is mounted read-only (${code}).`,
  `Mount it for writing, or name another file in ${url}.`,
]
const failingDisk: Explain = (file, code) => [
  `The disk with ${file} reports an error (${code}).`,
  'Look into the log of the operating system.',
]
const locked: Explain = (file, code) => [
  `Another process keeps ${file} locked (${code}).`,
  'End that process, such as a shell of sqlite3 or a backup.',
]

const movedLog = (file: string): OperatorMessage => [
  `${file}, which belongs to the database, was moved, deleted or replaced while it was open (SQLITE_READONLY_DBMOVED, ${wasMoved}).`,
  'Stop the server with SIGTERM, so that it saves the log to the database file, and start it again.',
]

const resultCodes: Readonly<Record<number, readonly [name: string, Explain]>> = {
  5: ['SQLITE_BUSY', locked],
  6: ['SQLITE_LOCKED', locked],
  8: ['SQLITE_READONLY', noPermission],
  10: ['SQLITE_IOERR', failingDisk],
  11: [
    'SQLITE_CORRUPT',
    (file, code) => [
      `The content of ${file} is damaged (${code}).`,
      'Restore a backup of it, and keep the damaged file.',
    ],
  ],
  13: ['SQLITE_FULL', fullDisk],
  14: ['SQLITE_CANTOPEN', noPermission],
  26: [
    'SQLITE_NOTADB',
    (file, code, url) => [`The content of ${file} is not a SQLite database (${code}).`, `Name another file in ${url}.`],
  ],
}

const extendedCodes: Readonly<Record<number, readonly [name: string, Explain]>> = {
  [wasMoved]: [
    'SQLITE_READONLY_DBMOVED',
    (file, code) => [
      `${file.replace('the', 'The')} was moved, deleted or replaced while it was open (${code}).`,
      'Move it back. If it is lost, stop the server, restore a backup, and start the server.',
    ],
  ],
  4874: ['SQLITE_IOERR_SHMSIZE', fullDisk],
}

const systemErrors: ReadonlyMap<string, readonly [name: string, Explain]> = new Map(
  Object.entries<readonly [name: string, Explain]>({
    EACCES: ['EACCES', noPermission],
    EPERM: ['EPERM', noPermission],
    EROFS: ['EROFS', readOnlyDisk],
    ENOSPC: ['ENOSPC', fullDisk],
    EDQUOT: ['EDQUOT', fullDisk],
    EEXIST: ['EEXIST', noFolder],
    ENOTDIR: ['ENOTDIR', noFolder],
    EIO: ['EIO', failingDisk],
  }),
)
