import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { type Connection, createConnection } from 'mysql2/promise'

/**
 * Migrates a database of each engine, and writes them into the folder: the file of SQLite and, with the URL of a MySQL server, the
 * statements that create its tables and rows. A database is created from them in a tenth of the time.
 */
export const writeTables = async (folder: string, program: string, mysqlUrl?: string): Promise<void> => {
  const migrate = (url: string) =>
    promisify(execFile)(process.execPath, ['--conditions=@museum/source', program, 'migrate'], {
      env: { ...withoutSettings(process.env), MUSEUM_DATABASE_URL: url },
      cwd: folder,
    })
  const ofMysql = async (url: string) => {
    const connection = await createConnection({ uri: url, rowsAsArray: true, dateStrings: true })
    const name = `museum_${randomUUID().replaceAll('-', '')}`
    try {
      await connection.query(`create database ${name}`)
      await migrate(Object.assign(new URL(url), { pathname: `/${name}` }).href)
      await connection.query(`use ${name}`)
      await writeFile(join(folder, 'museum.sql'), await statementsOf(connection))
    } finally {
      await connection.query(`drop database if exists ${name}`)
      await connection.end()
    }
  }
  await Promise.all([migrate(`sqlite:${join(folder, 'museum.sqlite')}`), mysqlUrl && ofMysql(mysqlUrl)])
}

/** Without the settings that a developer has for a museum. */
const withoutSettings = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('MUSEUM_')))

const statementsOf = async (connection: Connection) => {
  const select = async (statement: string) => (await connection.query(statement))[0] as unknown[][]
  const statements: string[] = []
  for (const [table] of await select('show tables')) {
    const [[, created]] = (await select(`show create table ${String(table)}`)) as [[string, string]]
    const rows = await select(`select * from ${String(table)}`)
    statements.push(created, ...(rows.length > 0 ? [connection.format('insert into ?? values ?', [table, rows])] : []))
  }
  return statements.join(';\n')
}

/** Creates the tables of this version, with the rows of a new museum, in an empty database: a file that is not there yet for SQLite. */
export const createTables = async (url: string): Promise<void> => {
  const folder = process.env['TEST_TABLES']!
  if (url.startsWith('sqlite:')) return copyFile(join(folder, 'museum.sqlite'), url.slice('sqlite:'.length))
  const connection = await createConnection({ uri: url, multipleStatements: true })
  await connection.query(await readFile(join(folder, 'museum.sql'), 'utf8'))
  await connection.end()
}
