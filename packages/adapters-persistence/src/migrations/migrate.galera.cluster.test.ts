import { afterEach, describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { everyDay, exampleId } from '@museum/testing/examples'
import { sql } from 'kysely'
import { useCluster } from '../../../../tools/mysql-server/use-cluster.ts'
import { startChild } from '../../test/start-child.ts'
import { versionBeforeOccurrences } from '../../test/version-before-occurrences.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { kyselyMuseumHoursRepository } from '../museum-hours/kysely-museum-hours-repository.ts'
import { migrationNames } from './index.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const { newDatabase } = useCluster()
const opened: MuseumDatabase[] = []
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
/** Opens an empty database through each node. */
const openOnEachNode = async () => {
  const urls = await newDatabase()
  const databases = urls.map((url) => openDatabase(url))
  opened.push(...databases)
  return { urls, databases }
}

/** The tables of a database with their columns, indexes and rows, as one node has them. */
const contentsOf = async ({ kysely }: MuseumDatabase): Promise<string[]> => {
  const tables = await kysely.introspection.getTables({ withInternalKyselyTables: true })
  const { rows: indexes } = await sql`
    select table_name, index_name, group_concat(column_name order by seq_in_index) as columns
    from information_schema.statistics where table_schema = database() group by table_name, index_name`.execute(kysely)
  const rows = await Promise.all(
    tables.map(async ({ name }) => [name, (await sql`select * from ${sql.table(name)}`.execute(kysely)).rows]),
  )
  return [...tables, ...indexes, ...rows].map((each) => JSON.stringify(each)).toSorted()
}

describe('migrations that start at the same time on each node of a cluster', () => {
  const rounds = Array.from({ length: 5 }, (_, index) => index + 1)

  it.each(rounds)('create one correct schema in an empty database, and none fails, round %i', async () => {
    const { databases } = await openOnEachNode()
    const applied = await Promise.all(databases.map(migrate))
    expect(applied.flat().toSorted()).toEqual(migrationNames)
    const [first, ...others] = await Promise.all(databases.map(contentsOf))
    for (const other of others) expect(other).toEqual(first)
    expect(await pendingMigrations(databases[0]!)).toEqual([])
    const hours = kyselyMuseumHoursRepository(databases[0]!)
    expect(await hours.schedule(CalendarDate.last, CalendarDate.last)).toEqual({ ...everyDay, revision: 0 })
  })

  it.each(rounds)('apply each pending migration once to a database with tickets, round %i', async () => {
    const { databases } = await openOnEachNode()
    const before = versionBeforeOccurrences(databases[0]!)
    await before.migrate()
    await before.addEvent(exampleId(1), ['2030-05-17', '2030-05-18'])
    for (let n = 1; n <= 20; n += 1)
      await before.sell({
        ticketId: exampleId(100 + n),
        confirmationCode: `ticket-${n}`,
        ticketDate: '2030-05-17',
        eventId: exampleId(1),
      })
    const applied = await Promise.all(databases.map(migrate))
    expect(applied.flat().toSorted()).toEqual(migrationNames.filter((name) => name > '2026-12-07-write-probe'))
    const [first, ...others] = await Promise.all(databases.map(contentsOf))
    for (const other of others) expect(other).toEqual(first)
    const { rows } = await sql`select * from museum_ticket`.execute(databases[1]!.kysely)
    expect(rows).toHaveLength(20)
  })
})

describe('a migration on a node of a cluster', () => {
  /** Starts a process that migrates through the first node; resolves when it has created its first table. */
  const startMigrating = async (urls: readonly string[], database: MuseumDatabase) => {
    const child = startChild('migrate.ts', [urls[0]!])
    expect(await child.line()).toBe('ready')
    child.go()
    for (;;) {
      const { rows } = await sql`show tables like 'special_event'`.execute(database.kysely)
      if (rows.length > 0) return child
    }
  }

  it('is finished by a migration on another node when its process is killed', async () => {
    const { urls, databases } = await openOnEachNode()
    const child = await startMigrating(urls, databases[1]!)
    await child.kill()
    const applied = await migrate(databases[1]!)
    expect(applied.at(-1)).toBe(migrationNames.at(-1))
    expect(await contentsOf(databases[1]!)).toEqual(await contentsOf(databases[0]!))
    expect(await pendingMigrations(databases[2]!)).toEqual([])
  })

  it('changes nothing when its process continues after another node has finished it', async () => {
    const { urls, databases } = await openOnEachNode()
    const child = await startMigrating(urls, databases[1]!)
    child.signal('SIGSTOP')
    const applied = await migrate(databases[1]!)
    expect(applied.at(-1)).toBe(migrationNames.at(-1))
    // Its migrations would overwrite these values.
    await sql`update special_event_revision set revision = 7`.execute(databases[1]!.kysely)
    const finished = await contentsOf(databases[1]!)
    child.signal('SIGCONT')
    expect(JSON.parse(await child.line())).toEqual([])
    await child.end()
    expect(await contentsOf(databases[0]!)).toEqual(finished)
  })
})
