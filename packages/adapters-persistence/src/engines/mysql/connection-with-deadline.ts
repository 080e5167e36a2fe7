import type { Socket } from 'node:net'
import { Unavailable } from '@museum/application'
import type { MysqlPoolConnection, MysqlQueryResult } from 'kysely'
import type { PoolConnection, QueryError, QueryResult } from 'mysql2'
import { millisecondsLeft } from '../../database/deadline.ts'
import { breaksConnection } from './classify-mysql-error.ts'
import { executePrepared, isPreparable } from './execute-prepared.ts'

/**
 * A connection of mysql2 as Kysely wants it, whose statements end at the deadline of their caller. After an error that
 * breaks the connection it is destroyed, so that the pool does not give it to another request. `onError` is called with each
 * error of a statement.
 */
export const connectionWithDeadline = (
  raw: PoolConnection,
  {
    release,
    onDestroy,
    onError,
  }: Readonly<{ release: () => void; onDestroy: () => void; onError?: ((error: unknown) => void) | undefined }>,
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
        // The server rolls back the transaction of a closed connection, so the rollback succeeds, and Kysely throws the
        // error that led to it.
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
        if (isPreparable(values)) executePrepared(raw, statement, values, left, onResult)
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
