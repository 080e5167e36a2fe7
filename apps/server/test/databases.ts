import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { createConnection } from 'mysql2/promise'
import { createTables } from '../../../tools/jest/tables.ts'

const queryMysql = async (statement: string) => {
  const connection = await createConnection(process.env['TEST_MYSQL_URL']!)
  await connection.query(statement)
  await connection.end()
}

/** Makes a database; on SQLite, a file in `folder`. */
export type NewDatabase = (folder: string) => Promise<Readonly<{ url: string; drop: () => Promise<void> }>>

type TestEngine = readonly [name: string, newDatabase: NewDatabase]

const sqlite: TestEngine = [
  'SQLite',
  async (folder) => ({ url: `sqlite:${folder}/museum.sqlite`, drop: async () => undefined }),
]
const mysql: TestEngine = [
  'MySQL',
  async () => {
    const name = `museum_${randomUUID().replaceAll('-', '')}`
    await queryMysql(`create database ${name}`)
    const url = Object.assign(new URL(process.env['TEST_MYSQL_URL']!), { pathname: `/${name}` })
    return { url: url.href, drop: () => queryMysql(`drop database ${name}`) }
  },
]

/** The engines on which tests run, with empty databases. `MUSEUM_TEST_ENGINES`, `sqlite` or `mysql`, leaves the other out. */
export const enginesWithoutTables: readonly TestEngine[] = [sqlite, mysql].filter(
  ([name]) => name.toLowerCase() === (process.env['MUSEUM_TEST_ENGINES'] ?? name.toLowerCase()),
)

const withTables =
  (newDatabase: NewDatabase): NewDatabase =>
  async (folder) => {
    const database = await newDatabase(folder)
    await createTables(database.url)
    return database
  }

/** The engines on which tests run, with databases of this version. */
export const engines: readonly TestEngine[] = enginesWithoutTables.map(([name, newDatabase]) => [
  name,
  withTables(newDatabase),
])

/** Makes a database of this version for tests that run on one engine: SQLite, unless `MUSEUM_TEST_ENGINES` leaves it out. */
export const newDatabase: NewDatabase = engines[0]![1]

/** Makes a database of this version for tests that use the file of SQLite. */
export const newSqliteDatabase: NewDatabase = withTables(sqlite[1])
