import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { type Socket, isIP } from 'node:net'
import { Unavailable } from '@museum/application'
import {
  type Dialect,
  MysqlAdapter,
  MysqlDialect,
  type MysqlPool,
  type MysqlPoolConnection,
  type MysqlQueryResult,
  sql,
} from 'kysely'
import type { Pool, PoolConnection, PoolOptions } from 'mysql2'
import { faultOfCaCertificate } from '../../database/ca-certificate.ts'
import { millisecondsLeft } from '../../database/deadline.ts'
import { unavailable } from '../../database/unavailable.ts'
import { checkMysqlServer } from './check-mysql-server.ts'
import { createSlots } from '../../database/slots.ts'
import type { DatabaseErrorKind, Engine, EngineOptions } from '../engine.ts'
import { mysqlOperatorMessage } from './mysql-operator-message.ts'

/** MySQL, MariaDB, or what speaks their protocol: `mysql://USER:PASSWORD@HOST:PORT/DATABASE`. */
export const mysqlEngine = (url: string, options: EngineOptions): Engine => {
  const { connections = 10 } = options
  const connection = poolOptions(url, options)
  const { dialect, isConnected } = dialectOf(connection, { connections, waits: true })
  return {
    dialect,
    isConnected,
    probeDialect: dialectOf(connection, { connections: 1, waits: false }).dialect,
    forUpdate: sql`for update`,
    now: sql`unix_timestamp()`,
    listsAtOnce: Math.max(1, Math.floor(connections / 2)),
    shortestStatement,
    copyBeforeMigration: async () => undefined,
    checkServer: checkMysqlServer,
    classifyError,
    operatorMessage: (error) => mysqlOperatorMessage(error, options.ca !== undefined),
    columns: {
      uuid: sql`binary(16)`,
      calendarDate: sql`date`,
      integer: sql`bigint`,
      text: (atMost) => sql`varchar(${sql.lit(atMost)})`,
      longText: sql`text`,
      bytes: (atMost) => sql`varbinary(${sql.lit(atMost)})`,
    },
    // Stated each time: a server has any default. Under other collations two emoji are the same character.
    tableOptions: sql`engine = InnoDB default character set utf8mb4 collate utf8mb4_bin`,
  }
}

// We must not give up a statement that the server goes on with: it could store a ticket that we called unsold. So the
// server is the first to give up waiting for a lock, and there is always time for that when work begins.
const lockWaitSeconds = 1
const shortestStatement = lockWaitSeconds * 1_000 + 250
// What waits longer for a connection stands behind a server that hangs, or in too long a queue.
const longestWaitForConnection = 3_000
const longestGoodbye = 2_000
/** So many may wait for a connection; with more, none of them would have one in time. */
const mostWaiting = 500
/** Milliseconds after which one more connection is tried, after the server has refused one for a limit of its own. */
const growAfter = 5_000
// A museum's server that vanishes without a word keeps its locks for so long, instead of eight hours.
const secondsOfSilence = 70

// Each of these has a global default that an operator may have changed, and under another value the museum's statements
// fail or, with a `completion_type` that opens another transaction after each commit, are never committed.
const sessionSettings = [
  // mysql2 escapes values for this character set: with another one, which a server can impose, a text could end early and
  // go on as SQL.
  'set names utf8mb4 collate utf8mb4_bin',
  // A locking read of what is missing locks no gap, and sees what others committed while it waited.
  'set session transaction isolation level read committed, read write',
  `set session autocommit = 1, sql_mode = 'TRADITIONAL,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION',
    innodb_lock_wait_timeout = ${lockWaitSeconds}, lock_wait_timeout = ${lockWaitSeconds}, group_concat_max_len = 16384,
    wait_timeout = ${secondsOfSilence}, completion_type = 0, sql_safe_updates = 0,
    sql_select_limit = 18446744073709551615, sql_big_selects = 1, max_sort_length = 1024, unique_checks = 1,
    foreign_key_checks = 1, sql_auto_is_null = 0
    /*M!100600 , max_statement_time = 0 *//*!80001 , max_execution_time = 0 */`,
]

