import {
  CompiledQuery,
  type Dialect,
  Kysely,
  MysqlAdapter,
  MysqlDialect,
  type QueryExecutorProvider,
  sql,
} from 'kysely'
import type { PoolOptions } from 'mysql2'
import { DatabaseMisconfigured } from '../../database-misconfigured.ts'
import { type DatabaseOptions, defaultSettingNames } from '../../database-options.ts'
import { urlsOfHosts } from '../../database-url.ts'
import { type ConnectionUse, type Engine, executeInTurn } from '../engine.ts'
import { classifyMysqlError } from './classify-mysql-error.ts'
import { executeWith, readVariables } from './cluster-membership.ts'
import { connectionOptions } from './connection-options.ts'
import { type MysqlHosts, mysqlHosts } from './hosts/mysql-hosts.ts'
import { migrationLock } from './migration-lock.ts'
import { mysqlOperatorMessage } from './mysql-operator-message.ts'
import { type PoolLimits, type PoolWithDeadlines, poolWithDeadlines } from './pool-with-deadlines.ts'
import { shortestStatement } from './session-settings.ts'

/**
 * MySQL, MariaDB, or a server that speaks their protocol: `mysql://USER:PASSWORD@HOST:PORT/DATABASE`, or several hosts, of
 * which one is used at a time.
 */
export const mysqlEngine = (url: string, options: DatabaseOptions): Engine => {
  const { connections = 10, settingNames = defaultSettingNames, readOnly = false } = options
  const urls = urlsOfHosts(url)
  const connection = connectionOptions(urls[0]!, options)
  const hosts = urls.length > 1 ? mysqlHosts(urls, options) : undefined
  // A group of MySQL servers needs some seven seconds to replace its primary.
  const writeMilliseconds = hosts === undefined ? 6_000 : 8_000
  const connecting = {
    hasCa: options.ca !== undefined,
    hasClientCertificate: options.clientCertificate !== undefined,
    hasSocketPath: connection.socketPath !== undefined,
  }
  // An inspection also reads from a node that has lost its cluster, where waiting for the other nodes would fail.
  const limits = { maxConnections: connections, waitsForConnection: true, readOnly, seesOtherNodes: !readOnly }
  const { dialect, isConnected, isOnGalera, connectionUse } = mysqlDialect(connection, limits, hosts)
  // The readiness of this node alone is probed, so the session does not wait for the writes of other nodes.
  const probeLimits = { maxConnections: 1, waitsForConnection: false, readOnly, seesOtherNodes: false }
  const probe = mysqlDialect(connection, probeLimits, hosts)
  return {
    dialect,
    hosts,
    isConnected,
    connectionUse,
    probeDialect: probe.dialect,
    forUpdate: sql`for update`,
    forUpdateSkipLocked: sql`for update skip locked`,
    forcePrimaryKey: sql`force index (primary)`,
    onDuplicateKey: sql`on duplicate key update`,
    insertedValue: (column) => sql`values(${sql.ref(column)})`,
    beginTransaction: CompiledQuery.raw('start transaction'),
    // A Galera node may not report that it has rolled back a transaction between two statements of one text.
    executeTogether: (connection, statements) =>
      isOnGalera() === false ? executeAsOneText(connection, statements) : executeInTurn(connection, statements),
    characterCount: (column) => sql`char_length(${sql.ref(column)})`,
    now: sql`unix_timestamp()`,
    hasOneWriter: false,
    maxConcurrentLists: Math.max(1, Math.floor(connections / 2)),
    maxConcurrentLockWaits: Math.max(1, Math.floor(connections / 2)),
    // Not known for a moment after a failover.
    hasLocalLocks: () => isOnGalera() ?? true,
    writeMilliseconds,
    shortestStatement,
    file: undefined,
    missingFile: () => undefined,
    copyBeforeMigration: async () => undefined,
    maxRowsAddedUp: 50_000,
    // It locks its own rows only.
    erasureMilliseconds: 250,
    overwriteErased: async () => true,
    checkMysqlServer,
    classifyError: classifyMysqlError,
    operatorMessage: (error) => mysqlOperatorMessage(error, connecting, settingNames),
    columns: {
      uuid: sql`binary(16)`,
      calendarDate: sql`date`,
      integer: sql`bigint`,
      text: (maxLength) => sql`varchar(${sql.lit(maxLength)})`,
      longText: sql`text`,
      longestText: sql`mediumtext`,
      bytes: (maxLength) => sql`varbinary(${sql.lit(maxLength)})`,
    },
    dropIndex: (index, table) => sql`drop index ${sql.ref(index)} on ${sql.table(table)}`,
    tableOptions,
    orderedTableOptions: tableOptions,
  }
}

