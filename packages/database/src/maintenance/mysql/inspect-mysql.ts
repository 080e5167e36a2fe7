import { type QueryExecutorProvider, sql } from 'kysely'
import { type DatabaseFinding, type InspectionOptions, findingsIn, findingsOf } from '../database-finding.ts'
import { type Variables, executeWith, readGroupMembers, readVariables } from '../../engines/mysql/cluster-membership.ts'
import { inspectGalera, inspectGroup } from './inspect-cluster.ts'
import { inspectPrivileges } from './mysql-privileges.ts'

const { ok, warning, serious } = findingsOf('database')

/** Inspects the version, the settings and the tables of a MySQL server, and the privileges of the user. */
export const inspectMysql = async (
  tables: QueryExecutorProvider,
  options: InspectionOptions,
): Promise<readonly DatabaseFinding[]> => {
  const variables = await read(tables, `show global variables`)
  const status = await read(tables, `show global status like 'Threads_connected'`)
  return findingsIn([
    await inspectVersion(tables),
    inspectDurability(variables),
    inspectWrites(variables, options),
    await inspectConnections(tables, variables, status, options),
    await inspectPrivileges(tables),
    await inspectSession(tables),
    await inspectTables(tables),
    inspectGalera(variables, await read(tables, `show global status like 'wsrep_%'`)),
    Boolean(variables['group_replication_group_name']) &&
      inspectGroup(variables, await readGroupMembers(executeWith(tables)), options),
  ])
}

const read = (tables: QueryExecutorProvider, statement: string) => readVariables(executeWith(tables), statement)

const inspectVersion = async (tables: QueryExecutorProvider) => {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(tables)
  const { ssl_cipher: cipher = '' } = await read(tables, `show session status like 'Ssl_cipher'`)
  return findingOfVersion(rows[0]!.version, cipher !== '')
}

/** Whether the museum supports a server of this version. Exported for its test. */
export const findingOfVersion = (version: string, hasTls: boolean): DatabaseFinding => {
  const [number = version, major, minor] = /^(\d+)\.(\d+)[.\d]*/.exec(version) ?? []
  const isMariadb = /mariadb/i.test(version)
  const other = ['TiDB', 'Vitess'].find((each) => version.toLowerCase().includes(each.toLowerCase()))
  const product = other ?? (isMariadb ? 'MariaDB' : 'MySQL')
  const message = `Connected to ${product} ${number}, ${hasTls ? 'with' : 'without'} TLS.`
  if (other !== undefined)
    return warning(
      message,
      'The museum was not tested with it: read docs/reliability-and-scaling.md before you use it.',
    )
  const isSupported = isMariadb ? Number(major) * 100 + Number(minor) >= 1_006 : Number(major) >= 8
  return isSupported ? ok(message) : serious(message, 'Use MySQL 8 or later, or MariaDB 10.6 or later.')
}

const inspectDurability = (variables: Variables) => {
  const { innodb_flush_log_at_trx_commit: flush, innodb_doublewrite: doublewrite, log_bin, sync_binlog } = variables
  const findings = findingsIn([
    flush !== '1' &&
      warning(
        `innodb_flush_log_at_trx_commit is ${flush}: a power failure can lose tickets that were sold.`,
        'Set it to 1 on the database server, and in its configuration file.',
      ),
    log_bin === 'ON' &&
      sync_binlog !== '1' &&
      warning(
        `sync_binlog is ${sync_binlog}: after a power failure the binary log, and replicas, can lack tickets that were sold.`,
        'Set it to 1 on the database server, and in its configuration file.',
      ),
    (doublewrite === 'OFF' || doublewrite === 'DETECT_ONLY') &&
      warning(
        `innodb_doublewrite is ${doublewrite}: a power failure can damage the database.`,
        'Set it to ON in the configuration file of the database server, and restart it, unless its disk writes pages atomically.',
      ),
  ])
  return findings.length > 0 ? findings : ok('Every commit is on the disk before it is confirmed.')
}

