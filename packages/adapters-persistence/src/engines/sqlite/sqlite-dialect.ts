import type { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import type { DatabaseOptions } from '../../database/database-options.ts'
import { type Opening, openSqliteFile } from './open-sqlite-file.ts'
import { preparedStatements } from './prepared-statements.ts'
import { warnOfReadableFiles } from './warn-of-readable-files.ts'
import { type WatchedFile, watchedFile } from './watched-file.ts'

/** Kysely's dialect for the SQLite file at `path`, which is opened when it is first used. */
export const sqliteDialect = (
  path: string,
  opening: Opening,
  watched: WatchedFile = watchedFile(path),
  warn?: DatabaseOptions['warn'],
): Readonly<{ dialect: Dialect; isConnected: () => boolean; isInUse: () => boolean }> => {
  let file: DatabaseSync | undefined
  const database = async () => {
    watched.requireUnmoved()
    file = openSqliteFile(path, opening)
    watched.noteOpened()
    warnOfReadableFiles(path, warn)
    const statements = preparedStatements(file)
    return {
      ...statements,
      prepare: (statement: string) => {
        // SQLite would go on with the file that it has open, and what it stores there is lost when it is closed.
        if (statement !== 'rollback') watched.requireUnmoved()
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
          // Kysely gives the connection to one at a time.
          acquireConnection: () => {
            isInUse = true
            return SqliteDriver.prototype.acquireConnection.call(driver)
          },
          releaseConnection: () => {
            isInUse = false
            return SqliteDriver.prototype.releaseConnection.call(driver)
          },
          // After a plain `begin`, a read followed by a write fails at once when another process has written in between.
          beginTransaction: async (connection: DatabaseConnection) => {
            await connection.executeQuery(CompiledQuery.raw('begin immediate'))
          },
          // After some errors, such as a full disk, SQLite has rolled back already.
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