// Set for every table, since a server can have any default. Under other collations two different emoji compare as equal.
const tableOptions = sql`engine = InnoDB default character set utf8mb4 collate utf8mb4_bin`

const executeAsOneText: Engine['executeTogether'] = async (connection, statements) => {
  // The result of a text with one statement is no list of results.
  if (statements.length === 1) return executeInTurn(connection, statements)
  const text = CompiledQuery.raw(
    statements.map(({ sql: statement }) => statement).join('; '),
    statements.flatMap(({ parameters }) => parameters),
  )
  const { rows: results } = await connection.executeQuery<unknown>(text)
  // The result of a statement that writes is not a list of rows.
  return results.map((result) => (Array.isArray(result) ? (result as readonly unknown[]) : []))
}

/** Throws `DatabaseMisconfigured` when a setting that a session cannot change prevents the program from writing. */
const checkMysqlServer = async (tables: QueryExecutorProvider): Promise<void> => {
  const { log_bin, binlog_format } = await readVariables(
    executeWith(tables),
    "show variables where variable_name in ('log_bin', 'binlog_format')",
  )
  if (log_bin === 'ON' && binlog_format === 'STATEMENT')
    throw new DatabaseMisconfigured(
      'The database server refuses what the museum writes under the isolation level READ COMMITTED, because its binary ' +
        'log is written by statement (binlog_format=STATEMENT, error 1665).',
      'Set binlog_format to ROW or MIXED on the database server, then start again.',
    )
}

/**
 * Kysely's dialect for MySQL, on a pool that is created when it is first used. With `hosts`, its connections go to the host
 * in use instead of that of the options.
 */
const mysqlDialect = (
  options: PoolOptions,
  limits: PoolLimits,
  hosts?: MysqlHosts,
): Readonly<{
  dialect: Dialect
  isConnected: () => boolean
  isOnGalera: () => boolean | undefined
  connectionUse: () => ConnectionUse
}> => {
  let pool: PoolWithDeadlines | undefined
  const mysql = new MysqlDialect({
    pool: async () => {
      // Imported only when it is needed: a server on SQLite starts faster without it.
      const { createPool } = await import('mysql2')
      await hosts?.start()
      const sockets = hosts?.socketsOf(() => pool?.leaveHost())
      // One connection more than is used: mysql2 closes idle connections only when `maxIdle` is below the limit.
      const [connectionLimit, maxIdle] = [limits.maxConnections + 1, limits.maxConnections]
      const raw = createPool({ ...options, ...(sockets && { stream: sockets.stream }), connectionLimit, maxIdle })
      return (pool = poolWithDeadlines(raw, limits, hosts?.noteError))
    },
  })
  const openOneConnection = () =>
    new Kysely<unknown>({ dialect: mysqlDialect(options, { ...limits, maxConnections: 1 }, hosts).dialect })
  return {
    dialect: {
      createDriver: () => mysql.createDriver(),
      createAdapter: () => Object.assign(new MysqlAdapter(), migrationLock(openOneConnection)),
      createQueryCompiler: () => mysql.createQueryCompiler(),
      createIntrospector: mysql.createIntrospector.bind(mysql),
    },
    isConnected: () => pool?.isConnected() ?? false,
    isOnGalera: () => pool?.isOnGalera(),
    connectionUse: () => pool?.use() ?? { max: limits.maxConnections, inUse: 0, waiting: 0 },
  }
}
