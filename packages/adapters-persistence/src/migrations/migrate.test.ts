import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { everyDay } from '@museum/domain/examples'
import { CalendarDate } from '@museum/domain'
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { startChild } from '../../test/start-child.ts'
import { type EmptyDatabase, engines, namedEngines } from '../../test/engines.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrationsOn } from './index.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { openDatabase } from '../database/open-database.ts'
import { kyselyMuseumHoursRepository } from '../museum-hours/kysely-museum-hours-repository.ts'

const all = [
  '2026-12-01-special-events',
  '2026-12-02-tickets',
  '2026-12-03-museum-hours',
  '2026-12-04-users',
  '2026-12-05-special-event-revision',
  '2026-12-06-idempotency-records',
  '2026-12-07-write-probe',
  '2026-12-08-occurrences',
]

describe.each(namedEngines)('migrating on %s', (_, engine) => {
  let place: EmptyDatabase
  let database: MuseumDatabase
  beforeEach(async () => {
    place = await engine.createDatabase()
    database = openDatabase(place.url)
  })
  afterEach(async () => {
    await database.close()
    await place.drop()
  })
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  it('tells on an empty database what is lacking, and changes nothing', async () => {
    expect(await pendingMigrations(database)).toEqual(all)
    expect(await database.kysely.introspection.getTables({ withInternalKyselyTables: true })).toEqual([])
  })

  it('applies what is lacking, once', async () => {
    expect(await migrate(database)).toEqual(all)
    expect(await pendingMigrations(database)).toEqual([])
    expect(await migrate(database)).toEqual([])
  })

  it('makes the tables once when several processes start at once', async () => {
    const children = Array.from({ length: 5 }, () => startChild('migrate.ts', [place.url]))
    for (const child of children) expect(await child.line()).toBe('ready')
    for (const child of children) child.go()
    const applied = await Promise.all(children.map(async (child) => JSON.parse(await child.line()) as string[]))
    expect(applied.flat()).toEqual(all)
    for (const child of children) await child.end()
    expect(await pendingMigrations(database)).toEqual([])
    const schedule = kyselyMuseumHoursRepository(database).schedule(CalendarDate.last, CalendarDate.last)
    expect(await schedule).toEqual(everyDay)
  })

  const shapeOf = async ({ kysely }: MuseumDatabase) => {
    const tables = await kysely.introspection.getTables()
    const indexes = engine.isMysql
      ? sql`select table_name, index_name, group_concat(column_name order by seq_in_index) as held
          from information_schema.statistics where table_schema = database() group by table_name, index_name`
      : sql`select name, sql from sqlite_master where type = 'index'`
    const { rows } = await indexes.execute(kysely)
    const withoutSchema = (key: string, value: unknown) => (key === 'schema' ? undefined : value)
    return [...tables, ...rows].map((each) => JSON.stringify(each, withoutSchema)).toSorted()
  }

  it('goes on where it was cut off, after whichever change of a table', async () => {
    await migrate(database)
    const whole = await shapeOf(database)
    // Twenty-two changes of tables, and eight times the note that a migration is done.
    for (let change = 1; change < 30; change += 1) {
      const again = await engine.createDatabase()
      const other = openDatabase(again.url)
      let left = change
      const cutOff: KyselyPlugin = {
        transformQuery({ node }) {
          const isOfKysely = /"kysely_migration(_lock)?"/.exec(JSON.stringify(node))
          const isChange = /^(Create|Alter)/.test(node.kind) && !isOfKysely
          const isNote = node.kind.startsWith('Insert') && !isOfKysely?.[1]
          if ((isChange || isNote) && (left -= 1) < 0) throw new Error('cut off')
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const cut = migrate({ ...other, kysely: other.kysely.withPlugin(cutOff) })
      await expect(cut).rejects.toThrow('cut off')
      await migrate(other)
      expect(await shapeOf(other)).toEqual(whole)
      expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(7)
      await other.close()
      await again.drop()
    }
  })

  it('leaves a database alone that a later version has migrated', async () => {
    await migrate(database)
    await run("insert into kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')")
    await expect(migrate(database)).rejects.toThrow('2999-01-01-later')
  })

  it('passes on what fails, and leaves the lock', async () => {
    // In its way to the second migration.
    await run('create table ticket (price integer)')
    await expect(migrate(database)).rejects.toBeDefined()
    expect(await pendingMigrations(database)).toEqual(engine.isMysql ? all.slice(1) : all)
    await run('drop table ticket')
    const later = openDatabase(place.url)
    expect(await migrate(later)).toEqual(engine.isMysql ? all.slice(1) : all)
    await later.close()
  })
})

it('names its migrations in the order in which they come', () => {
  const { engine } = openDatabase('sqlite:never-opened')
  expect(Object.keys(migrationsOn(engine))).toEqual(all)
})

const mysql = engines.find(({ isMysql }) => isMysql)
if (mysql)
  describe('the lock around migrations on MySQL', () => {
    it('does not wait for another database of the same server, but for its own', async () => {
      const [place, other] = [await mysql.createDatabase(), await mysql.createDatabase()]
      const [database, second] = [openDatabase(place.url), openDatabase(other.url)]
      const holder = await createConnection(place.url)
      await holder.query("select get_lock(concat('museum ', left(sha2(database(), 256), 40)), 0)")
      await migrate(second)
      let isMigrated = false
      const waiting = migrate(database).finally(() => {
        isMigrated = true
      })
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(isMigrated).toBe(false)
      await holder.end()
      await waiting
      for (const each of [database, second]) await each.close()
      for (const each of [place, other]) await each.drop()
    })

    it('is not passed by when it is not given', async () => {
      const place = await mysql.createDatabase()
      const { engine, kysely, close } = openDatabase(place.url)
      const adapter = engine.dialect.createAdapter()
      const noLock = kysely.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, rows: [{ got: 0 }] }),
      })
      const options = { lockTable: '', lockRowId: '' }
      await expect(adapter.acquireMigrationLock(noLock, options)).rejects.toThrow(Unavailable)
      await close()
      await place.drop()
    })
  })
