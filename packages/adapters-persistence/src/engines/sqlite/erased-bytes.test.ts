import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ErasedCount } from '@museum/application'
import { sellAlone, anAuditEntry, addScan } from '@museum/testing'
import {
  AdmissionId,
  CalendarDate,
  ConfirmationCode,
  Email,
  EventDates,
  EventLocation,
  EventName,
  Gate,
  Instant,
  OrderId,
  Phone,
  Quantity,
  Reservation,
  type Ticket,
  TicketId,
} from '@museum/domain'
import { aGeneralTicket, aPurchaseContext, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { sql } from 'kysely'
import { addSlot } from '../../../test/add-slot.ts'
import { type OpenedDatabase, aDatabase } from '../../../test/a-database.ts'
import { sqlite } from '../../../test/engines.ts'
import { startChild } from '../../../test/start-child.ts'
import { purchaserRows } from '../../privacy/kysely-purchaser-data-repository.ts'
import { reservationRowOf } from '../../reservations/reservation-rows.ts'
import { rowOf } from '../../tickets/ticket-rows.ts'
import type { ErasingDatabase } from '@museum/database'

describe('the files of SQLite', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(sqlite)
  })
  afterEach(() => opened.close())

  const date = CalendarDate('2030-05-17')
  const entryOf = ({ tickets }: ErasedCount) => anAuditEntry({ after: { tickets } })
  const emailOf = (n: number) => (n % 2 === 0 ? `Visitor-${n}@Secret.example` : `visitor-${n}@secret.example`)
  const ticketOf = (n: number): Ticket =>
    aGeneralTicket({
      ticketId: TicketId(exampleId(10_000 + n)),
      confirmationCode: ConfirmationCode(`ticket-general-${n}`),
      ticketDate: date,
      purchaser: { email: Email(emailOf(n)), phone: Phone(`+49 555 ${n}`) },
    })
  const count = 2_000
  /** The e-mail addresses and phone numbers in all files of the database. */
  const found = () => {
    const folder = dirname(opened.url.slice('sqlite:'.length))
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    return new Set(files.flatMap((text) => text.match(/visitor-\d+@secret|\+49 555 \d+/gi) ?? []))
  }
  const sell = async () => {
    for (let start = 0; start < count; start += 1_000)
      await opened.database.transaction((tables) =>
        tables
          .insertInto('museum_ticket')
          .values(Array.from({ length: 1_000 }, (_, n) => rowOf(ticketOf(start + n))))
          .execute(),
      )
    await addSlot(opened.database, ticketOf(0), count)
  }
  /** Admits, cancels and searches tickets, so that rows become longer and SQLite splits their pages. */
  const use = async () => {
    const step = (n: number) => [0, 3, 1, 4, 2, 5, 6][n % 7]!
    for (let start = 0; start < count; start += 500) {
      const numbers = Array.from({ length: 500 }, (_, n) => start + n)
      await Promise.all(
        numbers
          .filter((n) => step(n) < 5)
          .map((n) =>
            addScan(opened.admissions, {
              admissionId: AdmissionId(exampleId(50_000 + n)),
              at: Instant(Date.UTC(2030, 4, 17, 10)),
              date,
              gate: Gate('North door '.repeat(1 + step(n) * 2).trim()),
              ticketId: ticketOf(n).ticketId,
              scannedBy: 'scanner',
              isOffline: false,
            }),
          ),
      )
      for (const n of numbers.filter((number) => step(number) === 6))
        await opened.tickets.cancel(
          ticketOf(n).ticketId,
          () => undefined,
          () => anAuditEntry(),
        )
    }
    await opened.tickets.list({ email: Email('ben@example.org') }, { page: 1, limit: 1 })
  }

  it('contain no erased addresses and phone numbers, even where SQLite had split pages before', async () => {
    await sell()
    await use()
    expect(found().size).toBe(2 * count)
    const erased = await opened.purchaserData.erase({ before: CalendarDate('2030-05-18') }, entryOf)
    expect(erased).toEqual({ tickets: count, reservations: 0, isOverwritten: true })
    expect([...found()]).toEqual([])
    const { rows } = await sql`pragma integrity_check`.execute(opened.database.kysely)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
    expect((await opened.tickets.countAttendance(date))[0]!.sold).toBeGreaterThan(count / 2)
  })

  it('contain no erased data of reservations, even where SQLite had split pages before', async () => {
    const { kysely } = opened.database
    const items = [{ ticketType: 'general' as const, ticketDate: date, quantity: Quantity(1) }]
    for (let start = 0; start < count; start += 500) {
      const made = Array.from({ length: 500 }, (_, n): Reservation => {
        const purchaser = { email: Email(emailOf(start + n)), phone: Phone(`+49 555 ${start + n}`) }
        const at = { now: Instant(1_000), isOfShop: false }
        const reservationId = OrderId(exampleId(7_000 + start + n))
        return Reservation.hold(reservationId, { items, purchaser }, [aPurchaseContext()], at) as Reservation
      })
      await kysely.insertInto('reservation').values(made.map(reservationRowOf)).execute()
    }
    // Longer rows, so that SQLite splits their pages.
    for (let n = 1; n <= count; n += 1) {
      const longer = ' '.repeat(60 * [0, 3, 1, 4, 2, 5, 6][n % 7]!)
      await sql`update reservation set items = items || ${longer} where rowid = ${(n * 7) % count}`.execute(kysely)
    }
    expect(found().size).toBe(2 * count)
    const erased = await opened.purchaserData.erase({ before: CalendarDate('2030-05-18') }, entryOf)
    expect(erased).toEqual({ tickets: 0, reservations: count, isOverwritten: true })
    expect([...found()]).toEqual([])
    const { rows } = await sql`pragma integrity_check`.execute(kysely)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  })

  it('contain no erased data that a version without secure_delete has left, even in free pages', async () => {
    const { kysely } = opened.database
    await sql`pragma secure_delete = off`.execute(kysely)
    await sell()
    await use()
    // Like a table that was dropped.
    await sql`create table copy as select email, phone from museum_ticket`.execute(kysely)
    await sql`drop table copy`.execute(kysely)
    await sql`pragma secure_delete = on`.execute(kysely)
    const before = CalendarDate('2030-05-18')
    expect(await opened.purchaserData.erase({ before }, entryOf)).toEqual({
      tickets: count,
      reservations: 0,
      isOverwritten: true,
    })
    expect([...found()]).toEqual([])
    expect((await opened.tickets.countAttendance(date))[0]!.sold).toBeGreaterThan(count / 2)
  })

  it('are not rebuilt when a free page comes into use while free pages are read', async () => {
    const { kysely, query, transaction, engine } = opened.database
    await sql`create table other (content any) strict`.execute(kysely)
    await sql`insert into other values (zeroblob(40000))`.execute(kysely)
    await sql`delete from other`.execute(kysely)
    const path = opened.url.slice('sqlite:'.length)
    /** What another server does before each statement, by its number. */
    const before: Record<number, () => Promise<unknown>> = {
      // It writes the content of a page to the file, but not yet that the page is in use.
      0: async () => {
        const bytes = readFileSync(path)
        const list = bytes.readUInt32BE(32)
        expect(bytes.readUInt32BE((list - 1) * 4096 + 4)).toBeGreaterThan(2)
        const offset = (bytes.readUInt32BE((list - 1) * 4096 + 8) - 1) * 4096
        await startChild('write-bytes.ts', [path, String(offset)]).end()
        expect(readFileSync(path).toString('latin1', offset, offset + 7)).toBe('content')
      },
      1: () => sql`insert into other values (zeroblob(80000))`.execute(kysely),
    }
    let n = 0
    const database: ErasingDatabase = {
      transaction,
      query: async (work) => {
        await before[n]?.()
        n += 1
        return query(work)
      },
    }
    const version = async () => (await sql`pragma schema_version`.execute(kysely)).rows
    await sql`pragma wal_checkpoint(truncate)`.execute(kysely)
    const former = await version()
    expect(await engine.overwriteErased(database, purchaserRows[0]!, () => false)).toBe(true)
    expect(n).toBeGreaterThan(3)
    // `vacuum` would change this number.
    expect(await version()).toEqual(former)
  })

  it('contain no erased data that a version without secure_delete has left in the pages of tickets', async () => {
    const { kysely } = opened.database
    await sql`pragma secure_delete = off`.execute(kysely)
    await sell()
    await use()
    await sql`pragma secure_delete = on`.execute(kysely)
    const before = CalendarDate('2030-05-18')
    expect(await opened.purchaserData.erase({ before }, entryOf)).toEqual({
      tickets: count,
      reservations: 0,
      isOverwritten: true,
    })
    expect([...found()]).toEqual([])
  })

  it.each([150, 200, 250])(
    'contain no erased data where a ticket with texts of %s emoji fills most of a page',
    async (length) => {
      const event = aSpecialEvent({
        name: EventName('🦣'.repeat(length)),
        location: EventLocation('🦴'.repeat(length)),
        dates: EventDates([date]),
      })
      await opened.specialEvents.add(event, anAuditEntry())
      for (let n = 0; n < count; n += 10)
        for (let m = n; m < n + 10; m += 1) {
          const { ticketId, confirmationCode, purchaser } = ticketOf(m) as Required<Ticket>
          const { name, location } = event
          const long = {
            ticketId,
            confirmationCode,
            purchaser,
            ticketDate: date,
            event: { eventId: event.eventId, name, location },
          }
          expect(await sellAlone(opened.tickets, m % 3 === 0 ? anEventTicket(long) : ticketOf(m))).toHaveProperty(
            'ticketId',
          )
        }
      await use()
      const before = CalendarDate('2030-05-18')
      expect(await opened.purchaserData.erase({ before }, entryOf)).toEqual({
        tickets: count,
        reservations: 0,
        isOverwritten: true,
      })
      expect([...found()]).toEqual([])
    },
  )

  it('contain no data of an erased purchaser, and all data of the others', async () => {
    await sell()
    await use()
    const numbers = [7, 8, 371, 777, 1_998]
    for (const n of numbers) {
      const email = Email(emailOf(n).toUpperCase())
      expect(await opened.purchaserData.erase({ email }, entryOf)).toEqual({
        tickets: 1,
        reservations: 0,
        isOverwritten: true,
      })
    }
    const left = found()
    const data = numbers.flatMap((n) => [emailOf(n).split('.')[0]!, `+49 555 ${n}`])
    expect(data.filter((text) => left.has(text))).toEqual([])
    expect(left.size).toBe(2 * (count - numbers.length))
  })

  it('contain the data after an erasure that was aborted and says so, and none after the next one', async () => {
    await sellAlone(opened.tickets, ticketOf(1))
    const filter = { email: Email(emailOf(1)) }
    let isAborted = false
    const onProgress = () => (isAborted = true)
    const options = { onProgress, isAborted: () => isAborted }
    expect(await opened.purchaserData.erase(filter, entryOf, options)).toEqual({
      tickets: 1,
      reservations: 0,
      isOverwritten: false,
    })
    expect(found().size).toBeGreaterThan(0)
    expect(await opened.purchaserData.erase(filter, entryOf)).toEqual({
      tickets: 0,
      reservations: 0,
      isOverwritten: true,
    })
    expect([...found()]).toEqual([])
  })

  it('still contain erased data while another process reads the log, and none after the next erasure; the first one reports that', async () => {
    await sellAlone(opened.tickets, ticketOf(1))
    const reader = startChild('hold-read-lock.ts', [opened.url.slice('sqlite:'.length)])
    expect(await reader.line()).toBe('reading')
    const email = Email(emailOf(1))
    expect(await opened.purchaserData.erase({ email }, entryOf)).toEqual({
      tickets: 1,
      reservations: 0,
      isOverwritten: false,
    })
    expect(await opened.tickets.find(ticketOf(1).ticketId)).not.toHaveProperty('purchaser')
    expect(found().size).toBeGreaterThan(0)
    await reader.end()
    expect(await opened.purchaserData.erase({ email }, entryOf)).toEqual({
      tickets: 0,
      reservations: 0,
      isOverwritten: true,
    })
    expect([...found()]).toEqual([])
  })
})