const inspectWrites = (variables: Variables, { host }: InspectionOptions) => {
  const { log_bin, binlog_format, innodb_default_row_format: rowFormat } = variables
  const isOn = (name: string) => !['OFF', '0', undefined].includes(variables[name])
  const reason = ['read_only', 'super_read_only', 'innodb_read_only', 'offline_mode'].find(isOn)
  return [
    log_bin === 'ON' &&
      binlog_format === 'STATEMENT' &&
      serious(
        'binlog_format is STATEMENT: the database server refuses what the museum writes (error 1665).',
        'Set binlog_format to ROW or MIXED on the database server.',
      ),
    reason !== undefined &&
      (host === 'spare'
        ? ok(`It is not writable at present (${reason} is ${variables[reason]}).`)
        : serious(
            `The database server is not writable (${reason} is ${variables[reason]}).`,
            'Name the writable server in the URL of the database, or set the variable to OFF.',
          )),
    rowFormat !== undefined &&
      rowFormat.toLowerCase() !== 'dynamic' &&
      warning(
        `innodb_default_row_format is ${rowFormat}: \`migrate\` cannot create tables with it.`,
        'Set it to DYNAMIC on the database server.',
      ),
  ]
}

const inspectConnections = async (
  tables: QueryExecutorProvider,
  variables: Variables,
  { threads_connected }: Variables,
  { serverConnections, host = 'one' }: InspectionOptions,
) => {
  const { rows } = await sql<{ ofUser: number | string }>`select @@session.max_user_connections as ofUser`.execute(
    tables,
  )
  const [ofServer, ofUser] = [Number(variables['max_connections']), Number(rows[0]!.ofUser)]
  // A museum server needs one more connection for `/readyz` and, with several hosts, two more for checking them.
  const needed = serverConnections + (host === 'one' ? 1 : 3)
  const limits = [['max_connections', ofServer] as const, ['max_user_connections', ofUser] as const]
  const tooFew = limits.find(([, limit]) => limit > 0 && limit < needed)
  if (tooFew !== undefined)
    return warning(
      `${tooFew[0]} is ${tooFew[1]}, but one server of the museum uses up to ${needed} connections.`,
      'Raise the limit, or let the museum use fewer connections.',
    )
  const openConnections = Number(threads_connected)
  if (openConnections + needed > ofServer)
    return warning(
      `${openConnections} of ${ofServer} connections of the database server are open, and one server of the museum uses up to ${needed}.`,
      'Raise max_connections, or end other programs that use it.',
    )
  return ok(`${openConnections} of ${ofServer} connections of the database server are open.`)
}

/** The museum sets these on each connection: without them it would store wrong values or none. */
const inspectSession = async (tables: QueryExecutorProvider) => {
  const session = await read(tables, `show session variables`)
  const wrong = [
    session['autocommit'] !== 'ON' && 'autocommit',
    session['character_set_client'] !== 'utf8mb4' && 'character_set_client',
    !session['sql_mode']?.includes('STRICT_TRANS_TABLES') && 'sql_mode',
    (session['transaction_isolation'] ?? session['tx_isolation']) !== 'READ-COMMITTED' && 'transaction_isolation',
  ].filter((name) => name !== false)
  return wrong.length === 0
    ? ok('The session has the settings that the museum needs.')
    : serious(
        `The database server ignores settings of the museum's session: ${wrong.join(', ')}.`,
        'Connect to the server without a proxy that changes sessions, or let it pass `set session` on.',
      )
}

const inspectTables = async (tables: QueryExecutorProvider) => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and (engine <> 'InnoDB' or table_collation <> 'utf8mb4_bin')
    order by table_name`.execute(tables)
  return (
    rows.length > 0 &&
    serious(
      `These tables no longer have the engine and the collation of the museum (InnoDB, utf8mb4_bin): ${rows.map(({ name }) => name).join(', ')}.`,
      'Stop the servers and restore a backup, with its engine and its collation.',
    )
  )
}
