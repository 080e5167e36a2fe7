import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createTables } from '../../../tools/jest/tables.ts'
import { runStatement } from '../../../tools/mysql-server/run-statement.ts'

/** A database without tables, and a function that deletes it. `otherUrl`: the same database, on another node of a cluster. */
export type EmptyDatabase = Readonly<{ url: string; otherUrl?: string; drop: () => Promise<void> }>

/** An engine to test on. `createTables` creates the tables in an empty database; without it, they are migrated. */
export type TestEngine = Readonly<{
  name: string
  isMysql: boolean
  createDatabase: () => Promise<EmptyDatabase>
  createTables?: ((url: string) => Promise<void>) | undefined
}>

export const sqlite: TestEngine = {
  name: 'SQLite',
  isMysql: false,
  async createDatabase() {
    const folder = await mkdtemp(join(tmpdir(), 'museum-'))
    return { url: `sqlite:${join(folder, 'museum.sqlite')}`, drop: () => rm(folder, { recursive: true }) }
  },
  createTables,
}

export const mysql: TestEngine = {
  name: 'MySQL',
  isMysql: true,
  async createDatabase() {
    // A user name that must be percent-encoded in a URL.
    const name = `museum_é ${randomUUID()}`
    await runStatement(serverUrl(), `create database \`${name}\``)
    const url = new URL(serverUrl())
    url.pathname = `/${encodeURIComponent(name)}`
    return { url: url.href, drop: async () => void (await runStatement(serverUrl(), `drop database \`${name}\``)) }
  },
  createTables,
}

/**
 * The engines to test on. `MUSEUM_TEST_ENGINES`, `sqlite` or `mysql`, selects one of them. Tests of MySQL only are named
 * `*.mysql.test.ts`, those of SQLite only are in `engines/sqlite`.
 */
export const engines: readonly TestEngine[] = [sqlite, mysql].filter(
  ({ name }) => name.toLowerCase() === (process.env['MUSEUM_TEST_ENGINES'] ?? name.toLowerCase()),
)

/** The engines, with their names, for `describe.each`. */
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
