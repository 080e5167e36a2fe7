import { type QueryExecutorProvider, sql } from 'kysely'
import type { DatabaseFinding } from '../../database/database-finding.ts'
import type { InspectionOptions } from '../../database/inspection-options.ts'
import { executeWith } from './execute-statement.ts'
import { readGroupMembers } from './group-members.ts'
import { inspectGroup } from './inspect-group.ts'
import { inspectGalera, readGaleraStatus } from './inspect-galera.ts'
import { missingPrivileges } from './mysql-privileges.ts'

type Finding = Omit<DatabaseFinding, 'check'>
type Variables = Readonly<Record<string, string | undefined>>

const ok = (message: string): Finding => ({ level: 'ok', message })
const warning = (message: string, advice: string): Finding => ({ level: 'warning', message, advice })
const serious = (message: string, advice: string): Finding => ({ level: 'serious', message, advice })

/** Inspects the version, the settings and the tables of a MySQL server, and the privileges of the user. */
export const inspectMysql = async (
  tables: QueryExecutorProvider,
  options: InspectionOptions,
): Promise<readonly DatabaseFinding[]> => {
  const variables = await read(tables, `show global variables`)
  const status = await read(tables, `show global status like 'Threads_connected'`)
  const findings = [
    ...(await inspectVersion(tables)),
    ...inspectDurability(variables),
    ...inspectBinaryLog(variables),
    ...inspectWrites(variables, options),
    ...inspectRowFormat(variables),
    ...(await inspectConnections(tables, variables, status, options)),
    ...(await inspectPrivileges(tables, variables)),
    ...(await inspectSession(tables)),
    ...(await inspectTables(tables)),
    ...inspectGalera(variables, await readGaleraStatus(tables)),
    ...(variables['group_replication_group_name']
      ? inspectGroup(variables, await readGroupMembers(executeWith(tables)), options)
      : []),
  ]
  return findings.map((finding) => Object.assign({ check: 'database' as const }, finding))
}

/** The rows of a `show` statement: names and values. */
const read = async (tables: QueryExecutorProvider, statement: string): Promise<Variables> => {
  const { rows } = await sql<{ Variable_name: string; Value: string }>`${sql.raw(statement)}`.execute(tables)
  return Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name.toLowerCase(), Value]))
}

const inspectVersion = async (tables: QueryExecutorProvider): Promise<readonly Finding[]> => {
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(tables)
  const { ssl_cipher: cipher = '' } = await read(tables, `show session status like 'Ssl_cipher'`)
  return [findingOfVersion(rows[0]!.version, cipher !== '')]
}

/** Whether the museum works with a server of this version. Exported for its test. */
export const findingOfVersion = (version: string, hasTls: boolean): Finding => {
  const [number = version, major, minor] = /^(\d+)\.(\d+)[.\d]*/.exec(version) ?? []
  const isMariadb = /mariadb/i.test(version)
  const other = ['TiDB', 'Vitess'].find((each) => version.toLowerCase().includes(each.toLowerCase()))
  const product = other ?? (isMariadb ? 'MariaDB' : 'MySQL')
  const message = `Connected to ${product} ${number}, ${hasTls ? 'with' : 'without'} TLS.`
  if (other !== undefined)
    return warning(message, 'The museum was not tried with it: read docs/scaling.md before you use it.')
  const isSupported = isMariadb ? Number(major) * 100 + Number(minor) >= 1_006 : Number(major) >= 8
  return isSupported ? ok(message) : serious(message, 'Use MySQL 8 or later, or MariaDB 10.6 or later.')
}

const inspectDurability = (variables: Variables): readonly Finding[] => {
  const { innodb_flush_log_at_trx_commit: flush, innodb_doublewrite: doublewrite, log_bin, sync_binlog } = variables
  const findings = [
    ...(flush === '1'
      ? []
      : [
          warning(
            `innodb_flush_log_at_trx_commit is ${flush}: a power failure can lose tickets that were sold.`,
            'Set it to 1 on the database server, and in its configuration file.',
          ),
        ]),
    ...(log_bin === 'ON' && sync_binlog !== '1'
      ? [
          warning(
            `sync_binlog is ${sync_binlog}: after a power failure the binary log, and replicas, can lack tickets that were sold.`,
            'Set it to 1 on the database server, and in its configuration file.',
          ),
        ]
      : []),
    ...(doublewrite === 'OFF' || doublewrite === 'DETECT_ONLY'
      ? [
          warning(
            `innodb_doublewrite is ${doublewrite}: a power failure can damage the database.`,
            'Set it to ON in the configuration file of the database server, and restart it, unless its disk writes pages atomically.',
          ),
        ]
      : []),
  ]
  return findings.length > 0 ? findings : [ok('Every commit is on the disk before it is confirmed.')]
}

const inspectBinaryLog = ({ log_bin, binlog_format }: Variables): readonly Finding[] =>
  log_bin === 'ON' && binlog_format === 'STATEMENT'
    ? [
        serious(
          'binlog_format is STATEMENT: the database server refuses what the museum writes (error 1665).',
          'Set binlog_format to ROW or MIXED on the database server.',
        ),
      ]
    : []

const inspectWrites = (variables: Variables, { host }: InspectionOptions): readonly Finding[] => {
  const isOn = (name: string) => !['OFF', '0', undefined].includes(variables[name])
  const reason = ['read_only', 'super_read_only', 'innodb_read_only', 'offline_mode'].find(isOn)
  if (reason !== undefined && host === 'spare')
    return [ok(`It takes no writes at present (${reason} is ${variables[reason]}).`)]
  return reason === undefined
    ? []
    : [
        serious(
          `The database server takes no writes (${reason} is ${variables[reason]}).`,
          'Name the server that does in the URL of the database, or set it to OFF.',
        ),
      ]
}

