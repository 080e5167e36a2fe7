import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely'
import { DatabaseUnusable } from '../../database/database-unusable.ts'
import { unavailable } from '../../database/unavailable.ts'
import { copyBeforeMigration } from './copy-before-migration.ts'
import type { DatabaseErrorKind, Engine, EngineOptions } from '../engine.ts'
import { sqliteOperatorMessage } from './sqlite-operator-message.ts'

/** The embedded engine: `sqlite:` and the path of a file, which is made with its folder when it is missing. */
export const sqliteEngine = (url: string, options: EngineOptions): Engine => {
  const path = pathIn(url.slice('sqlite:'.length))
  const { dialect, isConnected } = dialectOf(path, options)
  return {
    dialect,
    isConnected,
    // The main connection warns.
    probeDialect: dialectOf(path, {}).dialect,
    // A transaction locks the whole file from its beginning.
    forUpdate: sql``,
    now: sql`unixepoch()`,
    // A statement holds the event loop while it runs.
    listsAtOnce: 1,
    shortestStatement,
    copyBeforeMigration: async (migration) => copyBeforeMigration(path, migration),
    checkServer: async () => undefined,
    classifyError,
    operatorMessage: (error) => sqliteOperatorMessage(error, path),
    columns: {
      uuid: sql`blob`,
      calendarDate: sql`text`,
      integer: sql`integer`,
      text: () => sql`text`,
      longText: sql`text`,
      bytes: () => sql`blob`,
    },
    tableOptions: sql`strict`,
  }
}

// SQLite's memory is no file, and is refused when it is opened: nothing survives there.
const pathIn = (name: string) => (name === ':memory:' ? name : resolve(name))

// SQLite waits for a lock with the whole process standing still. So it does not wait, and the attempt is made again later.
const shortestStatement = 10
const openingMilliseconds = 2_000

const primaryResultCodes: Readonly<Record<number, DatabaseErrorKind>> = {
  5: 'contended', // busy: another process writes
  6: 'contended', // locked
  8: 'away', // read-only
  // Input or output failed. When a commit cannot be written or synced, what was written of it may be found, and taken for
  // committed, by a process that opens the file later.
  10: 'lost',
  13: 'full', // the disk
  14: 'away', // cannot be opened
}
const extendedResultCodes: Readonly<Record<number, DatabaseErrorKind>> = {
  266: 'away', // reading failed, which comes before all writing
  522: 'away', // the same: the file is shorter than it should be
  4874: 'full', // the disk has no room for the `-shm` file
  1555: 'duplicate',
  2067: 'duplicate',
}

// Not `instanceof Error`: the error may come from another realm.
const classifyError = (error: unknown): DatabaseErrorKind | undefined => {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  if (typeof errcode !== 'number') return undefined
  return extendedResultCodes[errcode] ?? primaryResultCodes[errcode & 0xff]
}

const dialectOf = (path: string, { warn }: EngineOptions) => {
  let file: DatabaseSync | undefined
  const database = async () => {
    file = open(path)
    warnOfReaders(path, warn)
    return kyselyDatabase(file)
  }
  const kyselys = new SqliteDialect({ database })
  const dialect: Dialect = {
    createDriver: () =>
      Object.assign(new SqliteDriver({ database }), {
        // A plain `begin` that reads and then writes fails at once beside another writer, however long it may wait.
        beginTransaction: async (connection: DatabaseConnection) => {
          await connection.executeQuery(CompiledQuery.raw('begin immediate'))
        },
        // Some errors, a full disk for one, have rolled back already.
        rollbackTransaction: async (connection: DatabaseConnection) => {
          if (file?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
        },
      }),
    // The transaction around all migrations is their lock, and makes them all or nothing.
    createAdapter: () => Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true }),
    createQueryCompiler: () => kyselys.createQueryCompiler(),
    createIntrospector: kyselys.createIntrospector.bind(kyselys),
  }
  return { dialect, isConnected: () => file?.isOpen ?? false }
}

const open = (path: string): DatabaseSync => {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (path !== ':memory:') create(path)
  } catch (error) {
    throw unavailable('The database file cannot be created', error)
  }
  const file = new DatabaseSync(path, { timeout: openingMilliseconds, defensive: true, allowExtension: false })
  try {
    // Full: what was committed survives a power cut.
    file.exec('pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off;')
    const mode = file.prepare('pragma journal_mode').get()?.['journal_mode']
    if (mode !== 'wal')
      throw new DatabaseUnusable(
        `SQLite cannot keep a write-ahead log at ${path} (journal mode ${String(mode)}). ` +
          'Name a file on a local disk in MUSEUM_DATABASE_URL.',
      )
    file.exec('pragma busy_timeout = 0')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

/** Creates the file for its owner alone; SQLite gives its mode to the files beside it. */
const create = (path: string) => {
  try {
    // Only if it is missing: closing a file that SQLite has open in this process would release SQLite's locks on it.
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const warnOfReaders = (path: string, warn: EngineOptions['warn']) => {
  // Windows keeps no such modes.
  if (process.platform === 'win32') return
  const isReadByOthers = (file: string) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0
  if (![path, `${path}-wal`, `${path}-shm`].some(isReadByOthers)) return
  const quoted = `'${path.replaceAll("'", `'\\''`)}'`
  warn?.(`Other users of this machine can read the database. Run: chmod 600 ${quoted}*`)
}

const mostPrepared = 200

const kyselyDatabase = (file: DatabaseSync): SqliteDatabase => {
  // The text of a statement varies with the number of its values: those used last are kept.
  const prepared = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const statement = prepared.get(text) ?? kyselyStatement(file.prepare(text))
      prepared.delete(text)
      prepared.set(text, statement)
      if (prepared.size > mostPrepared) prepared.delete(prepared.keys().next().value!)
      return statement
    },
    close: () => file.close(),
  }
}

const kyselyStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (values) => statement.all(...values.map(bindable)),
  run: (values) => statement.run(...values.map(bindable)),
  iterate: (values) => statement.iterate(...values.map(bindable)) as IterableIterator<unknown>,
})

// Left to itself, node:sqlite takes an object in first place for named parameters, and binds NULL without a word.
const bindable = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || ArrayBuffer.isView(value))
    return value as SQLInputValue
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to SQLite`)
}