const poolOptions = (url: string, { ca }: EngineOptions): PoolOptions => {
  const { hostname, port, username, password, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // For an IP address, mysql2 compares the certificate with the name localhost instead.
  if (ca !== undefined && isIP(host) > 0)
    throw new TypeError('the URL of the database must have a host name, not an IP address, for TLS')
  return {
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    // A calendar date is text, and never passes through the local time of a machine.
    dateStrings: ['DATE'],
    connectTimeout: 2_000,
    keepAliveInitialDelay: 10_000,
    idleTimeout: 60_000, // before the database's own time is over
    gracefulEnd: true,
    // By itself mysql2 does not compare the host's name with the certificate's.
    ...(ca !== undefined && { ssl: { ca: certificate(ca), verifyIdentity: true } }),
  }
}

const certificate = (ca: string) => {
  const pem = ca.includes('-----BEGIN') ? ca : readFileSync(ca, 'utf8')
  const fault = faultOfCaCertificate(pem)
  if (fault !== undefined) throw new TypeError(`the CA file ${fault}`)
  return pem
}

const dialectOf = (options: PoolOptions, limits: PoolLimits) => {
  let pool: ReturnType<typeof poolWithDeadlines> | undefined
  const mysql = new MysqlDialect({
    pool: async () => {
      // Read only when there is a server to connect to: a museum on SQLite starts without it.
      const { createPool } = await import('mysql2')
      // The pool has a connection more than are used, since it closes connections that were idle for long only where it
      // may keep fewer idle ones than it may have.
      const [connectionLimit, maxIdle] = [limits.connections + 1, limits.connections]
      return (pool = poolWithDeadlines(createPool({ ...options, connectionLimit, maxIdle }), limits))
    },
  })
  const dialect: Dialect = {
    createDriver: () => mysql.createDriver(),
    createAdapter: () => Object.assign(new MysqlAdapter(), migrationLock),
    createQueryCompiler: () => mysql.createQueryCompiler(),
    createIntrospector: mysql.createIntrospector.bind(mysql),
  }
  return { dialect, isConnected: () => pool?.isConnected() ?? false }
}

const noConnectionInTime = () => new Unavailable('The database cannot be reached (no connection came in time)')

/** How many connections there may be, and whether a request waits when the server refuses one for a limit of its own. */
type PoolLimits = Readonly<{ connections: number; waits: boolean }>

/** A pool as Kysely wants it, where nobody waits past the deadline and no broken connection comes back. */
const poolWithDeadlines = (
  pool: Pool,
  { connections, waits }: PoolLimits,
): MysqlPool & { isConnected: () => boolean } => {
  const open = new Map<PoolConnection, MysqlPoolConnection>()
  const idle = new Set<PoolConnection>()
  const slots = createSlots(connections, mostWaiting)
  /** How many requests hold a slot and have no connection yet. */
  let opening = 0
  const forget = (connection: PoolConnection) => {
    open.delete(connection)
    idle.delete(connection)
  }
  pool.on('connection', (connection) => {
    connection.on('end', () => forget(connection))
    // mysql2 listens for the first error of a connection only, and another one would end the process.
    connection.on('error', () => forget(connection))
  })

  const close = (raw: PoolConnection) => {
    forget(raw)
    raw.end()
  }
  let growing: NodeJS.Timeout | undefined
  const growLater = () => {
    clearTimeout(growing)
    growing = setTimeout(() => {
      slots.resize(slots.size() + 1)
      if (slots.size() < connections) growLater()
    }, growAfter).unref()
  }
  /**
   * Makes do with fewer connections than there are: one is left to others who come under the same limit, such as another
   * server of the museum or a command.
   */
  const shrink = (others: number) => {
    slots.resize(Math.max(1, others - 1))
    for (const raw of idle) if (open.size > slots.size()) close(raw)
    if (slots.size() < connections) growLater()
  }

  const prepared = async (raw: PoolConnection): Promise<MysqlPoolConnection> => {
    const destroy = () => {
      forget(raw)
      raw.destroy()
      // mysql2 only says goodbye, to which a server that hangs never answers.
      ;(raw as unknown as { stream: Socket }).stream.destroy()
    }
    const release = () => {
      if (open.has(raw) && open.size > slots.size()) close(raw)
      else if (open.has(raw)) {
        idle.add(raw)
        raw.release()
      }
      slots.giveBack()
    }
    const connection: MysqlPoolConnection = {
      config: raw.config,
      threadId: raw.threadId!,
      connect: () => undefined,
      release,
      destroy,
      query(statement, values, done = () => undefined) {
        const giveUp = (error: unknown) => {
          destroy()
          // With its connection, a transaction is rolled back: that much is done, and Kysely tells the first error.
          if (statement === 'rollback') done(undefined, [])
          else done(error, [])
        }
        const left = millisecondsLeft()
        if (left <= 0) giveUp(new Unavailable('The database is too slow (no time is left for a statement)'))
        else {
          const timeout = left < Number.POSITIVE_INFINITY ? { timeout: Math.ceil(left) } : {}
          raw.query({ sql: statement, values, ...timeout }, (error, result) => {
            if (error && (isOfNoMoreUse(error) || statement === 'rollback')) giveUp(error)
            else done(error, result as MysqlQueryResult)
          })
        }
        return unstreamed
      },
    }
    try {
      for (const setting of sessionSettings) await run(connection, setting)
    } catch (error) {
      destroy()
      throw error
    }
    open.set(raw, connection)
    return connection
  }

  const openOne = async () => {
    const raw = await new Promise<PoolConnection>((resolve, reject) => {
      pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)))
    })
    idle.delete(raw)
    return open.get(raw) ?? (await prepared(raw))
  }

  return {
    isConnected: () => open.size > 0,
    getConnection(done) {
      let isAnswered = false
      /** Why the server has refused a connection, where it has. */
      let refusal: unknown
      const answer = (error: unknown, connection = undefined as unknown as MysqlPoolConnection) => {
        isAnswered = true
        clearTimeout(timer)
        done(error, connection)
      }
      // The turn of a request comes when another one gives its slot back, in whose context its deadline is another.
      const begin = AsyncLocalStorage.bind(async () => {
        if (isAnswered) return slots.giveBack()
        opening += 1
        try {
          const connection = await openOne()
          opening -= 1
          if (isAnswered) connection.release()
          else answer(undefined, connection)
        } catch (error) {
          opening -= 1
          const others = open.size + opening
          const isForLimit = classifyError(error) === 'too-many-connections'
          if (isForLimit) {
            refusal = error
            shrink(others)
          }
          if (isAnswered || !isForLimit || !waits) {
            slots.giveBack()
            if (!isAnswered) answer(unavailable('The database cannot be reached', error))
          } else if (others > 0) slots.putBack(begin)
          // There is no connection to wait for: the server is asked again a little later.
          else setTimeout(() => void begin(), 50 + Math.random() * 100)
        }
      })
      const patience = Math.max(0, Math.min(longestWaitForConnection, millisecondsLeft() - shortestStatement))
      const timer = setTimeout(() => {
        slots.leave(begin)
        answer(unavailable('The database cannot be reached', refusal ?? noConnectionInTime()))
      }, patience)
      if (!slots.take(begin)) answer(new Unavailable('The database is too busy (too many wait for a connection)'))
    },
    end(done) {
      clearTimeout(growing)
      // The goodbye of mysql2 waits for the server's, which may be silent.
      const stop = () => {
        for (const connection of open.values()) connection.destroy()
        done(undefined)
      }
      setTimeout(stop, longestGoodbye).unref()
      pool.end(done)
    },
  }
}

