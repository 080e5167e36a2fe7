import { Unavailable } from '@museum/concurrency'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Engine } from './engines/engine.ts'
import { millisecondsLeft } from './deadlines-and-retries.ts'

/** Reads at the end of a transaction. */
type LastReads<Outcome> = Readonly<{
  /** The statements. */
  reads: readonly CompiledQuery[]
  /** Makes the outcome of the transaction from the rows of each statement. */
  complete: (rows: readonly (readonly unknown[])[]) => Outcome
}>

/** The outcome of a transaction, and the statements that write it. Without statements, the transaction is rolled back. */
export type Decision<Outcome> = Readonly<{
  outcome: Outcome
  writes: readonly CompiledQuery[]
  /** Last reads while the locks are still held; their rows complete the outcome. */
  last?: LastReads<Outcome> | undefined
}>

/** What has to be read before a decision, because what is known does not suffice. */
type FurtherReads<Outcome> = Readonly<{
  readMore: readonly CompiledQuery[]
  decide: (rows: readonly (readonly unknown[])[]) => Decision<Outcome> | FurtherReads<Outcome>
}>

/** The statements that read rows of these types. */
export type Reads<Rows extends readonly unknown[]> = { readonly [N in keyof Rows]: CompiledQuery<Rows[N]> }
/** The rows that they return. */
export type RowsOf<Rows extends readonly unknown[]> = { readonly [N in keyof Rows]: readonly Rows[N][] }

/** A transaction that reads, decides and writes. */
export type LockingTransaction<Tables, Rows extends readonly unknown[], Outcome> = Readonly<{
  /** The statements that lock rows, and those that read once these are locked. */
  reads: Reads<Rows>
  /**
   * Decides on the rows of each of these statements, or first reads more, each time in a further round trip. `isOutcomeUnknown`: an earlier
   * attempt may have been committed.
   */
  decide: (rows: RowsOf<Rows>, isOutcomeUnknown: boolean) => Decision<Outcome> | FurtherReads<Outcome>
  /**
   * Turns an error into an outcome, once the transaction is rolled back; `undefined` if the error is to be thrown.
   */
  explain?: (error: unknown, tables: Kysely<Tables>, isOutcomeUnknown: boolean) => Promise<Outcome | undefined>
}>

const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

/** One attempt of `Database.lockThenWrite`. */
export const lockThenWrite = <Tables, Rows extends readonly unknown[], Outcome>(
  kysely: Kysely<Tables>,
  { executeTogether, beginTransaction, shortestStatement }: Engine,
  { reads, decide, explain }: LockingTransaction<Tables, Rows, Outcome>,
  isOutcomeUnknown: boolean,
): Promise<Outcome> =>
  kysely.connection().execute(async (connection) => {
    /** The server executes a text to its end, even after our time limit. So none is sent without enough time left. */
    const requireTime = () => {
      if (millisecondsLeft() < shortestStatement)
        throw new Unavailable('The database is too slow (no time is left for a transaction)')
    }
    requireTime()
    try {
      const [, ...rows] = await executeTogether(connection, [beginTransaction, ...reads])
      let decided = decide(rows as unknown as RowsOf<Rows>, isOutcomeUnknown)
      while ('readMore' in decided) decided = decided.decide(await executeTogether(connection, decided.readMore))
      const { outcome, writes, last } = decided
      if (writes.length > 0) requireTime()
      const statements = [...writes, ...(last?.reads ?? []), writes.length > 0 ? commit : rollback]
      const results = await executeTogether(connection, statements)
      return last === undefined ? outcome : last.complete(results.slice(writes.length, -1))
    } catch (error) {
      // Otherwise the connection would return to the pool with an open transaction, which the next one would commit. A
      // connection that cannot roll back is destroyed.
      await connection.executeQuery(rollback).catch(() => undefined)
      const outcome = await explain?.(error, connection, isOutcomeUnknown)
      if (outcome === undefined) throw error
      return outcome
    }
  })
