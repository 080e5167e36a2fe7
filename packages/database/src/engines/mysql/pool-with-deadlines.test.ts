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

  it.each([
    [
      'a node of a Galera cluster, each session waits for the writes of the other nodes',
      [{ Variable_name: 'wsrep_on', Value: 'ON' }],
      ['asks', 'waits', 'waits', 'asks', 'waits'],
    ],
    ['another server, no session waits', [], ['asks', 'asks']],
  ])('on %s; the pool finds out when no other connection is open', async (_server, answer, expected) => {
    const statements: string[] = []
    const newConnection = () =>
      Object.assign(new EventEmitter(), {
        config: {},
        threadId: 1,
        release: () => undefined,
        query: ({ sql }: { sql: string }, done: (error: null, result: unknown) => void) => {
          if (sql.includes('wsrep_on')) statements.push('asks')
          if (sql.includes('wsrep_sync_wait')) statements.push('waits')
          done(null, sql.includes('wsrep_on') ? answer : { affectedRows: 0 })
        },
      }) as unknown as PoolConnection
    const raw = Object.assign(new EventEmitter(), {
      getConnection(done: (error: null, connection: PoolConnection) => void) {
        const connection = newConnection()
        raw.emit('connection', connection)
        opened.push(connection)
        done(null, connection)
      },
    })
    const opened: PoolConnection[] = []
    const pool = poolWithDeadlines(raw as unknown as Pool, { maxConnections: 5, waitsForConnection: true })
    const acquire = () =>
      new Promise<MysqlPoolConnection>((resolve, reject) => {
        pool.getConnection((error, connection) => (error ? reject(error as Error) : resolve(connection)))
      })
    await acquire()
    await acquire()
    for (const connection of opened) connection.emit('end')
    await acquire()
    expect(statements).toEqual(expected)
  })
})
