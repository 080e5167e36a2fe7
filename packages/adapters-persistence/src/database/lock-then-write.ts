import { Unavailable } from '@museum/application'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import { millisecondsLeft } from './deadlines-and-retries.ts'
import type { MuseumTables } from './museum-tables.ts'

type Tables = Kysely<MuseumTables>

/** The outcome of a transaction, and the statements that write it. Without statements, the transaction is rolled back. */
export type Decision<Outcome> = Readonly<{
  outcome: Outcome
  writes: readonly CompiledQuery[]
  /** A last read while the locks are still held; its rows complete the outcome. */
  last?: Readonly<{ read: CompiledQuery; complete: (rows: readonly unknown[]) => Outcome }> | undefined
}>

/** The statements that read rows of these types. */
export type Reads<Rows extends readonly unknown[]> = { readonly [N in keyof Rows]: CompiledQuery<Rows[N]> }
/** The rows that they return. */
export type RowsOf<Rows extends readonly unknown[]> = { readonly [N in keyof Rows]: readonly Rows[N][] }

/** A transaction that reads, decides and writes. */
export type LockingTransaction<Rows extends readonly unknown[], Outcome> = Readonly<{
  /** The statements that lock rows, and those that read once these are locked. */
  reads: Reads<Rows>
  /** What has to be read besides, in a further round trip, because these rows show that what is known has changed. */
  readMore?: (rows: RowsOf<Rows>) => readonly CompiledQuery[]
  /** Decides on the rows of each of these statements, and on those of `readMore`. */
  decide: (rows: RowsOf<Rows>, more: readonly (readonly unknown[])[]) => Decision<Outcome>
  /**
   * Turns an error into an outcome, once the transaction is rolled back; `undefined` if the error is to be thrown.
   * `isOutcomeUnknown`: an earlier attempt may have been committed.
   */
  explain?: (error: unknown, tables: Tables, isOutcomeUnknown: boolean) => Promise<Outcome | undefined>
}>

const commit = CompiledQuery.raw('commit')
const rollback = CompiledQuery.raw('rollback')

/** One attempt of `MuseumDatabase.lockThenWrite`. */
export const lockThenWrite = <Rows extends readonly unknown[], Outcome>(
  kysely: Tables,
  { executeTogether, beginTransaction, shortestStatement }: Engine,
  { reads, readMore, decide, explain }: LockingTransaction<Rows, Outcome>,
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
      const [, ...read] = await executeTogether(connection, [beginTransaction, ...reads])
      const rows = read as unknown as RowsOf<Rows>
      const further = readMore?.(rows) ?? []
      const more = further.length > 0 ? await executeTogether(connection, further) : []
      const { outcome, writes, last } = decide(rows, more)
      if (writes.length > 0) requireTime()
      const statements = [...writes, ...(last === undefined ? [] : [last.read]), writes.length > 0 ? commit : rollback]
      const results = await executeTogether(connection, statements)
      return last === undefined ? outcome : last.complete(results[writes.length]!)
    } catch (error) {
      // Otherwise the connection would return to the pool with an open transaction, which the next one would commit. A
      // connection that cannot roll back is destroyed.
      await connection.executeQuery(rollback).catch(() => undefined)
      const outcome = await explain?.(error, connection, isOutcomeUnknown)
      if (outcome === undefined) throw error
      return outcome
    }
  })
