import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { createConnection } from 'mysql2/promise'

const onMysql = async (statement: string) => {
  const connection = await createConnection(process.env['TEST_MYSQL_URL']!)
  await connection.query(statement)
  await connection.end()
}

type TestEngine = readonly [
  name: string,
  newDatabase: (folder: string) => Promise<Readonly<{ url: string; drop: () => Promise<void> }>>,
]

const sqlite: TestEngine = [
  'SQLite',
  async (folder) => ({ url: `sqlite:${folder}/museum.sqlite`, drop: async () => undefined }),
]
const mysql: TestEngine = [
  'MySQL',
  async () => {
    const name = `museum_${randomUUID().replaceAll('-', '')}`
    await onMysql(`create database ${name}`)
    const url = Object.assign(new URL(process.env['TEST_MYSQL_URL']!), { pathname: `/${name}` })
    return { url: url.href, drop: () => onMysql(`drop database ${name}`) }
  },
]

/** How an empty database is made on each engine; `MUSEUM_TEST_ENGINES=sqlite` leaves MySQL out. */
export const engines: readonly TestEngine[] =
  process.env['MUSEUM_TEST_ENGINES'] === 'sqlite' ? [sqlite] : [sqlite, mysql]
