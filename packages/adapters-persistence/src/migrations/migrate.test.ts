import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { everyDay } from '@museum/testing/examples'
import { CalendarDate, EntryTimes } from '@museum/domain'
import { CompiledQuery } from 'kysely'
import { aDatabase } from '../../test/a-database.ts'
import { startChild } from '../../test/start-child.ts'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { shapeOf } from '../../test/shape-of.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { migrationsOn } from './index.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
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
  '2026-12-09-roles-and-audit',
  '2026-12-10-ticket-keys',
  '2026-12-11-capacity',
  '2026-12-12-admissions',
  '2026-12-13-ticket-search',
  '2026-12-14-imported-events',
  '2026-12-14-tickets-of-event',
  '2026-12-15-purchaser-data',
  '2026-12-16-email-forms',
  '2026-12-20-counted-sales',
  'm019-price-categories',
  'm020-orders',
  'm021-messages',
  'm022-further-entries',
  'm023-email-domains',
  'm024-mail-requests',
  'm025-webhook-secrets',
  'm026-slots',
  'm027-presses',
  'm028-entry-times',
  'm029-order-lists',
  'm030-general-prices',
  'm031-closings',
  'm032-reservations',
  'm033-payments',
  'm034-online-refunds',
  'm035-order-changes',
  'm036-link-keys',
  'm037-shop',
  'm038-temporary-passwords',
]

describe.each(namedEngines)('migrating on %s', (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  beforeEach(async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  it('lists all migrations as pending on an empty database, and changes nothing', async () => {
    expect(await pendingMigrations(database)).toEqual(all)
    expect(await database.kysely.introspection.getTables({ withInternalKyselyTables: true })).toEqual([])
  })

  it('applies each pending migration once', async () => {
    expect(await migrate(database)).toEqual(all)
    expect(await pendingMigrations(database)).toEqual([])
    expect(await migrate(database)).toEqual([])
  })

  it('applies each migration once when several processes migrate at the same time', async () => {
    const children = Array.from({ length: 5 }, () => startChild('migrate.ts', [created.url]))
    for (const child of children) expect(await child.line()).toBe('ready')
    for (const child of children) child.go()
    const applied = await Promise.all(children.map(async (child) => JSON.parse(await child.line()) as string[]))
    expect(applied.flat()).toEqual(all)
    for (const child of children) await child.end()
    expect(await pendingMigrations(database)).toEqual([])
    const schedule = kyselyMuseumHoursRepository(database).schedule(CalendarDate.last, CalendarDate.last)
    expect(await schedule).toEqual({ ...everyDay, entryTimes: EntryTimes.none, revision: 0 })
  })

  it('makes the tables that other tests copy', async () => {
    const [migrated, copied] = [await aDatabase(engine), await aDatabase(engine)]
    try {
      expect(await shapeOf(copied.database, engine)).toEqual(await shapeOf(migrated.database, engine))
      expect(await pendingMigrations(copied.database)).toEqual([])
      const schedule = copied.museumHours.schedule(CalendarDate.last, CalendarDate.last)
      expect(await schedule).toEqual({ ...everyDay, entryTimes: EntryTimes.none, revision: 0 })
    } finally {
      for (const { close } of [migrated, copied]) await close()
    }
  })

  it('throws for a database that a newer version has migrated', async () => {
    await migrate(database)
    await run("insert into kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')")
    await expect(migrate(database)).rejects.toThrow('2999-01-01-later')
  })

  it('rejects with the error of a migration that fails, and releases the lock', async () => {
    // This table makes the second migration fail.
    await run('create table ticket (price integer)')
    await expect(migrate(database)).rejects.toBeDefined()
    expect(await pendingMigrations(database)).toEqual(engine.isMysql ? all.slice(1) : all)
    await run('drop table ticket')
    const later = openDatabase(created.url)
    expect(await migrate(later)).toEqual(engine.isMysql ? all.slice(1) : all)
    await later.close()
  })
})

it('migrations have names in the order in which they are applied', () => {
  const { engine } = openDatabase('sqlite:never-opened')
  expect(Object.keys(migrationsOn(engine))).toEqual(all)
})
