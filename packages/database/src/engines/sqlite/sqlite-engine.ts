import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { type DatabaseOptions, defaultSettingNames } from '../../database-options.ts'
import { type Engine, executeInTurn } from '../engine.ts'
import { type FileWasMoved, classifySqliteError, sqliteOperatorMessage } from './sqlite-errors.ts'
import { copyBeforeMigration } from './copy-before-migration.ts'
import { overwriteErased } from './overwrite-erased.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { watchedFile } from './moved-files.ts'

/** The embedded engine: `sqlite:` and the path of a file. The file and its folder are created if they are missing. */
export const sqliteEngine = (url: string, options: DatabaseOptions): Engine => {
  const { warn, settingNames = defaultSettingNames, readOnly = false } = options
  const path = pathOf(url.slice('sqlite:'.length))
  const opening = { url: settingNames.url, readOnly }
  const operatorMessage = (error: unknown) => sqliteOperatorMessage(error, path, settingNames)
  const onMoved = (error: FileWasMoved) => warn?.(operatorMessage(error)!.join(' '))
  const watched = watchedFile(path, { hasLog: !readOnly, onMoved })
  const { dialect, isConnected, isInUse } = sqliteDialect(path, opening, watched, warn)
  return {
    dialect,
    hosts: undefined,
    isConnected,
    connectionUse: () => ({ max: 1, inUse: isInUse() ? 1 : 0 }),
    file: path,
    missingFile: () => (path !== ':memory:' && isMissing(path) ? path : undefined),
    // Without warnings: the main connection opens the same file and warns about it.
    probeDialect: sqliteDialect(path, opening, watched).dialect,
    // Rows need no lock, since a transaction locks the whole file from its beginning.
    forUpdate: sql``,
    forUpdateSkipLocked: sql``,
    forcePrimaryKey: sql``,
    onDuplicateKey: sql`on conflict do update set`,
    insertedValue: (column) => sql`excluded.${sql.ref(column)}`,
    beginTransaction: CompiledQuery.raw('begin immediate'),
    executeTogether: executeInTurn,
    characterCount: (column) => sql`length(${sql.ref(column)})`,
    now: sql`unixepoch()`,
    hasOneWriter: true,
    // A statement blocks the event loop while it runs.
    maxConcurrentLists: 1,
    maxConcurrentLockWaits: 1,
    hasLocalLocks: () => false,
    writeMilliseconds: 6_000,
    shortestStatement: 10,
    copyBeforeMigration: async (...migrations) => copyBeforeMigration(path, ...migrations),
    maxRowsAddedUp: 2_000,
    erasureMilliseconds: 20,
    overwriteErased: (...erasing) => overwriteErased(path, ...erasing),
    checkMysqlServer: async () => undefined,
    classifyError: classifySqliteError,
    operatorMessage,
    columns: {
      uuid: sql`blob`,
      calendarDate: sql`text`,
      integer: sql`integer`,
      text: () => sql`text`,
      longText: sql`text`,
      longestText: sql`text`,
      bytes: () => sql`blob`,
    },
    dropIndex: (index) => sql`drop index if exists ${sql.ref(index)}`,
    tableOptions: sql`strict`,
    orderedTableOptions: sql`strict, without rowid`,
  }
}

// An in-memory database is rejected when it is opened, since its content does not survive the process.
const pathOf = (name: string) => (name === ':memory:' ? name : resolve(name))

const isMissing = (path: string) => {
  try {
    statSync(path)
    return false
  } catch (error) {
    // Other errors are reported when the file is opened.
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}
