import type { DatabaseConnection, Kysely } from 'kysely'
import type { RetriedErrorKind } from './engines/engine.ts'

/** Called with what happens at a database, for metrics. The functions must not throw. */
export type DatabaseObserver = Readonly<{
  /** An attempt failed with an error of this kind, and will be repeated. */
  onRetry?: (kind: RetriedErrorKind) => void
  /** After a failover, a database with several hosts uses this one, such as `db2:3306`. */
  onHostChange?: (host: string) => void
}>

/** The tracer's value for a request in a batch, as `joinBatch` has returned it. */
type Member = unknown

/**
 * Called around what the database does, for traces. The functions are called in the asynchronous context of the request that
 * caused the work. They must not throw.
 */
export type DatabaseTracer = Readonly<{
  /** Runs `execute`, which executes a statement. `sql` has placeholders instead of values. */
  traceStatement: <Result>(sql: string, execute: () => Promise<Result>) => Promise<Result>
  /** Called when a request has got a connection after this time, or, with `error`, has got none. */
  onConnectionWait: (milliseconds: number, error?: unknown) => void
  /** Called when a request joins a batch. */
  joinBatch: () => Member
  /** Runs `run`, which executes a batch for these requests, 1 or more. */
  traceBatch: <Result>(members: readonly Member[], run: () => Promise<Result>) => Promise<Result>
}>

/**
 * Calls the tracer around each statement of `kysely`, including those that begin and end transactions, and after each wait for
 * a connection. Kysely's drivers execute all of them on the connection that the executor provides.
 */
export const traceStatements = (
  kysely: Pick<Kysely<never>, 'getExecutor'>,
  { traceStatement, onConnectionWait }: DatabaseTracer,
): void => {
  const executor = kysely.getExecutor()
  const provideConnection = executor.provideConnection.bind(executor)
  const traced = new WeakSet<DatabaseConnection>()
  const trace = (connection: DatabaseConnection) => {
    if (traced.has(connection)) return
    traced.add(connection)
    const executeQuery = connection.executeQuery.bind(connection)
    connection.executeQuery = (query, options) => traceStatement(query.sql, () => executeQuery(query, options))
  }
  executor.provideConnection = async (consumer, options) => {
    const start = performance.now()
    let isProvided = false
    try {
      return await provideConnection(async (connection) => {
        isProvided = true
        onConnectionWait(performance.now() - start)
        trace(connection)
        return consumer(connection)
      }, options)
    } catch (error) {
      if (!isProvided) onConnectionWait(performance.now() - start, error)
      throw error
    }
  }
}
