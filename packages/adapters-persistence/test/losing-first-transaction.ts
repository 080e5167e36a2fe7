import { CompiledQuery, type Transaction } from 'kysely'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import type { MuseumTables } from '../src/database/museum-tables.ts'
import type { TestEngine } from './engines.ts'

/** A database whose first transaction runs on another connection, and whose connection is lost before the commit. */
export const losingFirstTransaction = (
  database: MuseumDatabase,
  /** Another connection to the same database. */
  other: MuseumDatabase,
  { isMysql }: TestEngine,
): Readonly<{
  losing: MuseumDatabase
  /** Resolves when the statements of the first transaction are executed, and its connection is lost. */
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
          // SQLite has one transaction at a time.
          if (!isMysql) await tables.executeQuery(CompiledQuery.raw('commit'))
          await begin((tablesOfFirst) => work(tablesOfFirst, isOutcomeUnknown))
          if (!isMysql) await tables.executeQuery(CompiledQuery.raw('begin'))
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
