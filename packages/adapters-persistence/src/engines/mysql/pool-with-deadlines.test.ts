import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import type { MysqlPoolConnection } from 'kysely'
import type { Pool, PoolConnection } from 'mysql2'
import { poolWithDeadlines } from './pool-with-deadlines.ts'

/** A pool of mysql2 that opens no connection to a server; its next `failures` attempts to connect fail. */
const aPool = () => {
  const connection = Object.assign(new EventEmitter(), {
    config: {},
    threadId: 1,
    release: () => undefined,
    query: (_options: unknown, done: (error: null, result: unknown) => void) => done(null, []),
  }) as unknown as PoolConnection
  const attempts = { failures: 0 }
  const pool = Object.assign(new EventEmitter(), {
    getConnection(done: (error: Error | null, connection?: PoolConnection) => void) {
      attempts.failures -= 1
      if (attempts.failures >= 0) done(new Error('the connection was lost'))
      else done(null, connection)
    },
  }) as unknown as Pool
  return { attempts, pool: poolWithDeadlines(pool, { maxConnections: 1, waitsForConnection: true }) }
}

describe('a pool with deadlines', () => {
  it('opens another connection when its idle one was lost, and counts it once', async () => {
    const { attempts, pool } = aPool()
    const acquire = () =>
      new Promise<MysqlPoolConnection>((resolve, reject) => {
        pool.getConnection((error, connection) => (error ? reject(error as Error) : resolve(connection)))
      })
    const first = await acquire()
    first.release()
    attempts.failures = 1
    const second = await acquire()
    second.release()
    expect((await acquire()).threadId).toBe(1)
  })
})
