import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import type { DatabaseOptions } from '../../database-options.ts'
import { asOwnerOf } from './as-owner.ts'
import { type WatchedFile, rejectMovedLog } from './moved-files.ts'
import { type Opening, openSqliteFile, warnOfReadableFiles } from './open-sqlite-file.ts'

/** Kysely's dialect for the SQLite file at `path`, which is opened when it is first used. */
export const sqliteDialect = (
  path: string,
  opening: Opening,
  watched: WatchedFile,
  warn?: DatabaseOptions['warn'],
): Readonly<{ dialect: Dialect; isConnected: () => boolean; isInUse: () => boolean }> => {
  let file: DatabaseSync | undefined
  const database = async () => {
    watched.requireUnmoved()
    await rejectMovedLog(path, { byLock: !opening.readOnly })
    file = openSqliteFile(path, opening)
    watched.noteOpened(file)
    warnOfReadableFiles(path, warn)
    const statements = preparedStatements(file)
    return {
      ...statements,
      // On closing, SQLite deletes the log by its path, where there may be another file by now.
      close: () => asOwnerOf(path, () => statements.close()),
      prepare: (statement: string) => {
        // SQLite would continue to use the files that it has open, and what it stores there may be lost. Within a transaction
        // it is enough to check at the begin and the commit.
        const isWithin = file?.isTransaction === true && statement !== 'commit'
        if (!isWithin && statement !== 'rollback') watched.requireUnmoved()
        return statements.prepare(statement)
      },
    }
  }
  let isInUse = false
  const sqlite = new SqliteDialect({ database })
  return {
    dialect: {
      createDriver: () => {
        const driver = new SqliteDriver({ database })
        return Object.assign(driver, {
          // Kysely gives the connection to one caller at a time.
          acquireConnection: () => {
            isInUse = true
            return SqliteDriver.prototype.acquireConnection.call(driver)
          },
          releaseConnection: () => {
            isInUse = false
            return SqliteDriver.prototype.releaseConnection.call(driver)
          },
          // After a plain `begin`, a write after a read fails at once when another process has written in between.
          beginTransaction: async (connection: DatabaseConnection) => {
            await connection.executeQuery(CompiledQuery.raw('begin immediate'))
          },
          // After some errors, such as that of a full disk, SQLite has rolled back already.
          rollbackTransaction: async (connection: DatabaseConnection) => {
            if (file?.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
          },
        })
      },
      // All migrations run in one transaction, which serves as their lock: either all are applied or none.
      createAdapter: () => Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true }),
      createQueryCompiler: () => sqlite.createQueryCompiler(),
      createIntrospector: sqlite.createIntrospector.bind(sqlite),
    },
    isConnected: () => file?.isOpen ?? false,
    isInUse: () => isInUse,
  }
}

const maxPrepared = 200

/**
 * A database with the interface that Kysely needs, which caches the prepared statements that were used last. Their number is
 * limited, since the text of a statement varies with the number of its values.
 */
export const preparedStatements = (file: DatabaseSync): SqliteDatabase => {
  const prepared = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const statement = prepared.get(text) ?? kyselyStatement(file.prepare(text))
      prepared.delete(text)
      prepared.set(text, statement)
      if (prepared.size > maxPrepared) prepared.delete(prepared.keys().next().value!)
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

// Without this check, node:sqlite takes an object as the first value for named parameters, and binds NULL.
const bindable = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || ArrayBuffer.isView(value))
    return value as SQLInputValue
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to SQLite`)
}