const inspectRowFormat = ({ innodb_default_row_format: format }: Variables): readonly Finding[] =>
  format === undefined || format.toLowerCase() === 'dynamic'
    ? []
    : [
        warning(
          `innodb_default_row_format is ${format}: \`migrate\` cannot create tables with it.`,
          'Set it to DYNAMIC on the database server.',
        ),
      ]

const inspectConnections = async (
  tables: QueryExecutorProvider,
  variables: Variables,
  { threads_connected }: Variables,
  { serverConnections, host = 'one' }: InspectionOptions,
): Promise<readonly Finding[]> => {
  const { rows } = await sql<{ ofUser: number | string }>`select @@session.max_user_connections as ofUser`.execute(
    tables,
  )
  const [ofServer, ofUser] = [Number(variables['max_connections']), Number(rows[0]!.ofUser)]
  // A server needs one more for `/readyz`, and with several hosts two for its checks of them.
  const needed = serverConnections + (host === 'one' ? 1 : 3)
  const limits = [['max_connections', ofServer] as const, ['max_user_connections', ofUser] as const]
  const tooFew = limits.find(([, limit]) => limit > 0 && limit < needed)
  if (tooFew !== undefined)
    return [
      warning(
        `${tooFew[0]} is ${tooFew[1]}, but one server of the museum uses up to ${needed} connections.`,
        'Raise the limit, or let the museum use fewer connections.',
      ),
    ]
  const open = Number(threads_connected)
  if (open + needed > ofServer)
    return [
      warning(
        `${open} of ${ofServer} connections of the database server are open, and one server of the museum uses up to ${needed}.`,
        'Raise max_connections, or end other programs that use it.',
      ),
    ]
  return [ok(`${open} of ${ofServer} connections of the database server are open.`)]
}

const inspectPrivileges = async (tables: QueryExecutorProvider, variables: Variables): Promise<readonly Finding[]> => {
  const [names, grants] = [
    await sql<{ name: string; user: string }>`select database() as name, current_user() as user`.execute(tables),
    await sql<Record<string, string>>`show grants`.execute(tables),
  ]
  const { name, user } = names.rows[0]!
  const texts = grants.rows.map((row) => Object.values(row)[0]!)
  const { forServer, forMigrations, lacksLockTables } = missingPrivileges(texts, name)
  const [forCapacities, lacksForCapacities] = isGaleraNode(variables)
    ? (['ALTER', forMigrations.includes('ALTER')] as const)
    : (['LOCK TABLES', lacksLockTables] as const)
  const grant = (privileges: readonly string[]) =>
    `Run on the database server: grant ${privileges.join(', ').toLowerCase()} on \`${name}\`.* to ${accountOf(user)}`
  return [
    ...(forServer.length > 0
      ? [serious(`The MySQL user lacks the privileges ${forServer.join(', ')}.`, grant(forServer))]
      : [
          ok(
            `The MySQL user has the privileges of the server${forMigrations.length === 0 ? ' and of `migrate`' : ''}.`,
          ),
        ]),
    ...(forMigrations.length > 0 && forServer.length === 0
      ? [ok(`For \`migrate\` it lacks ${forMigrations.join(', ')}: run that as another MySQL user.`)]
      : []),
    ...(lacksForCapacities
      ? [
          warning(
            `The MySQL user lacks the privilege ${forCapacities}: each change of a capacity takes 6.5 seconds.`,
            grant([forCapacities]),
          ),
        ]
      : []),
  ]
}

/** `museum@10.0.0.%` as `'museum'@'10.0.0.%'`. */
const accountOf = (user: string) => {
  const at = user.lastIndexOf('@')
  return [user.slice(0, at), user.slice(at + 1)].map((part) => `'${part.replaceAll("'", "''")}'`).join('@')
}

/** The settings that the museum sets on each connection, without which it stores wrong values or none. */
const inspectSession = async (tables: QueryExecutorProvider): Promise<readonly Finding[]> => {
  const session = await read(tables, `show session variables`)
  const wrong = [
    session['autocommit'] !== 'ON' && 'autocommit',
    session['character_set_client'] !== 'utf8mb4' && 'character_set_client',
    !session['sql_mode']?.includes('STRICT_TRANS_TABLES') && 'sql_mode',
    (session['transaction_isolation'] ?? session['tx_isolation']) !== 'READ-COMMITTED' && 'transaction_isolation',
  ].filter((name) => name !== false)
  return wrong.length === 0
    ? [ok('The settings of the session are those of the museum.')]
    : [
        serious(
          `The database server ignores settings of the museum's session: ${wrong.join(', ')}.`,
          'Connect to the server without a proxy that changes sessions, or let it pass `set session` on.',
        ),
      ]
}

const inspectTables = async (tables: QueryExecutorProvider): Promise<readonly Finding[]> => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      and (engine <> 'InnoDB' or table_collation <> 'utf8mb4_bin')
    order by table_name`.execute(tables)
  return rows.length === 0
    ? []
    : [
        serious(
          `These tables are not those of the museum any more (InnoDB, utf8mb4_bin): ${rows.map(({ name }) => name).join(', ')}.`,
          'Stop the servers and restore a backup, with its engine and its collation.',
        ),
      ]
}

const isGaleraNode = (variables: Variables): boolean => variables['wsrep_on'] === 'ON'
