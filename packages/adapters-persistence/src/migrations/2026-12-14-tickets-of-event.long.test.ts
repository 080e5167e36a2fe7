import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CompiledQuery } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { migrationsOn } from './index.ts'
import { migrate } from './migrate.ts'

describe.each(namedEngines)('the migrations of 2026-12-14 on %s', (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  const run = async (statement: string) => (await database.kysely.executeQuery(CompiledQuery.raw(statement))).rows
  const indexes = async () => {
    const rows = await run(
      engine.isMysql
        ? `select distinct index_name as name from information_schema.statistics
           where table_schema = database() and table_name = 'museum_ticket'`
        : `select name from sqlite_schema where type = 'index' and tbl_name = 'museum_ticket'`,
    )
    return (rows as { name: string }[]).map(({ name }) => name).filter((name) => name.startsWith('ticket_by_event'))
  }
  beforeEach(async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
    const provider = { getMigrations: async () => migrationsOn(database.engine) }
    const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('2026-12-13-ticket-search')
    if (error !== undefined) throw error
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })

  it('replace the index of the tickets of an event', async () => {
    expect(await indexes()).toEqual(['ticket_by_event'])
    expect(await migrate(database)).toEqual(
      expect.arrayContaining(['2026-12-14-imported-events', '2026-12-14-tickets-of-event']),
    )
    expect(await indexes()).toEqual(['ticket_by_event_and_date'])
  })

  // The state that an interrupted run leaves on MySQL, which cannot roll back table changes.
  if (engine.isMysql)
    it('are completed after a run that was interrupted', async () => {
      const up = (name: string) => migrationsOn(database.engine)[name]!.up(database.kysely)
      await up('2026-12-14-imported-events')
      await run('create index ticket_by_event_and_date on museum_ticket (event_id, ticket_date, ticket_id)')
      await up('2026-12-14-tickets-of-event')
      await migrate(database)
      expect(await indexes()).toEqual(['ticket_by_event_and_date'])
    })
})
