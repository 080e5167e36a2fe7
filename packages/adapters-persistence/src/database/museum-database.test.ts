import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { CompiledQuery, sql } from 'kysely'
import { generate } from 'selfsigned'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { engines, namedEngines } from '../../test/engines.ts'
import { migrate, pendingMigrations } from '../migrations/migrate.ts'
import type { MuseumDatabase } from './museum-database.ts'
import { openDatabase } from './open-database.ts'

const rowsOf = async <Row>(database: MuseumDatabase, statement: string) =>
  (await database.kysely.executeQuery<Row>(CompiledQuery.raw(statement))).rows

describe.each(namedEngines)('a database on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('answers', async () => {
    expect(await opened.database.isReady()).toEqual({ writes: true })
    await opened.database.close()
    expect(await opened.database.isReady()).toBe(false)
  })

  it('does the work of a transaction wholly or not at all', async () => {
    const { database, open } = opened
    const change = database.transaction(async (tables) => {
      await tables.deleteFrom('weekly_hours').execute()
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    expect(await open().kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(7)
  })

  it('shows nobody the work of a transaction before it is done', async () => {
    const { database, open } = opened
    const other = open()
    await database.transaction(async (tables) => {
      await tables.deleteFrom('weekly_hours').execute()
      expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(7)
    })
    expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(0)
  })
})

describe('SQLite', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engines[0]!)
  })
  afterEach(() => opened.close())

  it('keeps what was committed over a power cut, and checks the types of its columns', async () => {
    const { database } = opened
    expect(await rowsOf(database, 'pragma journal_mode')).toEqual([{ journal_mode: 'wal' }])
    // A wait for a lock would hold the event loop.
    expect(await rowsOf(database, 'pragma busy_timeout')).toEqual([{ timeout: 0 }])
    expect(await rowsOf(database, 'pragma synchronous')).toEqual([{ synchronous: 2 }])
    const kind = sql`select name from pragma_table_list where schema = 'main' and name not like 'sqlite_%' and strict = 0`
    expect((await kind.execute(database.kysely)).rows).toEqual([
      { name: 'kysely_migration' },
      { name: 'kysely_migration_lock' },
    ])
  })

  it('makes the folder of its file, relative to where the process runs', async () => {
    const path = opened.url.slice('sqlite:'.length)
    const database = opened.open(`sqlite:${relative(process.cwd(), dirname(path))}/a/b/museum.sqlite`)
    expect(existsSync(join(dirname(path), 'a'))).toBe(false)
    expect(await pendingMigrations(database)).not.toEqual([])
    expect(existsSync(join(dirname(path), 'a', 'b', 'museum.sqlite'))).toBe(true)
  })

  const modesOf = (...paths: string[]) => paths.map((path) => (statSync(path).mode & 0o777).toString(8))
  const withUmask = async (mask: number, work: () => Promise<unknown>) => {
    const before = process.umask(mask)
    await work().finally(() => process.umask(before))
  }

  it('makes its folders and files so that other users cannot read them, whatever the umask', async () => {
    const existing = dirname(opened.url.slice('sqlite:'.length))
    chmodSync(existing, 0o755)
    for (const mask of [0o000, 0o022, 0o077]) {
      const folder = join(existing, `umask-${mask}`)
      const path = join(folder, 'data', 'museum.sqlite')
      const warnings: string[] = []
      await withUmask(mask, () =>
        migrate(opened.open(`sqlite:${path}`, { warn: (text: string) => warnings.push(text) })),
      )
      expect(modesOf(path, `${path}-wal`, `${path}-shm`)).toEqual(['600', '600', '600'])
      expect(modesOf(existing, folder, dirname(path))).toEqual(['755', '700', '700'])
      expect(warnings).toEqual([])
    }
  })

  it('warns of files that other users can read, and does not change them', async () => {
    const folder = join(dirname(opened.url.slice('sqlite:'.length)), 'a folder')
    mkdirSync(folder)
    const path = join(folder, "museum's.sqlite")
    writeFileSync(path, '', { mode: 0o644 })
    const warnings: string[] = []
    const database = opened.open(`sqlite:${path}`, { warn: (text: string) => warnings.push(text) })
    await migrate(database)
    const files = [path, `${path}-wal`, `${path}-shm`]
    expect(modesOf(...files)).toEqual(['644', '644', '644'])
    const command = `chmod 600 '${path.replace("'", `'\\''`)}'*`
    expect(warnings).toEqual([`Other users of this machine can read the database. Run: ${command}`])
    execFileSync('sh', ['-c', command])
    expect(modesOf(...files)).toEqual(['600', '600', '600'])
    // What a killed server leaves beside its file.
    chmodSync(`${path}-wal`, 0o640)
    await migrate(opened.open(`sqlite:${path}`, { warn: (text: string) => warnings.push(text) }))
    expect(warnings).toHaveLength(2)
  })

  it('lets nobody in between when a transaction has begun, so that it need not begin again', async () => {
    const other = opened.open()
    let [attempts, write] = [0, Promise.resolve<unknown>(undefined)]
    await opened.database.transaction(async (tables) => {
      attempts += 1
      await tables.selectFrom('weekly_hours').selectAll().execute()
      write = other.query((theirs) => theirs.deleteFrom('weekly_hours').where('weekday', '=', 'monday').execute())
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tables.deleteFrom('weekly_hours').where('weekday', '=', 'tuesday').execute()
    })
    await write
    expect(attempts).toBe(1)
    expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(5)
  })

  it('refuses to keep what it could not keep durably', async () => {
    await expect(pendingMigrations(opened.open('sqlite::memory:'))).rejects.toThrow('write-ahead log')
  })

  it('binds nothing that it would misread', async () => {
    const date = new Date() as unknown as string
    const { kysely } = opened.database
    await expect(kysely.selectFrom('museum_ticket').selectAll().where('email', '=', date).execute()).rejects.toThrow(
      'cannot bind',
    )
  })
})

const mysql = engines.find(({ isMysql }) => isMysql)
if (mysql)
  describe('MySQL', () => {
    let opened: OpenedDatabase
    beforeEach(async () => {
      opened = await aDatabase(mysql)
    })
    afterEach(() => opened.close())

    it('has the session settings that the repositories rely on', async () => {
      const { database } = opened
      const names = [
        'transaction_isolation',
        'tx_isolation',
        'autocommit',
        'sql_mode',
        'innodb_lock_wait_timeout',
        'lock_wait_timeout',
        'group_concat_max_len',
        'wait_timeout',
        'collation_connection',
        'character_set_client',
      ]
      const rows = await rowsOf<{ Variable_name: string; Value: string }>(
        database,
        `show session variables where variable_name in (${names.map((name) => `'${name}'`).join()})`,
      )
      const { transaction_isolation, tx_isolation, sql_mode, ...settings } = Object.fromEntries(
        rows.map(({ Variable_name, Value }) => [Variable_name, Value]),
      )
      expect(transaction_isolation ?? tx_isolation).toBe('READ-COMMITTED')
      expect(sql_mode?.split(',')).toEqual(
        expect.arrayContaining(['STRICT_ALL_TABLES', 'NO_ZERO_DATE', 'NO_ZERO_IN_DATE', 'ONLY_FULL_GROUP_BY']),
      )
      expect(settings).toEqual({
        autocommit: 'ON',
        innodb_lock_wait_timeout: '1',
        lock_wait_timeout: '1',
        group_concat_max_len: '8192',
        wait_timeout: '70',
        collation_connection: 'utf8mb4_bin',
        character_set_client: 'utf8mb4',
      })
    })

    it('compares every text character by character, whatever the defaults of the server', async () => {
      const { database } = opened
      const other = sql`select table_name, column_name from information_schema.columns
        where table_schema = database() and table_name not like 'kysely%' and collation_name <> 'utf8mb4_bin'`
      expect((await other.execute(database.kysely)).rows).toEqual([])
      const engine = sql`select table_name from information_schema.tables
        where table_schema = database() and engine <> 'InnoDB'`
      expect((await engine.execute(database.kysely)).rows).toEqual([])
    })

    it('tries a transaction again that a deadlock has ended', async () => {
      const { database } = opened
      const tries = [0, 0]
      let atTheLock = 0
      let bothAreThere: () => void
      const both = new Promise<void>((resolve) => (bothAreThere = resolve))
      const lock = (weekday: string) => sql`update weekly_hours set time_open = '08:00' where weekday = ${weekday}`
      const cross = (mine: string, yours: string, who: 0 | 1) =>
        database.transaction(async (tables) => {
          tries[who]! += 1
          await lock(mine).execute(tables)
          if ((atTheLock += 1) === 2) bothAreThere()
          await both
          await lock(yours).execute(tables)
        })
      await Promise.all([cross('monday', 'tuesday', 0), cross('tuesday', 'monday', 1)])
      expect(tries.toSorted()).toEqual([1, 2])
    })
  })

describe('the URL of a database', () => {
  it.each([
    '',
    'sqlite:',
    'postgres://museum:secret@localhost/museum',
    'museum.sqlite',
    'mysql:museum',
    'mysql://museum:secret@:x',
  ])('is refused without its secrets: %j', (url) => {
    expect(() => openDatabase(url)).toThrow(TypeError)
    expect(() => openDatabase(url)).not.toThrow(/secret/)
  })

  it.each([
    [
      'mysql://museum:secret@localhost/museum?ssl-mode=VERIFY_IDENTITY',
      'ssl-mode; for TLS, set MUSEUM_DATABASE_CA_FILE',
    ],
    ['mysql://museum:secret@localhost/museum?connectTimeout=secret', 'connectTimeout'],
    ['sqlite:museum.sqlite?mode=secret', 'mode'],
    ['mysql://museum:secret@localhost/museum#secret', 'must not have a fragment'],
    ['mysql://museum@localhost/', 'must be sqlite:FILE or mysql://'],
  ])('is refused with what is not supported in it: %j', (url, message) => {
    expect(() => openDatabase(url)).toThrow(message)
    expect(() => openDatabase(url)).toThrow(TypeError)
    expect(() => openDatabase(url)).not.toThrow(/secret|VERIFY/)
  })

  it('is refused with the certificate of an authority that cannot be read', async () => {
    const open = (host: string, ca: string) => () => openDatabase(`mysql://museum@${host}/museum`, { ca })
    expect(open('localhost', '/no/such/file.pem')).toThrow('ENOENT')
    const broken = '-----BEGIN CERTIFICATE-----\nsecret\n-----END CERTIFICATE-----\n'
    for (const ca of [broken, import.meta.filename]) {
      expect(open('localhost', ca)).toThrow(
        /^the CA file holds (no PEM certificate|a PEM certificate that cannot be read)$/,
      )
      expect(open('localhost', ca)).not.toThrow('secret')
    }
    const { cert } = await generate([{ name: 'commonName', value: 'An authority' }])
    expect(open('192.0.2.1', cert)).toThrow('must have a host name, not an IP address')
    expect(open('[::1]', cert)).toThrow('must have a host name, not an IP address')
  })
})
