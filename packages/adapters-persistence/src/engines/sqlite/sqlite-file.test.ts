import type { Email } from '@museum/domain'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { CompiledQuery, sql } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import type { MuseumDatabase } from '../../database/museum-database.ts'
import { migrate, pendingMigrations } from '../../migrations/migrate.ts'

const rowsOf = async <Row>(database: MuseumDatabase, statement: string) =>
  (await database.kysely.executeQuery<Row>(CompiledQuery.raw(statement))).rows

describe('SQLite', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
  })
  afterEach(() => opened.close())

  it('has settings under which commits survive a power failure, and strict tables', async () => {
    const { database } = opened
    expect(await rowsOf(database, 'pragma journal_mode')).toEqual([{ journal_mode: 'wal' }])
    // Waiting for a lock would block the event loop.
    expect(await rowsOf(database, 'pragma busy_timeout')).toEqual([{ timeout: 0 }])
    expect(await rowsOf(database, 'pragma synchronous')).toEqual([{ synchronous: 2 }])
    const kind = sql`select name from pragma_table_list where schema = 'main' and name not like 'sqlite_%' and strict = 0 order by name`
    expect((await kind.execute(database.kysely)).rows).toEqual([
      { name: 'kysely_migration' },
      { name: 'kysely_migration_lock' },
    ])
  })

  it('creates its file and the folder, relative to the working directory, only when it is migrated', async () => {
    const path = opened.url.slice('sqlite:'.length)
    const database = opened.open(`sqlite:${relative(process.cwd(), dirname(path))}/a/b/museum.sqlite`)
    expect(existsSync(join(dirname(path), 'a'))).toBe(false)
    expect(await pendingMigrations(database)).not.toEqual([])
    expect(existsSync(join(dirname(path), 'a'))).toBe(false)
    await migrate(database)
    expect(existsSync(join(dirname(path), 'a', 'b', 'museum.sqlite'))).toBe(true)
  })

  const modesOf = (...paths: string[]) => paths.map((path) => (statSync(path).mode & 0o777).toString(8))
  const withUmask = async (mask: number, work: () => Promise<unknown>) => {
    const before = process.umask(mask)
    await work().finally(() => process.umask(before))
  }

  it('creates its files and folders so that other users cannot read them, whatever the umask', async () => {
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

  it('warns of existing files that other users can read, and does not change their modes', async () => {
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
    // Beside the file, as a killed server leaves it.
    chmodSync(`${path}-wal`, 0o640)
    await migrate(opened.open(`sqlite:${path}`, { warn: (text: string) => warnings.push(text) }))
    expect(warnings).toHaveLength(2)
  })

  it('locks out other writers from the beginning of a transaction, so that the transaction is not retried', async () => {
    const other = opened.open()
    let [attempts, write] = [0, Promise.resolve<unknown>(undefined)]
    await opened.database.transaction(async (tables) => {
      attempts += 1
      await tables.selectFrom('weekly_hours').selectAll().execute()
      write = other.query((tablesOfOther) =>
        tablesOfOther.deleteFrom('weekly_hours').where('weekday', '=', 'monday').execute(),
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tables.deleteFrom('weekly_hours').where('weekday', '=', 'tuesday').execute()
    })
    await write
    expect(attempts).toBe(1)
    expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(5)
  })

  it('throws for a database that cannot have a write-ahead log', async () => {
    await expect(pendingMigrations(opened.open('sqlite::memory:'))).rejects.toThrow('write-ahead log')
  })

  it('throws for a value that node:sqlite would bind as NULL', async () => {
    const date = new Date() as unknown as Email
    const { kysely } = opened.database
    await expect(kysely.selectFrom('museum_ticket').selectAll().where('email', '=', date).execute()).rejects.toThrow(
      'cannot bind',
    )
  })
})