const unstreamed = {
  stream: (): never => {
    throw new Error('no statement of the museum is streamed')
  },
}

const run = (connection: MysqlPoolConnection, statement: string) =>
  new Promise<void>((resolve, reject) => {
    connection.query(statement, [], (error) => (error ? reject(error as Error) : resolve()))
  })

// Kysely's own lock has one name for all databases of a server, and goes on without the lock after an hour.
const lockName = sql`concat('museum ', left(sha2(database(), 256), 40))`
const secondsForMigrationLock = 30
const migrationLock: Pick<MysqlAdapter, 'acquireMigrationLock' | 'releaseMigrationLock'> = {
  async acquireMigrationLock(db) {
    const lock = sql<{ got: number | null }>`select get_lock(${lockName}, ${secondsForMigrationLock}) as got`
    const { rows } = await lock.execute(db)
    if (rows[0]?.got !== 1) throw new Unavailable('Another process is migrating the database')
    // A change of a table waits for the transactions that use it, which last 6 seconds at most.
    await sql`set session lock_wait_timeout = 10`.execute(db)
  },
  async releaseMigrationLock(db) {
    await sql`set session lock_wait_timeout = ${sql.lit(lockWaitSeconds)}`.execute(db)
    await sql`select release_lock(${lockName})`.execute(db)
  },
}

