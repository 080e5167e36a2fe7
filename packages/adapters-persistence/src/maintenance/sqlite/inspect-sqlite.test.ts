import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { anAuditEntry } from '@museum/testing'
import { EventId } from '@museum/domain'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import { inspectDatabase } from '../inspect-database.ts'
import { migrationNames, migrationsOn } from '../../migrations/index.ts'
import { pendingMigrations } from '../../migrations/migrate.ts'

const options = { serverConnections: 10, isThorough: false }

describe('the inspection of an embedded database', () => {
  let opened: OpenedDatabase
  let path: string
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
    path = opened.url.slice('sqlite:'.length)
    for (let n = 0; n < 30; n += 1)
      await opened.specialEvents.add(aSpecialEvent({ eventId: EventId(exampleId(n)) }), anAuditEntry())
  })
  afterEach(() => opened.close())
  const forReading = () => opened.open(opened.url, { readOnly: true })
  const inspect = (isThorough = false) => inspectDatabase(forReading(), { ...options, isThorough })
  const stop = () => opened.database.close()
  const files = () =>
    readdirSync(dirname(path)).map((name) => [name, readFileSync(`${dirname(path)}/${name}`).toString('base64')])

  const damaged = {
    check: 'database',
    level: 'serious',
    message: expect.stringMatching(/^The content of the database file .* is damaged: .*\S\.$/s),
    advice: 'Stop the server, keep a copy of the damaged file, and restore a backup.',
  }

  it('finds nothing wrong beside a running server, not even in its write-ahead log', async () => {
    expect(await inspect()).toEqual([{ check: 'database', level: 'ok', message: 'The content is undamaged.' }])
    expect(await inspect(true)).toEqual([
      { check: 'database', level: 'ok', message: 'The content and the indexes are undamaged.' },
    ])
    const events = forReading().kysely.selectFrom('special_event').select('name').execute()
    expect(await events).toHaveLength(30)
  })

  it('neither creates nor changes a file when no server runs', async () => {
    await stop()
    const before = files()
    expect(before).toHaveLength(1)
    const database = forReading()
    await inspectDatabase(database, options)
    expect(await pendingMigrations(database)).toEqual([])
    expect(files()).toEqual(before)
    await database.close()
    expect(files()).toEqual(before)
  })

  it('neither creates a file nor a folder where there is none', async () => {
    const database = opened.open(`sqlite:${dirname(path)}/new/museum.sqlite`, { readOnly: true })
    await expect(inspectDatabase(database, options)).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR' })
    expect(readdirSync(dirname(path))).not.toContain('new')
  })

  it('finds differences from the schema of its latest migration', async () => {
    const file = new DatabaseSync(path)
    file.exec(`create trigger free after insert on museum_ticket begin update museum_ticket set price = 0; end;
               drop index scan_by_gate; create index scan_by_gate on scan (gate);
               drop index scan_by_time; create view everything as select * from museum_ticket; create table mine (id)`)
    file.close()
    expect(await inspect()).toEqual([
      { check: 'database', level: 'ok', message: 'The content is undamaged.' },
      {
        check: 'database',
        level: 'serious',
        message:
          `The database file ${path} does not have the schema of a museum: the table "mine" does not belong to the museum; ` +
          'the trigger "free" does not belong to the museum; the view "everything" does not belong to the museum; and 2 more.',
        advice: expect.stringMatching(/^Find out who changed it\./),
      },
    ])
  })

  it('finds no difference after each migration, and with the statistics of SQLite', async () => {
    for (const name of migrationNames) {
      const database = opened.open(`sqlite:${join(dirname(path), name)}`)
      const provider = { getMigrations: async () => migrationsOn(database.engine) }
      expect((await new Migrator({ db: database.kysely, provider }).migrateTo(name)).error).toBeUndefined()
      await sql`analyze`.execute(database.kysely)
      expect(await inspectDatabase(database, options)).toMatchObject([{ level: 'ok' }])
    }
  })

  it('cannot write to the database', async () => {
    const write = forReading().write((tables) => tables.deleteFrom('special_event').execute())
    await expect(write).rejects.toMatchObject({ name: 'Unavailable' })
    expect((await opened.database.kysely.selectFrom('special_event').select('name').execute()).length).toBe(30)
  })

  it('finds a file that was cut in the middle', async () => {
    await stop()
    truncateSync(path, Math.floor(readFileSync(path).length / 2))
    expect(await inspect()).toMatchObject([damaged])
  })

  it('finds rows that were overwritten', async () => {
    await stop()
    const content = readFileSync(path)
    // Overwrites a page with rows of one table: the first page is that of the schema.
    const file = new DatabaseSync(path)
    const { rootpage } = file.prepare("select rootpage from sqlite_schema where name = 'audit_entry'").get() as {
      rootpage: number
    }
    file.close()
    const size = content.readUInt16BE(16)
    // Overwrites the pointers to the first rows of the page.
    const pointers = (rootpage - 1) * size + 8
    writeFileSync(path, content.fill(0xff, pointers, pointers + 8))
    expect(await inspect()).toEqual([damaged])
  })

  it('finds an index that lacks a row when it is thorough', async () => {
    await stop()
    const run = (statements: string) => {
      const file = new DatabaseSync(path, { defensive: false })
      file.exec(`pragma writable_schema = on; ${statements}`)
      file.close()
    }
    const replaceColumn = (from: string, to: string) =>
      run(`update sqlite_schema set sql = replace(sql, '"${from}"', '"${to}"') where name = 'audit_entry_by_actor'`)
    // Makes the index contain the values of another column.
    replaceColumn('actor', 'operation')
    run('reindex audit_entry_by_actor')
    replaceColumn('operation', 'actor')
    expect(await inspect()).toMatchObject([{ level: 'ok' }])
    expect(await inspect(true)).toMatchObject([
      {
        level: 'serious',
        message: expect.stringMatching(
          /is damaged: row \d+ missing from index audit_entry_by_actor.*; and \d+ more faults/,
        ),
      },
    ])
  })
})
