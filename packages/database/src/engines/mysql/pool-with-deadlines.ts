import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable, createSemaphore } from '@museum/concurrency'
import type { MysqlPool, MysqlPoolConnection } from 'kysely'
import type { Pool, PoolConnection } from 'mysql2'
import { millisecondsLeft, unavailable } from '../../deadlines-and-retries.ts'
import type { ConnectionUse } from '../engine.ts'
import { classifyMysqlError } from './classify-mysql-error.ts'
import { connectionWithDeadline } from './connection-with-deadline.ts'
import { isGaleraNode } from './cluster-membership.ts'
import { galeraSettings, sessionSettings, shortestStatement } from './session-settings.ts'

/**
 * Milliseconds for which a request waits for a connection. A longer wait would mean that the server hangs or the queue is too
 * long.
 */
const maxAcquireTimeout = 3_000
/** Milliseconds after which the pool's connections are destroyed when it is closed. */
const closeTimeout = 2_000
/** The maximum number of requests that wait for a connection. With more, the last ones would not get one in time. */
const maxWaiting = 500
/** Milliseconds after which the pool tries to open one more connection, when the server has refused one because of a limit. */
const growthInterval = 5_000

/**
 * - `maxConnections`: the maximum number of connections.
 * - `waitsForConnection`: whether a request waits, instead of failing, when the server refuses a connection because of its own
 *   limit.
 * - `readOnly`: whether the sessions refuse writes.
 * - `seesOtherNodes`: whether the sessions on a node of a Galera cluster wait for the writes of the other nodes; by default
 *   true.
 */
export type PoolLimits = Readonly<{
  maxConnections: number
  waitsForConnection: boolean
  readOnly?: boolean
  seesOtherNodes?: boolean
}>

export type PoolWithDeadlines = MysqlPool &
  Readonly<{
    isConnected: () => boolean
    use: () => ConnectionUse
    /** Whether the server is a node of a Galera cluster; `undefined` while that is not known. */
    isOnGalera: () => boolean | undefined
    /** Stops using the connections that are open: closes idle ones now, and the others when they are released. */
    leaveHost: () => void
  }>

/**
 * A pool with the interface that Kysely needs. No request waits for a connection past its deadline, and a broken connection is
 * never used again. When the server refuses a connection because of a limit of its own, the pool uses fewer connections, and
 * tries one more from time to time. `onError` is called with each error of a statement or of connecting.
 */
