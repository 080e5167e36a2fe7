import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aNewScan } from '@museum/testing'
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
const scan = (n: number) => aNewScan(n).admissionId
const many = 2_500

/** A scan as the version before stored it. `ticket` is the number of its ticket. */
type Stored = Readonly<{ n: number; ticket: number; isOffline?: boolean; reason?: string; outcome?: string }>
const stored: readonly Stored[] = [
  // Two offline gates.
  { n: 1, ticket: 1, isOffline: true },
  { n: 2, ticket: 1, isOffline: true, reason: 'already-admitted' },
  // An online admission with a stored response, which an offline scan replaced.
  { n: 3, ticket: 2, reason: 'already-admitted', outcome: '{"isAdmitted":true,"admissionId":"…"}' },
  { n: 4, ticket: 2, isOffline: true, outcome: '{"isAdmitted":true,"admissionId":"…"}' },
  // Refused scans of an admitted ticket, and an offline one of a cancelled ticket.
  { n: 5, ticket: 3 },
  { n: 6, ticket: 3, reason: 'already-admitted', outcome: '{"isAdmitted":false,"reason":"already-admitted"}' },
  { n: 7, ticket: 3, reason: 'already-admitted' },
  { n: 8, ticket: 4, isOffline: true, reason: 'cancelled' },
  { n: 9, ticket: 4, isOffline: true, reason: 'reverted' },
]

describe.each(namedEngines)('a database of the version before migration m022-further-entries, on %s,', (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  const insert = (scans: readonly Stored[]) =>
    run(
      `insert into scan (admission_id, scanned_at, scan_date, gate, scanned_by, is_offline, ticket_id, reason, scan_id, request, outcome)
       values ${scans
         .map(({ n, ticket, isOffline = false, reason, outcome }) => {
           const text = (value: string | undefined) => (value === undefined ? 'null' : `'${value}'`)
           const scanId = outcome === undefined ? 'null' : bytes(exampleId(9_000 + n))
           return `(${bytes(scan(n))}, ${1_905_242_400_000 + n}, '2030-05-17', null, x'61', ${Number(isOffline)},
             ${bytes(exampleId(ticket))}, ${text(reason)}, ${scanId}, null, ${text(outcome)})`
         })
         .join(', ')}`,
    )
  beforeEach(async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
    const provider = { getMigrations: async () => migrationsOn(database.engine) }
    const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('m021-messages')
    if (error !== undefined) throw error
    await insert(stored)
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })
  const entered = async () => {
    const { items } = await kyselyRepositories(database).admissions.list({}, { page: 1, limit: 100 })
    return items.filter(({ isEntry }) => isEntry).map(({ admissionId }) => admissionId)
  }
  const conflicts = async () => {
    const filter = { isConflict: true } as const
    return (await kyselyRepositories(database).admissions.list(filter, { page: 1, limit: 10 })).items
  }

  it('has, after the migration, the entries of its scans, and their conflicts', async () => {
    expect(await migrate(database)).toContain('m022-further-entries')
    expect(await entered()).toEqual([5, 4, 3, 2, 1].map(scan))
    expect((await conflicts()).map(({ admissionId }) => admissionId)).toEqual([4, 3, 2, 1].map(scan))
  })

  // SQLite rolls a migration back.
  if (engine.isMysql)
    it('is migrated after a run that was interrupted while its entries were stored', async () => {
      await migrationsOn(database.engine)['m022-further-entries']!.up(database.kysely)
      await run(`delete from further_entry where admission_id = ${bytes(scan(3))}`)
      await migrate(database)
      expect(await entered()).toEqual([5, 4, 3, 2, 1].map(scan))
    })

  it('has thousands of entries', async () => {
    const range = Array.from({ length: many }, (_entry, n) => 100 + n)
    await insert(range.map((n) => ({ n, ticket: 1, isOffline: true, reason: 'already-admitted' })))
    await migrate(database)
    const filter = { ticketId: TicketId(exampleId(1)), isConflict: true } as const
    const { total } = await kyselyRepositories(database).admissions.list(filter, { page: 1, limit: 1 })
    expect(total).toBe(many + 2)
    const count = await database.kysely.selectFrom('further_entry').select('admission_id').execute()
    expect(count).toHaveLength(many + 2)
  })
})
