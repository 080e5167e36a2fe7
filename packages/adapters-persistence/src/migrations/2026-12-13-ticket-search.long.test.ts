import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { CalendarDate, Email, Instant, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { migrationsOn } from './index.ts'
import { migrate } from './migrate.ts'

const bytes = (id: string) => `x'${id.replaceAll('-', '')}'`
const page = { page: 1, limit: 100 }
const count = 5_000

describe.each(namedEngines)(
  'a database of the version before migration 2026-12-13-ticket-search, on %s,',
  (_, engine) => {
    let created: EmptyDatabase
    let database: MuseumDatabase
    const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
    /** Adds tickets as that version does. Every tenth was sold to Ünal, every thousandth is cancelled. */
    const sell = async (from: number, to: number) => {
      const rows = Array.from({ length: to - from }, (_row, n) => from + n).map((n) => {
        const email =
          n % 10 === 0 ? (n % 20 === 0 ? 'ÜNAL@Example.org' : 'ünal@example.org') : `visitor${n}@example.org`
        return `(${bytes(exampleId(1_000 + n))}, 'general', null, '2030-05-${17 + (n % 2)}', '${email}', 'code-${n}', 1990, 'EUR',
          '${n % 1_000 === 999 ? 'cancelled' : 'valid'}', null)`
      })
      await run(
        `insert into museum_ticket (ticket_id, ticket_type, event_id, ticket_date, email, confirmation_code, price, currency,
           state, occurrence_number)
         values ${rows.join(', ')}`,
      )
    }
    const upTo = async (name: string) => {
      const provider = { getMigrations: async () => migrationsOn(database.engine) }
      const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo(name)
      if (error !== undefined) throw error
    }
    beforeEach(async () => {
      created = await engine.createDatabase()
      database = openDatabase(created.url)
      await upTo('2026-12-12-admissions')
      await sell(0, count)
    })
    afterEach(async () => {
      await database.close()
      await created.drop()
    })

    const expectMigrated = async () => {
      const { tickets, ticketRevocations } = kyselyRepositories(database)
      const withoutHash = await run('select ticket_id from museum_ticket where email_hash is null')
      expect(withoutHash.rows).toEqual([])
      const { total, items } = await tickets.list({ email: Email('Ünal@example.org') }, page)
      expect([total, items.length, items[1]?.ticketId]).toEqual([500, 100, exampleId(1_010)])
      expect(await tickets.list({ email: Email('VISITOR4321@example.org') }, page)).toMatchObject({
        total: 1,
        items: [{ ticketId: exampleId(1_000 + 4_321) }],
      })
      const cancelled = [999, 1_999, 2_999, 3_999, 4_999].map((n) => exampleId(1_000 + n))
      const revocations = await ticketRevocations.list(CalendarDate('2030-05-18'), Instant(0))
      expect(revocations).toMatchObject({ tickets: cancelled, occurrences: [] })
      // Their cancellation time is not known, so the migration stores its own time.
      expect(Math.abs(revocations.latest! - Date.now())).toBeLessThan(120_000)
      const attendanceOf = (date: string) => tickets.countAttendance(CalendarDate(date))
      expect(await attendanceOf('2030-05-17')).toEqual([{ ticketType: 'general', sold: 2_500, admitted: 0 }])
      expect(await attendanceOf('2030-05-18')).toEqual([{ ticketType: 'general', sold: 2_495, admitted: 0 }])
    }

    it('has, after the migration, tickets that are found by their address, and its cancelled tickets among the revocations', async () => {
      expect((await migrate(database))[0]).toBe('2026-12-13-ticket-search')
      await expectMigrated()
      const { tickets } = kyselyRepositories(database)
      const ticket = aGeneralTicket()
      expect(await sellAlone(tickets, ticket)).toEqual(ticket)
      expect((await tickets.list({ email: ticket.purchaser!.email }, page)).items).toEqual([ticket])
    })

    // On SQLite, all migrations are one transaction, so none is interrupted in the middle.
    if (engine.isMysql)
      it('is the same after the migration has run again', async () => {
        await upTo('2026-12-13-ticket-search')
        const stored = async () => [
          (await run('select ticket_id, email_hash from museum_ticket order by ticket_id')).rows,
          (await run('select * from ticket_cancellation order by ticket_id')).rows,
        ]
        const before = await stored()
        await migrationsOn(database.engine)['2026-12-13-ticket-search']!.up(database.kysely)
        expect(await stored()).toEqual(before)
        await migrate(database)
        await expectMigrated()
      })

    it('is migrated after an interruption at each of its statements, also while an older server goes on selling', async () => {
      const interruptedAfter = (statements: number, kind: RegExp): KyselyPlugin => {
        let remaining = statements
        return {
          transformQuery({ node }) {
            if (kind.test(node.kind) && (remaining -= 1) < 0) throw new Error('interrupted')
            return node
          },
          transformResult: async ({ result }) => result,
        }
      }
      const interrupt = async (statements: number, kind: RegExp) => {
        const kysely = database.kysely.withPlugin(interruptedAfter(statements, kind))
        await expect(migrate({ ...database, kysely })).rejects.toThrow('interrupted')
      }
      for (let chunk = 0; chunk < 5; chunk += 1) {
        // Each run adds the column, or stores a thousand more tickets; on SQLite, all of it is rolled back.
        await interrupt(engine.isMysql ? 1 : chunk + 1, /^(Alter|Update)/)
        if (!engine.isMysql) continue
        const { rows } = await run('select ticket_id from museum_ticket where email_hash is null')
        expect(rows).toHaveLength(count - chunk * 1_000)
      }
      for (let index = 0; index < 3; index += 1) await interrupt(index, /^CreateIndex/)
      await migrate(database)
      await expectMigrated()
      await sell(count, count + 1_500)
      const { tickets } = kyselyRepositories(database)
      expect((await tickets.list({ email: Email('ÜNAL@EXAMPLE.ORG') }, page)).total).toBe(650)
      expect(await tickets.find(TicketId(exampleId(1_000 + count)))).toMatchObject({ state: 'valid' })
    })
  },
)
