import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseOptions } from '../../database/database-options.ts'
import { defaultSettingNames } from '../../database/setting-names.ts'
import type { Engine } from '../engine.ts'
import { sqliteBackups } from './backups/sqlite-backups.ts'
import { classifySqliteError } from './classify-sqlite-error.ts'
import { copyBeforeMigration } from './copy-before-migration.ts'
import { inspectSqliteFiles } from './inspect-sqlite-files.ts'
import { inspectSqlite } from './inspect-sqlite.ts'
import { overwriteErased } from './overwrite-erased.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteOperatorMessage } from './sqlite-operator-message.ts'
import { watchedFile } from './watched-file.ts'

/** The embedded engine: `sqlite:` and the path of a file. The file and its folder are created if they are missing. */
export const sqliteEngine = (url: string, options: DatabaseOptions): Engine => {
  const { warn, settingNames = defaultSettingNames, readOnly = false } = options
  const path = pathOf(url.slice('sqlite:'.length))
  const opening = { url: settingNames.url, readOnly }
  const watched = watchedFile(path)
  const { dialect, isConnected, isInUse } = sqliteDialect(path, opening, watched, warn)
  return {
    dialect,
    hosts: undefined,
    isConnected,
    connectionUse: () => ({ max: 1, inUse: isInUse() ? 1 : 0 }),
    missingFile: () => (path !== ':memory:' && isMissing(path) ? path : undefined),
    backups: sqliteBackups(path),
    // It opens the same file, about which the main connection warns.
    probeDialect: sqliteDialect(path, opening, watched).dialect,
    // A transaction locks the whole file from its beginning.
    forUpdate: sql``,
    now: sql`unixepoch()`,
    hasOneWriter: true,
    // A statement blocks the event loop while it runs.
    maxConcurrentLists: 1,
    maxConcurrentLockWaits: 1,
    hasLocalLocks: () => false,
    // A transaction that writes begins when the one before it has ended.
    awaitEarlierWrites: async () => undefined,
    shortestStatement: 10,
    copyBeforeMigration: async (migration) => copyBeforeMigration(path, migration),
    erasureMilliseconds: 20,
    overwriteErased: (database, isAborted) => overwriteErased(path, database, isAborted),
    checkServer: async () => undefined,
    inspect: (tables, { isThorough }) => inspectSqlite(tables, path, isThorough),
    inspectFiles: () => inspectSqliteFiles(path),
    classifyError: classifySqliteError,
    operatorMessage: (error) => sqliteOperatorMessage(error, path, settingNames),
    columns: {
      uuid: sql`blob`,
      calendarDate: sql`text`,
      integer: sql`integer`,
      text: () => sql`text`,
      longText: sql`text`,
      bytes: () => sql`blob`,
    },
    dropIndex: (index) => sql`drop index if exists ${sql.ref(index)}`,
    tableOptions: sql`strict`,
  }
}

// An in-memory database is rejected when it is opened, since its content does not survive the process.
const pathOf = (name: string) => (name === ':memory:' ? name : resolve(name))

const isMissing = (path: string) => {
  try {
    statSync(path)
    return false
  } catch (error) {
    // The other errors are reported when the file is opened.
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
