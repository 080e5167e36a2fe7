import { type Dialect, Kysely, MysqlAdapter, MysqlDialect } from 'kysely'
import type { PoolOptions } from 'mysql2'
import type { ConnectionUse } from '../../database/database-observer.ts'
import type { MysqlHosts } from './hosts/mysql-hosts.ts'
import { migrationLock } from './migration-lock.ts'
import { type PoolLimits, type PoolWithDeadlines, poolWithDeadlines } from './pool-with-deadlines.ts'

/**
 * Kysely's dialect for MySQL, on a pool that is created when it is first used. With `hosts`, its connections go to the host
 * in use instead of that of the options.
 */
export const mysqlDialect = (
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
