import { sql } from 'kysely'
import type { DatabaseOptions } from '../../database/database-options.ts'
import { urlsOfHosts } from '../../database/database-url.ts'
import { defaultSettingNames } from '../../database/setting-names.ts'
import type { Engine } from '../engine.ts'
import { awaitEarlierWrites } from './await-earlier-writes.ts'
import { checkMysqlServer } from './check-mysql-server.ts'
import { classifyMysqlError } from './classify-mysql-error.ts'
import { connectionOptions } from './connection-options.ts'
import { mysqlHosts } from './hosts/mysql-hosts.ts'
import { inspectMysql } from './inspect-mysql.ts'
import { mysqlDialect } from './mysql-dialect.ts'
import { mysqlOperatorMessage } from './mysql-operator-message.ts'
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
  const connecting = {
    hasCa: options.ca !== undefined,
    hasClientCertificate: options.clientCertificate !== undefined,
    hasSocketPath: connection.socketPath !== undefined,
  }
  // An inspection also looks at a node that has lost its cluster, where a wait for the other nodes fails.
  const limits = { maxConnections: connections, waitsForConnection: true, readOnly, seesOtherNodes: !readOnly }
  const { dialect, isConnected, isOnGalera, connectionUse } = mysqlDialect(connection, limits, hosts)
  // The row of the probe is that of this node: its session does not wait for others.
  const probeLimits = { maxConnections: 1, waitsForConnection: false, readOnly, seesOtherNodes: false }
  const probe = mysqlDialect(connection, probeLimits, hosts)
  return {
    dialect,
    hosts,
    isConnected,
    connectionUse,
    probeDialect: probe.dialect,
    forUpdate: sql`for update`,
    now: sql`unix_timestamp()`,
    hasOneWriter: false,
    maxConcurrentLists: Math.max(1, Math.floor(connections / 2)),
    maxConcurrentLockWaits: Math.max(1, Math.floor(connections / 2)),
    awaitEarlierWrites,
    // Not known for a moment when the host changes.
    hasLocalLocks: () => isOnGalera() ?? true,
    shortestStatement,
    missingFile: () => undefined,
    backups: undefined,
    copyBeforeMigration: async () => undefined,
    // It locks the rows of its tickets only.
    erasureMilliseconds: 250,
    overwriteErased: async () => true,
    checkServer: checkMysqlServer,
    inspect: inspectMysql,
    inspectFiles: async () => [],
    classifyError: classifyMysqlError,
    operatorMessage: (error) => mysqlOperatorMessage(error, connecting, settingNames),
    columns: {
      uuid: sql`binary(16)`,
      calendarDate: sql`date`,
      integer: sql`bigint`,
      text: (maxLength) => sql`varchar(${sql.lit(maxLength)})`,
      longText: sql`text`,
      bytes: (maxLength) => sql`varbinary(${sql.lit(maxLength)})`,
    },
    dropIndex: (index, table) => sql`drop index ${sql.ref(index)} on ${sql.table(table)}`,
    // Stated for every table, since a server can have any default. Under other collations two emoji compare as equal.
    tableOptions: sql`engine = InnoDB default character set utf8mb4 collate utf8mb4_bin`,
  }
}
