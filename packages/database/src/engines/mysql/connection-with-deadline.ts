import type { Socket } from 'node:net'
import { Unavailable } from '@museum/concurrency'
import type { MysqlPoolConnection, MysqlQueryResult } from 'kysely'
import type { PoolConnection, QueryError, QueryResult } from 'mysql2'
import { millisecondsLeft } from '../../deadlines-and-retries.ts'
import { breaksConnection } from './classify-mysql-error.ts'

/**
 * A connection of mysql2 with the interface that Kysely needs. A statement fails at the deadline of its caller. An error that
 * breaks the connection destroys it, so that the pool does not give it to another request. `mayPrepare` is called before each
 * statement that could be prepared, `onError` with each error of a statement.
 */
export const connectionWithDeadline = (
  raw: PoolConnection,
  {
    release,
    onDestroy,
    mayPrepare,
    onError,
  }: Readonly<{
    release: () => void
    onDestroy: () => void
    mayPrepare: () => boolean
    onError?: ((error: unknown) => void) | undefined
  }>,
): MysqlPoolConnection => {
  const destroy = () => {
    onDestroy()
    raw.destroy()
    // mysql2 sends COM_QUIT and waits for the server to close the socket, which a server that hangs never does.
    ;(raw as unknown as { stream: Socket }).stream.destroy()
  }
  return {
    config: raw.config,
    threadId: raw.threadId!,
    connect: () => undefined,
    release,
    destroy,
    query(statement, values, done = () => undefined) {
      const fail = (error: unknown) => {
        destroy()
        // The server rolls back the transaction of a closed connection. So this rollback resolves, and Kysely throws the error
        // that caused it.
        if (statement === 'rollback') done(undefined, [])
        else done(error, [])
      }
      const left = millisecondsLeft()
      if (left <= 0) fail(new Unavailable('The database is too slow (no time is left for a statement)'))
      else {
        const onResult = (error: QueryError | null, result: QueryResult) => {
          if (error) onError?.(error)
          if (error && (breaksConnection(error) || statement === 'rollback')) fail(error)
          else done(error, result as MysqlQueryResult)
        }
        const timeout = left < Number.POSITIVE_INFINITY ? { timeout: Math.ceil(left) } : {}
        if (isPreparable(statement, values) && mayPrepare()) executePrepared(raw, statement, values, left, onResult)
        else raw.query({ sql: statement, values, ...timeout }, onResult)
      }
      return noStream
    },
  }
}

const noStream = {
  stream: (): never => {
    throw new Error('no statement of the museum is streamed')
  },
}

type Callback = (error: QueryError | null, result: QueryResult) => void

/** The errors with which a server refuses a prepared statement whose text it still executes. */
const notExecuted: ReadonlySet<unknown> = new Set([
  1243, // unknown statement, as after a proxy has chosen another server
  1295, // not supported for prepared statements
  1461, // the limit of prepared statements (max_prepared_stmt_count)
  1615, // the tables have changed
])

/**
 * Whether a statement is executed as a prepared one. These are the statements with one identifier, about ten: the server limits
 * the number of prepared statements, and the text of others varies with the number of their values. A text of several
 * statements cannot be prepared.
 */
const isPreparable = (sql: string, values: readonly unknown[]): values is [Buffer] =>
  values.length === 1 && Buffer.isBuffer(values[0]) && !sql.includes('; ')

/**
 * Executes a prepared statement, which the server parses once for each connection: MariaDB needs at least a tenth less time.
 * `timeout`, in milliseconds, includes preparing the statement, unlike mysql2's own.
 */
const executePrepared = (
  raw: PoolConnection,
  sql: string,
  values: readonly Uint8Array[],
  timeout: number,
  done: Callback,
): void => {
  let isDone = false
  const settle: Callback = (error, result) => {
    clearTimeout(timer)
    if (isDone) return
    isDone = true
    done(error, result)
  }
  const timer =
    timeout < Number.POSITIVE_INFINITY ? setTimeout(() => settle(timeoutError() as QueryError, []), timeout) : undefined
  raw.execute(sql, [...values], (error: QueryError | null, result: QueryResult) => {
    if (isDone || error === null || !notExecuted.has(error.errno)) return settle(error, result)
    raw.unprepare(sql)
    return raw.query(sql, [...values], settle)
  })
}

/** The same error as mysql2's own. */
const timeoutError = () =>
  Object.assign(new Error('Query inactivity timeout'), { code: 'PROTOCOL_SEQUENCE_TIMEOUT', syscall: 'query' })
