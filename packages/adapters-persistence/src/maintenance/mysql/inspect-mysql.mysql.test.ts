import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { CompiledQuery } from 'kysely'
import { type OwnServer, startOwnServer } from '../../../../../tools/mysql-server/start-own-server.ts'
import { inspectDatabase } from '../inspect-database.ts'
import { type MuseumDatabase, openDatabase } from '../../database/museum-database.ts'
import { readClocks } from '../../database/read-clocks.ts'
import { migrate } from '../../migrations/migrate.ts'

const options = { serverConnections: 10, isThorough: false }

describe('the inspection of a MySQL server', () => {
  let server: OwnServer
  let name: string
  let url: string
  beforeAll(async () => {
    server = await startOwnServer(['--log-bin=binlog', '--binlog-format=ROW', '--server-id=1', '--sync-binlog=1'])
    ;({ name } = await server.createDatabase())
    url = await server.urlOfUser(name)
    const database = openDatabase(url)
    await migrate(database)
    await database.close()
  })
  afterAll(() => server.stop())

  let databases: MuseumDatabase[] = []
  let restore: string[] = []
  const open = (databaseUrl = url) => {
    const database = openDatabase(databaseUrl, { readOnly: true, connections: 1 })
    databases.push(database)
    return database
  }
  afterEach(async () => {
    await Promise.all(databases.map((each) => each.close()))
    for (const statement of restore) await server.run(statement)
    ;[databases, restore] = [[], []]
  })
  const isMariadb = () => server.description.startsWith('MariaDB')
  const userOf = (databaseUrl: string) => `'${new URL(databaseUrl).username}'@'127.0.0.1'`

  const setGlobal = async (variable: string, value: string) => {
    const [{ former }] = (await server.run<{ former: string | number }>(`select @@global.${variable} as former`)) as [
      { former: string | number },
    ]
    restore.push(`set global ${variable} = ${typeof former === 'number' ? former : `'${former}'`}`)
    await server.run(`set global ${variable} = ${value}`)
  }
  const problems = async (database = open()) =>
    (await inspectDatabase(database, options)).filter(({ level }) => level !== 'ok')
  const found = (level: string, message: string, advice: string) => [
    {
      check: 'database',
      level,
      message: expect.stringContaining(message),
      advice: expect.stringContaining(advice),
    },
  ]

  it('finds nothing wrong with a server of the tests, and says what it has checked', async () => {
    expect(await inspectDatabase(open(), options)).toEqual(
      [
        expect.stringMatching(/^Connected to (MariaDB|MySQL) \d+\.\d+.*, without TLS\.$/),
        'Every commit is on the disk before it is confirmed.',
        expect.stringMatching(/^\d+ of \d+ connections of the database server are open\.$/),
        'The MySQL user has the privileges of the server and of `migrate`.',
        'The session has the settings that the museum needs.',
      ].map((message) => ({ check: 'database', level: 'ok', message })),
    )
  })

  it.each([
    ['innodb_flush_log_at_trx_commit', '2', 'warning', 'innodb_flush_log_at_trx_commit is 2', 'Set it to 1'],
    ['sync_binlog', '0', 'warning', 'sync_binlog is 0', 'Set it to 1'],
    ['binlog_format', "'STATEMENT'", 'serious', 'binlog_format is STATEMENT', 'ROW or MIXED'],
    ['innodb_default_row_format', "'compact'", 'warning', 'innodb_default_row_format is compact', 'DYNAMIC'],
    ['read_only', '1', 'serious', 'is not writable (read_only is ON)', 'Name the writable server'],
    ['max_connections', '10', 'warning', 'max_connections is 10, but one server', 'Raise the limit'],
    ['max_connections', '11', 'warning', 'of 11 connections of the database server are open', 'Raise max_connections'],
  ])('finds %s with the value %s', async (variable, value, level, message, advice) => {
    await setGlobal(variable, value)
    expect(await problems()).toEqual(found(level, message, advice))
  })

  it('finds a limit of the connections of the user', async () => {
    const limited = await server.urlOfUser(name, 'with max_user_connections 3')
    expect(await problems(open(limited))).toEqual(found('warning', 'max_user_connections is 3', 'Raise the limit'))
  })

  it('finds privileges that the user lacks, with the statements that grant them', async () => {
    const other = await server.urlOfUser(name)
    await server.run(`revoke all privileges on ${name}.* from ${userOf(other)}`)
    await server.run(`grant select, insert on ${name}.* to ${userOf(other)}`)
    const statements = (await problems(open(other))).map(({ level, advice }) => {
      expect(level).toBe('serious')
      return advice!.replace('Run on the database server: ', '')
    })
    expect(statements).toHaveLength(1)
    for (const statement of statements) await server.run(statement)
    expect(await problems(open(other))).toEqual([])
    expect((await inspectDatabase(open(other), options)).map(({ message }) => message)).toContain(
      'For `migrate` it lacks CREATE, ALTER, DROP, INDEX: run that as another MySQL user.',
    )
  })

  it('counts the privileges of a role that is active', async () => {
    const other = await server.urlOfUser(name)
    await server.run(`revoke all privileges on ${name}.* from ${userOf(other)}`)
    await server.run('create role museum_staff')
    restore.push('drop role museum_staff')
    await server.run(`grant all privileges on ${name}.* to museum_staff`)
    await server.run(`grant museum_staff to ${userOf(other)}`)
    await server.run(
      isMariadb()
        ? `set default role museum_staff for ${userOf(other)}`
        : `set default role museum_staff to ${userOf(other)}`,
    )
    expect(await problems(open(other))).toEqual([])
  })

  it.each([
    ["sql_mode = ''", 'sql_mode'],
    ['autocommit = 0', 'autocommit'],
    ['character_set_client = latin1', 'character_set_client'],
    ["transaction_isolation = 'REPEATABLE-READ'", 'transaction_isolation'],
  ])('finds a setting of the session that a proxy has changed: %s', async (setting, variable) => {
    const database = open()
    const statement = isMariadb() ? setting.replace('transaction_isolation', 'tx_isolation') : setting
    // The database has one connection.
    await database.kysely.executeQuery(CompiledQuery.raw(`set session ${statement}`))
    expect(await problems(database)).toEqual(
      found('serious', `ignores settings of the museum's session: ${variable}.`, 'without a proxy'),
    )
  })

  it('finds tables of another engine or collation', async () => {
    const other = await server.createDatabase()
    const database = open(other.url)
    await server.run(`create table ${other.name}.write_probe like ${name}.write_probe`)
    await server.run(`create table ${other.name}.ticket_key like ${name}.ticket_key`)
    expect(await problems(database)).toEqual([])
    await server.run(`alter table ${other.name}.write_probe engine = MyISAM`)
    await server.run(`alter table ${other.name}.ticket_key default character set latin1`)
    expect(await problems(database)).toEqual(
      found('serious', 'utf8mb4_bin): ticket_key, write_probe.', 'restore a backup'),
    )
  })

  it('uses sessions that refuse writes', async () => {
    const write = open().kysely.deleteFrom('write_probe').execute()
    await expect(write).rejects.toMatchObject({ errno: 1792 })
  })

  it('reads the clock of the server', async () => {
    const { now, newestMigration, newestTicket } = await readClocks(open())
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000)
    expect(Math.abs(newestMigration! - Date.now())).toBeLessThan(120_000)
    expect(newestTicket).toBeUndefined()
    await setGlobal('init_connect', "'set timestamp = 1000'")
    expect((await readClocks(open())).now).toBe(1_000_000)
  })
})

describe('the inspection of a MySQL server whose settings cannot be changed later', () => {
  it('finds that the doublewrite buffer is off', async () => {
    const server = await startOwnServer(['--innodb-doublewrite=0'])
    try {
      const { url } = await server.createDatabase()
      const database = openDatabase(url, { readOnly: true })
      const found = await inspectDatabase(database, options)
      await database.close()
      expect(found.filter(({ level }) => level !== 'ok').map(({ message }) => message)).toEqual([
        'innodb_doublewrite is OFF: a power failure can damage the database.',
      ])
    } finally {
      await server.stop()
    }
  })
})
