import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aNewScan, addScan } from '@museum/testing'
import { TicketId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { migrationsOn } from './index.ts'
import { migrate } from './migrate.ts'

const bytes = (id: string) => `x'${id.replaceAll('-', '')}'`
const ticketId = (n: number) => TicketId(exampleId(200 + n))

describe.each(namedEngines)('a database of the version before migration 2026-12-12-admissions, on %s,', (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  /** Adds a ticket for general entry as that version did. */
  const sell = (n: number, state: string) =>
    run(
      `insert into museum_ticket (ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, phone,
         confirmation_code, price, currency, state, occurrence_number, sold_at, sold_by, signing_key)
       values (${bytes(ticketId(n))}, 'general', null, null, null, '2030-05-17', 'visitor@example.org', null,
         'code-${n}', 1990, 'EUR', '${state}', null, 1893456000000, null, 1)`,
    )
  const migrations = () => migrationsOn(database.engine)
  const upTo = async (name: string) => {
    const provider = { getMigrations: async () => migrations() }
    const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo(name)
    if (error !== undefined) throw error
  }
  beforeEach(async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
    await upTo('2026-12-11-capacity')
    await sell(1, 'valid')
    await sell(2, 'cancelled')
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })

  it('has, after the migration, tickets without an admission, and admits them', async () => {
    expect(await migrate(database)).toContain('2026-12-12-admissions')
    const { tickets, admissions } = kyselyRepositories(database)
    expect(await tickets.find(ticketId(1))).toMatchObject({ state: 'valid' })
    expect(await tickets.find(ticketId(1))).not.toHaveProperty('admission')
    const scan = aNewScan(1, { ticketId: ticketId(1) })
    expect(await addScan(admissions, scan)).toMatchObject({ isAdmitted: true })
    expect(await tickets.find(ticketId(1))).toMatchObject({ state: 'admitted' })
    expect(await addScan(admissions, aNewScan(2, { ticketId: ticketId(2) }))).toMatchObject({ reason: 'cancelled' })
  })

  /**
   * The states that an interrupted run can leave on MySQL, which cannot roll back table changes: a description, and a function
   * that makes the state.
   */
  const partialRuns: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['one column', () => run('alter table museum_ticket add column admission_id binary(16)')],
    [
      'all but an index',
      async () => {
        await migrations()['2026-12-12-admissions']!.up(database.kysely)
        await run('drop index scan_by_gate on scan')
      },
    ],
    ['all of it', () => migrations()['2026-12-12-admissions']!.up(database.kysely)],
  ]
  if (engine.isMysql)
    it.each(partialRuns)('is migrated after a run that was interrupted and left %s', async (_what, leave) => {
      await leave()
      await migrate(database)
      const found = await database.kysely.introspection.getTables()
      const columns = found
        .filter(({ name }) => name === 'museum_ticket')
        .flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`))
      for (const column of ['admission_id', 'admitted_at', 'admission_gate'])
        expect(columns.filter((each) => each === `museum_ticket.${column}`)).toHaveLength(1)
      const { rows } = await run(
        `select distinct index_name as name from information_schema.statistics where table_schema = database() and table_name = 'scan'`,
      )
      const names = (rows as { name: string }[]).map(({ name }) => name)
      for (const index of ['scan_by_time', 'scan_by_date', 'scan_by_gate', 'scan_by_ticket'])
        expect(names).toContain(index)
      const { admissions } = kyselyRepositories(database)
      const scan = aNewScan(1, { ticketId: ticketId(1) })
      expect(await addScan(admissions, scan)).toMatchObject({ isAdmitted: true })
    })
})
