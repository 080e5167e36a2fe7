import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll } from '@jest/globals'
import type { OpenAdapters } from '@museum/application/contracts'
import { createConnection } from 'mysql2'
import { provideMysqlServer } from '../../../tools/mysql-server/provide-mysql-server.ts'
import { type MuseumDatabase, migrate, openDatabase } from '../src/index.ts'
import { migrationsOn } from '../src/migrations/index.ts'
import { repositoriesOf } from './repositories-of.ts'

/** A database of one's own, empty, and what removes it. */
export type TestDatabase = Readonly<{ url: string; drop: () => Promise<void> }>

/** An engine to test on. */
export type TestEngine = Readonly<{ name: string; isMysql: boolean; newDatabase: () => Promise<TestDatabase> }>

const sqlite: TestEngine = {
  name: 'SQLite',
  isMysql: false,
  async newDatabase() {
    const folder = await mkdtemp(join(tmpdir(), 'museum-'))
    return { url: `sqlite:${join(folder, 'museum.sqlite')}`, drop: () => rm(folder, { recursive: true }) }
  },
}

const mysql: TestEngine = {
  name: 'MySQL',
  isMysql: true,
  async newDatabase() {
    // A name that must be percent-encoded in a URL.
    const name = `museum_é ${randomUUID()}`
    await onServer(`create database \`${name}\``)
    const url = new URL(serverUrl())
    url.pathname = `/${encodeURIComponent(name)}`
    return { url: url.href, drop: async () => void (await onServer(`drop database \`${name}\``)) }
  },
}

/** Every engine that the tests run on; `MUSEUM_TEST_ENGINES=sqlite` leaves MySQL out. */
export const engines: readonly TestEngine[] =
  process.env['MUSEUM_TEST_ENGINES'] === 'sqlite' ? [sqlite] : [sqlite, mysql]
export const namedEngines = engines.map((engine) => [engine.name, engine] as const)

const serverUrl = (): string => {
  const url = process.env['TEST_MYSQL_URL']
  if (!url)
    throw new Error(
      'TEST_MYSQL_URL is missing: mysql://USER:PASSWORD@HOST:PORT of a server where the user may create databases. ' +
        'MUSEUM_TEST_ENGINES=sqlite tests without one.',
    )
  return url
}

/** Runs one statement on the MySQL server, outside of all that is tested. */
const onServer = <Row = unknown>(statement: string, url = serverUrl()): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const connection = createConnection({ uri: url })
    connection.query(statement, (error, rows) => {
      connection.destroy()
      if (error) reject(error)
      else resolve(rows as Row[])
    })
  })

/** A server for one test file, whose settings it may change, and databases on it. */
export const startOwnServer = async (serverArguments: readonly string[] = []) => {
  const server = await provideMysqlServer({ ignoresTestMysqlUrl: true, serverArguments })
  const run = <Row = unknown>(statement: string) => onServer<Row>(statement, server.url)
  /** The URL of a user without any rights but on this database; `limits` is the end of a `create user`. */
  const urlOfUser = async (database: string, limits = '') => {
    const name = `user_${randomUUID().slice(0, 8)}`
    await run(`create user '${name}'@'127.0.0.1' identified by 'secret' ${limits}`)
    await run(`grant all privileges on ${database}.* to '${name}'@'127.0.0.1'`)
    return Object.assign(new URL(server.url), { username: name, password: 'secret', pathname: `/${database}` }).href
  }
  const newDatabase = async () => {
    const name = `museum_${randomUUID().replaceAll('-', '')}`
    await run(`create database ${name}`)
    return { name, url: Object.assign(new URL(server.url), { pathname: `/${name}` }).href }
  }
  return { ...server, run, urlOfUser, newDatabase }
}

/** For a contract: two connections to one database, which all tests of a file share, and which each finds empty. */
export const openAdaptersOn = ({ newDatabase }: TestEngine): OpenAdapters => {
  let place: TestDatabase | undefined
  afterAll(() => place?.drop())
  return async () => {
    place ??= await newDatabase()
    const [one, other] = [openDatabase(place.url), openDatabase(place.url)]
    if ((await migrate(one)).length === 0) await empty(one)
    return {
      one: repositoriesOf(one),
      other: repositoriesOf(other),
      age: (seconds) =>
        one.kysely
          .updateTable('idempotency_record')
          .set(({ eb }) => ({ recorded_at: eb('recorded_at', '-', seconds) }))
          .execute(),
      close: () => Promise.all([one.close(), other.close()]),
    }
  }
}

const empty = async (database: MuseumDatabase) => {
  const { kysely, engine } = database
  const tables = [
    'special_event',
    'special_event_occurrence',
    'removed_special_event',
    'removed_special_event_occurrence',
    'museum_ticket',
    'hours_exception',
    'user_account',
    'idempotency_record',
  ] as const
  for (const table of tables) await kysely.deleteFrom(table).execute()
  await migrationsOn(engine)['2026-12-03-museum-hours']!.up(kysely)
}

/** A new database with today's tables, and one connection to it; `open` opens another, `close` closes all of them. */
export const freshDatabase = async ({ newDatabase }: TestEngine) => {
  const { url, drop } = await newDatabase()
  const opened: MuseumDatabase[] = []
  const open = (otherUrl = url, options = {}) => {
    const database = openDatabase(otherUrl, options)
    opened.push(database)
    return database
  }
  const database = open()
  await migrate(database)
  return {
    url,
    database,
    ...repositoriesOf(database),
    open,
    async close() {
      await Promise.all(opened.map((each) => each.close()))
      await drop()
    },
  }
}