export const poolWithDeadlines = (
  pool: Pool,
  { maxConnections, waitsForConnection, readOnly = false, seesOtherNodes = true }: PoolLimits,
  onError?: (error: unknown) => void,
): PoolWithDeadlines => {
  const open = new Map<PoolConnection, MysqlPoolConnection>()
  const idle = new Set<PoolConnection>()
  /** Connections to the former host that are still in use. */
  const onLeftHost = new WeakSet<PoolConnection>()
  let hostsLeft = 0
  const slots = createSemaphore({ size: maxConnections, maxWaiting })
  /** The number of requests that have a slot but no connection yet. */
  let opening = 0
  /**
   * Whether the server is a node of a Galera cluster. `undefined` while no connection is open, since the server may become a
   * node meanwhile.
   */
  let isOnGalera: boolean | undefined
  const forget = (raw: PoolConnection) => {
    open.delete(raw)
    idle.delete(raw)
    if (open.size === 0) isOnGalera = undefined
  }
  pool.on('connection', (raw) => {
    raw.on('end', () => forget(raw))
    // mysql2 handles only the first error of a connection; without a listener, a second one would end the process.
    raw.on('error', () => forget(raw))
  })

  const close = (raw: PoolConnection) => {
    forget(raw)
    raw.end()
  }
  const release = (raw: PoolConnection) => {
    if (open.has(raw) && (open.size > slots.size() || onLeftHost.has(raw))) close(raw)
    else if (open.has(raw)) {
      idle.add(raw)
      raw.release()
    }
    slots.release()
  }
  let growthTimer: NodeJS.Timeout | undefined
  const growLater = () => {
    clearTimeout(growthTimer)
    growthTimer = setTimeout(() => {
      slots.resize(slots.size() + 1)
      if (slots.size() < maxConnections) growLater()
    }, growthInterval).unref()
  }
  /**
   * Shrinks the pool to one connection fewer than are open: that one is left to other clients under the same limit, such as
   * another server.
   */
  const shrink = (otherConnections: number) => {
    slots.resize(Math.max(1, otherConnections - 1))
    for (const raw of idle) if (open.size > slots.size()) close(raw)
    if (slots.size() < maxConnections) growLater()
  }

  const openSession = async (raw: PoolConnection): Promise<MysqlPoolConnection> => {
    const connection = connectionWithDeadline(raw, {
      release: () => release(raw),
      onDestroy: () => forget(raw),
      // When a Galera node aborts a transaction while it prepares a statement, it reports no error, not even at the commit.
      mayPrepare: () => isOnGalera === false,
      onError,
    })
    try {
      for (const setting of sessionSettings) await run(connection, setting)
      if (seesOtherNodes) {
        isOnGalera ??= await isGaleraNode((statement) => run(connection, statement))
        if (isOnGalera) for (const setting of galeraSettings) await run(connection, setting)
      }
      if (readOnly) await run(connection, 'set session transaction read only')
    } catch (error) {
      connection.destroy()
      throw error
    }
    open.set(raw, connection)
    return connection
  }
  const connect = async (): Promise<MysqlPoolConnection> => {
    const hostsLeftBefore = hostsLeft
    const raw = await new Promise<PoolConnection>((resolve, reject) => {
      pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)))
    })
    idle.delete(raw)
    const connection = open.get(raw) ?? (await openSession(raw))
    if (hostsLeft === hostsLeftBefore) return connection
    close(raw)
    return connect()
  }

  const waitForConnection: MysqlPool['getConnection'] = (done) => {
    /** Aborted when the time is over: then nobody waits for the connection any more. */
    const late = new AbortController()
    /** The server's error, if it has refused a connection because of a limit. */
    let limitError: unknown
    const settle = (error: unknown, connection = undefined as unknown as MysqlPoolConnection) => {
      clearTimeout(timer)
      done(error, connection)
    }
    const start = async (isAcquired: boolean): Promise<void> => {
      const isLate = () => late.signal.aborted
      if (!isAcquired) {
        if (!isLate()) settle(new Unavailable('The database is too busy (too many wait for a connection)'))
        return
      }
      if (isLate()) return slots.release()
      opening += 1
      const { connection, error } = await connect().then(
        (opened) => ({ connection: opened, error: undefined }),
        (reason: unknown) => ({ connection: undefined, error: reason }),
      )
      opening -= 1
      if (connection !== undefined) return isLate() ? connection.release() : settle(undefined, connection)
      onError?.(error)
      const otherConnections = open.size + opening
      const isLimitReached = classifyMysqlError(error) === 'too-many-connections'
      if (isLimitReached) {
        limitError = error
        shrink(otherConnections)
      }
      if (isLate() || !isLimitReached || !waitsForConnection) {
        slots.release()
        if (!isLate()) settle(unavailable('The database cannot be reached', error))
        return
      }
      if (otherConnections > 0) return start(await slots.reacquire(late.signal))
      // No connection is open whose release could be awaited, so another one is tried a little later.
      await sleep(50 + Math.random() * 100)
      return start(true)
    }
    const acquireTimeout = Math.max(0, Math.min(maxAcquireTimeout, millisecondsLeft() - shortestStatement))
    const timer = setTimeout(() => {
      late.abort()
      done(unavailable('The database cannot be reached', limitError ?? noConnectionInTime()), undefined as never)
    }, acquireTimeout)
    void slots.acquire(late.signal).then(start)
  }

  /** Takes an idle connection, without a timer and without restoring the async context, since there is no wait. */
  const takeIdleConnection = async (done: Parameters<MysqlPool['getConnection']>[0]) => {
    opening += 1
    const connection = await connect().catch(() => undefined)
    opening -= 1
    if (connection !== undefined) return done(undefined, connection)
    // The connection was lost meanwhile.
    slots.release()
    return waitForConnection(done)
  }

  return {
    isConnected: () => open.size > 0,
    isOnGalera: () => isOnGalera,
    use: () => ({ max: slots.size(), inUse: slots.inUse(), waiting: slots.waiting() }),
    getConnection(done) {
      if (idle.size > opening && slots.tryAcquire()) void takeIdleConnection(done)
      else waitForConnection(done)
    },
    leaveHost() {
      hostsLeft += 1
      isOnGalera = undefined
      for (const raw of open.keys())
        if (idle.has(raw)) close(raw)
        else onLeftHost.add(raw)
    },
    end(done) {
      clearTimeout(growthTimer)
      // mysql2 would wait for the server to close each connection, which a hanging server never does.
      setTimeout(() => {
        for (const connection of open.values()) connection.destroy()
        done(undefined)
      }, closeTimeout).unref()
      pool.end(done)
    },
  }
}

const noConnectionInTime = () => new Unavailable('The database cannot be reached (no connection came in time)')

const run = (connection: MysqlPoolConnection, statement: string) =>
  new Promise<readonly unknown[]>((resolve, reject) => {
    connection.query(statement, [], (error, result) =>
      error ? reject(error as Error) : resolve(Array.isArray(result) ? result : []),
    )
  })
