import type { DatabaseConnection, Kysely } from 'kysely'
import type { DatabaseTracer } from './database-tracer.ts'

/**
 * Calls the tracer around each statement of `kysely`, also those that begin and end transactions, and after each wait for a
 * connection. Kysely's drivers execute all of them with the connection that the executor provides.
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