// Numbers only: mysql2 gives MariaDB's errors the names that MySQL has for the same numbers.
const readOnly = new Set([1290, 1792, 1836])
const tooManyConnections = new Set([
  1040, // of all users
  1203, // of this user, by the server's limit for each
  1226, // of this user, by a limit of its own
])
const full = new Set([
  1021, // the disk
  1114, // the table, or the disk when the table needs more room
])
const contended = new Set([
  1020, // changed since it was read (MariaDB)
  1213, // deadlock
  3101, // another member of the group won
])
const lockWaitTimeout = 1205
const errorDuringCommit = 1180
const packetTooLarge = 1153
const away = new Set([
  1036, // the table is read-only (innodb_read_only)
  1037, // out of memory
  1038, // out of memory for sorting
  1041, // out of memory
  1047, // not in the cluster just now (Galera)
  1053, // shutting down
  1142, // the user lacks a privilege on the table
  1146, // the table is gone, as in the middle of a restore
  packetTooLarge,
  1206, // too many locks
  1317, // interrupted
  1665, // the binary log is written by statement, which `read committed` does not allow
  1927, // connection killed (MariaDB)
  1969, // statement timeout of the server (MariaDB)
  3100, // refused by the group before the commit
  3024, // statement timeout of the server
])

type MysqlError = { errno?: unknown; code?: unknown; fatal?: unknown }

const classifyError = (error: unknown): DatabaseErrorKind | undefined => {
  const { errno } = (error ?? {}) as MysqlError
  if (errno === 1062) return 'duplicate'
  if (errno === 1061) return 'index-exists'
  if (errno === lockWaitTimeout) return 'locked'
  if (readOnly.has(errno as number)) return 'read-only'
  if (contended.has(errno as number)) return 'contended'
  if (full.has(errno as number)) return 'full'
  if (tooManyConnections.has(errno as number)) return 'too-many-connections'
  if (away.has(errno as number)) return 'away'
  if (errno === errorDuringCommit) return 'lost'
  return isOfNoMoreUse(error) ? 'lost' : undefined
}

// After a timeout the connection is still busy, and mysql2 would give it to the next one. A server that has become
// read-only may have handed its work to another one, which a new connection finds.
const isOfNoMoreUse = (error: unknown): boolean => {
  const { errno, code, fatal } = (error ?? {}) as MysqlError
  return (
    fatal === true ||
    code === 'PROTOCOL_SEQUENCE_TIMEOUT' ||
    errno === packetTooLarge || // the rest of the packet is still on its way
    readOnly.has(errno as number)
  )
}
