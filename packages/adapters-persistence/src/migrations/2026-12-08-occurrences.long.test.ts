import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EventId, SpecialEvent, TicketId, isRefusal } from '@museum/domain'
import { anEventTicket, exampleId, someDates } from '@museum/testing/examples'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { type KyselyPlugin, sql } from 'kysely'
import { DatabaseMisconfigured } from '@museum/database'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { migrate } from './migrate.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { type VersionBeforeOccurrences, versionBeforeOccurrences } from '../../test/version-before-occurrences.ts'

const [unchanged, deleted, shortened, restored] = [1, 2, 3, 4].map(exampleId) as [string, string, string, string]
const [first, second] = ['2030-05-17', '2030-05-18'] as const
const ticket = (n: number, ticketDate: string, eventId?: string) => ({
  ticketId: exampleId(100 + n),
  confirmationCode: `ticket-${n}`,
  ticketDate,
  ...(eventId !== undefined && { eventId }),
})

describe.each(namedEngines)(
  'a database of the version before migration 2026-12-08-occurrences, on %s,',
  (_, engine) => {
    let created: EmptyDatabase
    let database: MuseumDatabase
    let before: VersionBeforeOccurrences
    beforeEach(async () => {
      created = await engine.createDatabase()
      database = openDatabase(created.url)
      before = versionBeforeOccurrences(database)
      await before.migrate()
      for (const eventId of [unchanged, deleted, shortened, restored]) await before.addEvent(eventId, [first, second])
      await before.sell(ticket(0, first))
      for (const [n, eventId] of [unchanged, deleted, shortened, restored].entries()) {
        await before.sell(ticket(2 * n + 1, first, eventId))
        await before.sell(ticket(2 * n + 2, second, eventId))
      }
      await before.deleteEvent(deleted)
      await before.setDates(shortened, [second], [first])
      await before.setDates(restored, [second], [first])
      await before.setDates(restored, [first, second], [])
      await before.sell(ticket(9, first, restored))
    })
    afterEach(async () => {
      await database.close()
      await created.drop()
    })
    const stateOf = async (n: number) =>
      (await kyselyRepositories(database).tickets.find(TicketId(exampleId(100 + n))))?.state
    const states = async () => Promise.all(Array.from({ length: 10 }, (_ticket, n) => stateOf(n)))

    it('keeps the state of every ticket when it is migrated', async () => {
      const statesBefore = await before.states()
      expect((await migrate(database))[0]).toBe('2026-12-08-occurrences')
      const expected = Array.from({ length: 10 }, (_ticket, n) =>
        statesBefore.get(exampleId(100 + n).replaceAll('-', '')),
      )
      expect(await states()).toEqual(expected)
      expect(expected).toEqual([
        'valid', // general
        'valid',
        'valid', // the event that was not changed
        'cancelled',
        'cancelled', // the event that was deleted
        'cancelled',
        'valid', // the event that lost its first date
        'cancelled',
        'valid', // the event whose first date was removed and added again
        'valid', // sold after that
      ])
      expect(await kyselyRepositories(database).tickets.find(TicketId(exampleId(101)))).toEqual({
        ticketType: 'event',
        ticketId: exampleId(101),
        confirmationCode: 'ticket-1',
        ticketDate: first,
        event: { eventId: unchanged, name: 'Night', location: 'Hall' },
        occurrenceNumber: 1,
        purchaser: { email: 'visitor@example.org' },
        price: 1990,
        currency: 'EUR',
        state: 'valid',
      })
    })

    it('has, after the migration, tickets that are cancelled when their dates or events are removed, also if a date is added again', async () => {
      await migrate(database)
      const { specialEvents } = kyselyRepositories(database)
      const setDates = (...dates: string[]) =>
        specialEvents.update(
          EventId(unchanged),
          (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
          () => anAuditEntry(),
        )
      await setDates(second)
      await setDates(first, second)
      await specialEvents.remove(
        EventId(restored),
        () => undefined,
        () => anAuditEntry(),
      )
      expect(await states()).toEqual([
        'valid',
        'cancelled',
        'valid',
        'cancelled',
        'cancelled',
        'cancelled',
        'valid',
        'cancelled',
        'cancelled',
        'cancelled',
      ])
    })

    it('stores, after the migration, a ticket for a date that was added before it', async () => {
      await migrate(database)
      const { specialEvents, tickets } = kyselyRepositories(database)
      const event = await specialEvents.find(EventId(unchanged))
      expect(event).toMatchObject({ revision: 1, occurrences: [{ number: 1 }, { number: 1 }] })
      const { eventId, name, location } = event!
      const sold = anEventTicket({ ticketId: TicketId(exampleId(200)), event: { eventId, name, location } })
      expect(isRefusal(await sellAlone(tickets, sold))).toBe(false)
      expect(await tickets.find(sold.ticketId)).toEqual(sold)
    })

    it('keeps its idempotency records when it is migrated', async () => {
      const answer = '{"body":"{\\"ticketId\\":\\"🦣\\"}","headers":{"Location":"/v1.1/tickets/x/qr"}}'
      await before.addRecord('admin', 'a key', answer)
      await migrate(database)
      expect(await kyselyRepositories(database).idempotencyRecords.find('admin', 'a key')).toMatchObject({ answer })
    })

    it('rejects, after the migration, every statement with which the previous version sells, cancels or adds tickets and dates', async () => {
      await migrate(database)
      const statements = [
        () => before.sell(ticket(20, first)),
        () => before.sell(ticket(21, first, unchanged)),
        () => before.deleteEvent(unchanged),
        () => before.setDates(unchanged, [second], [first]),
        () => before.addEvent(exampleId(5), [first]),
      ]
      for (const statement of statements) await expect(statement()).rejects.toThrow(/ticket|special_event_date/)
      expect(await kyselyRepositories(database).tickets.find(TicketId(exampleId(120)))).toBeUndefined()
    })

    it('is not migrated, and loses no ticket, when its backup was restored into a migrated database', async () => {
      await migrate(database)
      const { kysely } = database
      for (const [name, from] of [
        ['ticket', 'museum_ticket'],
        ['special_event_date', 'event_occurrence'],
      ] as const)
        await sql`create table ${sql.table(name)} as select * from ${sql.table(from)}`.execute(kysely)
      await sql`delete from kysely_migration where name >= '2026-12-08'`.execute(kysely)
      const migrating = migrate(database)
      await expect(migrating).rejects.toBeInstanceOf(DatabaseMisconfigured)
      await expect(migrating).rejects.toThrow(/museum_ticket.*Restore the backup into an empty database/)
      const { rows } = await sql`select ticket_id from ticket`.execute(kysely)
      expect(rows).toHaveLength(10)
    })

    if (!engine.isMysql) {
      const copies = () => {
        const path = created.url.slice('sqlite:'.length)
        return readdirSync(dirname(path)).filter((name) => name.includes('.before-'))
      }

      it('is copied before it is migrated, to a file that only its owner can read', async () => {
        const folder = dirname(created.url.slice('sqlite:'.length))
        const count = copies().length
        await migrate(database)
        expect(copies()).toHaveLength(count + 1)
        const name = copies().find((each) => created.url.endsWith(each.split('.before-')[0]!))!
        expect(name).toMatch(/\.before-2026-12-08-occurrences$/)
        if (process.platform !== 'win32') expect(statSync(`${folder}/${name}`).mode & 0o777).toBe(0o600)
        const copy = new DatabaseSync(`${folder}/${name}`, { readOnly: true })
        expect(copy.prepare('select count(*) as count from ticket').get()).toEqual({ count: 10 })
        expect(copy.prepare('select max(name) as name from kysely_migration').get()).toEqual({
          name: '2026-12-07-write-probe',
        })
        copy.close()
      })

      it('has one copy, however often its migration was interrupted', async () => {
        const count = copies().length
        const interrupting: KyselyPlugin = {
          transformQuery({ node }) {
            if (node.kind === 'AlterTableNode') throw new Error('interrupted')
            return node
          },
          transformResult: async ({ result }) => result,
        }
        const kysely = database.kysely.withPlugin(interrupting)
        for (let attempt = 0; attempt < 3; attempt += 1)
          await expect(migrate({ ...database, kysely })).rejects.toThrow('interrupted')
        await migrate(database)
        expect(copies()).toHaveLength(count + 1)
      })

      it('is not copied when it is empty', async () => {
        const empty = await engine.createDatabase()
        const emptyDatabase = openDatabase(empty.url)
        await migrate(emptyDatabase)
        await emptyDatabase.close()
        const path = empty.url.slice('sqlite:'.length)
        expect(existsSync(`${path}.before-2026-12-08-occurrences`)).toBe(false)
        await empty.drop()
      })

      it('is copied under another name when it is restored and migrated again', async () => {
        const path = created.url.slice('sqlite:'.length)
        await migrate(database)
        await database.close()
        for (const suffix of ['-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
        copyFileSync(`${path}.before-2026-12-08-occurrences`, path)
        database = openDatabase(created.url)
        expect((await migrate(database))[0]).toBe('2026-12-08-occurrences')
        expect(existsSync(`${path}.before-2026-12-08-occurrences-2`)).toBe(true)
        expect(readdirSync(dirname(path)).filter((name) => name.endsWith('.part'))).toEqual([])
      })
    }
  },
)
