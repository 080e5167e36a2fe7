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

/** Kysely's dialect for the SQLite file at `path`, which is opened when it is first used. */
export const sqliteDialect = (
  path: string,
  opening: Opening,
  warn?: DatabaseOptions['warn'],
): Readonly<{ dialect: Dialect; isConnected: () => boolean; isInUse: () => boolean }> => {
  let file: DatabaseSync | undefined
  const database = async () => {
    file = openSqliteFile(path, opening)
    warnOfReadableFiles(path, warn)
    return preparedStatements(file)
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
