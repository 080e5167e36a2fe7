import { statSync } from 'node:fs'
import process from 'node:process'
import type { DatabaseOptions } from '../../database/database-options.ts'

/** Warns when users other than the owner can read or write the database file at `path` or a file beside it. */
export const warnOfReadableFiles = (path: string, warn: DatabaseOptions['warn']): void => {
  // Windows has no such modes.
  if (process.platform === 'win32') return
  const isOpenToOthers = (file: string) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0
  if (![path, `${path}-wal`, `${path}-shm`].some(isOpenToOthers)) return
  const quoted = `'${path.replaceAll("'", `'\\''`)}'`
  warn?.(`Other users of this machine can read the database. Run: chmod 600 ${quoted}*`)
}
