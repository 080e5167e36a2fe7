import { CompiledQuery, type Transaction } from 'kysely'
import { lockThenWrite } from '@museum/database'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import type { MuseumTables } from '../src/database/museum-tables.ts'
import type { TestEngine } from './engines.ts'
import { executeIn } from './execute-in.ts'

/** A database whose first transaction runs on another connection, which the caller loses before the commit. */
export const losingFirstTransaction = (
  database: MuseumDatabase,
  /** Another connection to the same database. */
  other: MuseumDatabase,
  { isMysql }: TestEngine,
  /** Done before each further attempt of `lockThenWrite`. */
  meanwhile: () => Promise<unknown> = async () => undefined,
): Readonly<{
  losing: MuseumDatabase
  /** Resolves when the first transaction has executed its statements and its caller has lost the connection. */
  isRun: Promise<void>
  /** Commits the first transaction, or rolls it back. */
  end: (isCommitted: boolean) => Promise<void>
}> => {
  const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
  const { promise: ended, resolve: end } = Promise.withResolvers<boolean>()
  const { promise: isRun, resolve: run } = Promise.withResolvers<void>()
  let firstTransaction: Promise<unknown> | undefined
  const begin = (work: (tables: Transaction<MuseumTables>) => Promise<unknown>) =>
    new Promise<void>((isWritten, reject) => {
      firstTransaction = other
        .transaction(async (tables) => {
          await work(tables)
          isWritten()
          if (!(await ended)) throw new Error('rolled back')
        })
        .catch(reject)
    })
  return {
    losing: {
      ...database,
      transaction: (work, kind) =>
        database.transaction(async (tables, isOutcomeUnknown) => {
          if (firstTransaction !== undefined) return work(tables, isOutcomeUnknown)
          // SQLite has only one transaction at a time.
          if (!isMysql) await tables.executeQuery(CompiledQuery.raw('commit'))
          await begin((tablesOfFirst) => work(tablesOfFirst, isOutcomeUnknown))
          if (!isMysql) await tables.executeQuery(CompiledQuery.raw('begin'))
          run()
          throw lost
        }, kind),
      lockThenWrite: (transaction, kind = 'never') =>
        database.write(async (_tables, isOutcomeUnknown) => {
          if (firstTransaction !== undefined) {
            await meanwhile()
            return lockThenWrite(database.kysely, database.engine, transaction, isOutcomeUnknown)
          }
          await begin((tables) => executeIn(tables, transaction))
          run()
          throw lost
        }, kind),
    },
    isRun,
    end: async (isCommitted) => {
      end(isCommitted)
      await firstTransaction
    },
  }
}
