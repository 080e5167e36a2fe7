import type { DatabaseErrorKind } from '../database-error-kind.ts'

const kindByPrimaryCode: Readonly<Record<number, DatabaseErrorKind>> = {
  5: 'contended', // busy: another process writes
  6: 'contended', // locked
  8: 'unavailable', // read-only
  // Input or output failed. When a commit could not be written or synced completely, a process that opens the file later
  // may still find it, and treat it as committed.
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

/** What an error of SQLite means; `undefined` for a defect. */
export const classifySqliteError = (error: unknown): DatabaseErrorKind | undefined => {
  // Not `instanceof Error`: the error may come from another realm.
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  if (typeof errcode !== 'number') return undefined
  return kindByExtendedCode[errcode] ?? kindByPrimaryCode[errcode & 0xff]
}
