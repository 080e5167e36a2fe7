import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Page, type TicketFilter } from '@museum/application'
import { anAuditEntry } from '@museum/testing'
import {
  CalendarDate,
  ConfirmationCode,
  Email,
  EventDates,
  EventId,
  Instant,
  type Ticket,
  TicketId,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { addSlot } from '../../test/add-slot.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { kyselyPurchaserDataRepository } from '../privacy/kysely-purchaser-data-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselyTicketRepository } from './kysely-ticket-repository.ts'
import { kyselyTicketRevocationRepository } from './kysely-ticket-revocation-repository.ts'
import { rowOf } from './ticket-rows.ts'

describe.each(namedEngines)('the searches among many tickets on %s', (_, engine) => {
  let opened: OpenedDatabase
  const day = (n: number) => CalendarDate.plusDays(CalendarDate('2030-05-01'), n)
  const [crowded, quiet] = [EventId(exampleId(1)), EventId(exampleId(2))]
  const [events, dates, ofCrowded] = [50, 40, Page.maxCountedItems + 50]
  const agency = Email('Agency@example.org')
  const numbered = (n: number) => ({
    ticketId: TicketId(exampleId(100_000 + n)),
    confirmationCode: ConfirmationCode(`code-${n}`),
  })
  const eventTicket = (n: number, eventId: EventId, date: CalendarDate, email: string) =>
    anEventTicket({
      ...numbered(n),
      event: { ...anEventTicket().event, eventId },
      ticketDate: date,
      purchaser: { email: Email(email) },
    })
  const crowdedTicket = (n: number) => eventTicket(n, crowded, day(7), agency)
  const run = (statement: string) => opened.database.kysely.executeQuery(CompiledQuery.raw(statement))
  const insert = async (tickets: readonly Ticket[]) => {
    for (let start = 0; start < tickets.length; start += 1_000)
      await opened.database.transaction((tables) =>
        tables
          .insertInto('museum_ticket')
          .values(tickets.slice(start, start + 1_000).map(rowOf))
          .execute(),
      )
  }
  beforeAll(async () => {
    opened = await aDatabase(engine)
    const someEvents = Array.from({ length: events }, (_event, n) =>
      aSpecialEvent({
        eventId: EventId(exampleId(1 + n)),
        dates: EventDates(Array.from({ length: dates }, (_date, m) => day(m))),
      }),
    )
    await fillWithEvents(opened.database, engine, someEvents)
    // The tickets of an agency; and, for each date, one for general entry and one for each event.
    await insert(Array.from({ length: ofCrowded }, (_ticket, n) => crowdedTicket(n)))
    const others = Array.from({ length: dates * (events + 1) }, (_ticket, n) => {
      const [k, date] = [Math.floor(n / dates), day(n % dates)]
      const number = 20_000 + n
      return k === events
        ? aGeneralTicket({ ...numbered(number), ticketDate: date })
        : eventTicket(number, EventId(exampleId(1 + k)), date, `visitor${number}@example.org`)
    })
    await insert(others)
    const cancelledDates = others.slice(0, 400)
    for (const ticket of cancelledDates) {
      await addSlot(opened.database, ticket, 1)
      await opened.tickets.cancel(
        ticket.ticketId,
        () => undefined,
        () => anAuditEntry(),
      )
    }
    await opened.specialEvents.remove(
      EventId(exampleId(events)),
      () => undefined,
      () => anAuditEntry(),
    )
    await opened.tickets.list({ email: agency }, { page: 1, limit: 1 })
    const analysed = ['museum_ticket', 'special_event', 'event_occurrence', 'ticket_cancellation']
    await run(engine.isMysql ? `analyze table ${analysed.join(', ')}` : 'analyze')
  })
  afterAll(() => opened.close())

  const recorded = (work: (database: MuseumDatabase) => Promise<unknown>) => statementsOf(opened.database, work)
  const primaryKey = engine.isMysql ? 'PRIMARY' : 'sqlite_autoindex_museum_ticket_1'

  it.each<[string, TicketFilter]>([
    ['a purchaser', { email: agency }],
    ['a date of an event', { eventId: crowded, date: day(7) }],
  ])('count no more than ten thousand tickets of %s, and return every page', async (_what, filter) => {
    // The ticket that the set-up sells for this date of the event is the last one.
    const matching = ofCrowded + ('email' in filter ? 0 : 1)
    const whole = await opened.tickets.list(filter, { page: 1, limit: 3 })
    expect(whole).toEqual({ items: [0, 1, 2].map(crowdedTicket) })
    const { items, total } = await opened.tickets.list(filter, { page: 201, limit: 50 })
    expect([items.length, items[0], total]).toEqual([50, crowdedTicket(10_000), undefined])
    const last = await opened.tickets.list(filter, { page: Math.ceil(matching / 100), limit: 100 })
    expect([last.items.length, last.total]).toEqual([matching % 100, undefined])
  })

  it('have a total when there are exactly as many tickets as are counted at most', async () => {
    const filter = { eventId: quiet, date: CalendarDate('2077-01-01') }
    await insert(
      Array.from({ length: Page.maxCountedItems }, (_ticket, n) =>
        eventTicket(50_000 + n, quiet, filter.date, 'school@example.org'),
      ),
    )
    expect((await opened.tickets.list(filter, { page: 1, limit: 1 })).total).toBe(Page.maxCountedItems)
    await insert([eventTicket(99_999, quiet, filter.date, 'school@example.org')])
    expect((await opened.tickets.list(filter, { page: 1, limit: 1 })).total).toBeUndefined()
  })

  it.each<[string, TicketFilter, string, boolean]>([
    ['a purchaser with many tickets', { email: agency }, 'ticket_by_email_hash', true],
    ['a purchaser with one ticket', { email: Email('VISITOR20001@example.org') }, 'ticket_by_email_hash', true],
    ['a purchaser without tickets', { email: Email('unknown@example.org') }, 'ticket_by_email_hash', true],
    ['a crowded date of an event', { eventId: crowded, date: day(7) }, 'ticket_by_event_and_date', false],
    ['a quiet date of an event', { eventId: quiet, date: day(3) }, 'ticket_by_event_and_date', false],
    [
      'a confirmation code',
      { confirmationCodes: [ConfirmationCode('code-7')] },
      engine.isMysql ? 'ticket_confirmation_code' : 'sqlite_autoindex_museum_ticket_2',
      false,
    ],
  ])('read ranges of indexes for %s', async (_what, filter, index, isCovering) => {
    // A search stores the missing hashes.
    await opened.tickets.list({ email: agency }, { page: 1, limit: 1 })
    const statements = await recorded((database) =>
      // A full page, so that the tickets are counted as well.
      kyselyTicketRepository(database).list(filter, { page: 1, limit: 1 }),
    )
    for (const statement of statements) {
      const [first] = statement.sql.split(' from ')
      if (first!.includes('email_hash') || /^select .(ticket_id|email).,/.test(statement.sql))
        await expectRangeOf({ index: 'ticket_by_email_hash', isCovering: false }, statement, opened.database, engine)
      else if (first!.includes('museum_ticket'))
        await expectRangeOf({ index: primaryKey, isCovering: false }, statement, opened.database, engine)
      else await expectRangeOf({ index, isCovering }, statement, opened.database, engine)
    }
    expect(statements.length).toBeGreaterThanOrEqual(1)
  })

  it.each([
    ['the first tickets', undefined],
    ['the tickets after one', { ticketDate: day(7), ticketId: crowdedTicket(3).ticketId }],
    [
      'the tickets after the last one of a date',
      { ticketDate: day(7), ticketId: TicketId(exampleId(999_999_999_999)) },
    ],
  ])('read ranges of indexes, in their order, for %s of an event', async (_what, position) => {
    const statements = await recorded(async (database) => {
      expect(await kyselyTicketRepository(database).ofEvent(crowded, position, 20)).toHaveLength(20)
    })
    const ofTickets = statements.filter(({ sql }) => /^select (\/\*.*\*\/ )?.ticket_id. from .museum_ticket/.test(sql))
    expect(ofTickets.length).toBeGreaterThanOrEqual(1)
    for (const statement of ofTickets)
      await expectRangeOf({ index: 'ticket_by_event_and_date', isCovering: true }, statement, opened.database, engine)
    if (engine.isMysql) return
    // In SQLite, a sort is a step of its own.
    for (const { sql, parameters } of ofTickets) {
      const { rows } = await opened.database.kysely.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
      )
      expect(rows.map(({ detail }) => detail)).not.toContainEqual(expect.stringContaining('TEMP B-TREE'))
    }
  })

  it('find tickets by their confirmation codes with one statement for all that are looked for at the same time', async () => {
    const statements = await recorded(async (database) => {
      const { findByConfirmationCode } = kyselyTicketRepository(database)
      const codes = ['code-7', 'code-none', 'code-8', 'code-7'].map((code) =>
        findByConfirmationCode(ConfirmationCode(code)),
      )
      expect(await Promise.all(codes)).toEqual([crowdedTicket(7), undefined, crowdedTicket(8), crowdedTicket(7)])
    })
    expect(statements).toHaveLength(1)
    const index = engine.isMysql ? 'ticket_confirmation_code' : 'sqlite_autoindex_museum_ticket_2'
    await expectRangeOf({ index, isCovering: false }, statements[0]!, opened.database, engine)
  })

  it('read ranges of an index for the tickets with the data of purchasers, whether hashes are stored or not', async () => {
    await insert(
      Array.from({ length: 3_000 }, (_ticket, n) =>
        aGeneralTicket({ ...numbered(300_000 + n), ticketDate: CalendarDate('2029-05-17') }),
      ),
    )
    const statements = await recorded(async (database) => {
      const { count } = kyselyPurchaserDataRepository(database)
      expect(await count({ before: CalendarDate('2029-05-18') }, day(0))).toEqual({
        tickets: 3_000,
        upcoming: 0,
        reservations: 0,
      })
    })
    const ofTickets = statements.filter(({ sql }) => /from .museum_ticket./.test(sql))
    // Tickets without a hash are read to know whether they have an address.
    const byKey = ofTickets.filter(({ sql }) => sql.includes(' in ('))
    expect([ofTickets.length - byKey.length > 5, byKey.length > 2]).toEqual([true, true])
    for (const statement of ofTickets)
      await expectRangeOf(
        byKey.includes(statement)
          ? { index: primaryKey, isCovering: false }
          : { index: 'ticket_by_email_hash', isCovering: true },
        statement,
        opened.database,
        engine,
      )
    for (const statement of statements.filter((each) => !ofTickets.includes(each)))
      await expectRangeOf({ index: /reservation_by_\w+/, isCovering: false }, statement, opened.database, engine)
  })

  it('count the attendance of a date with one statement, in ranges of indexes', async () => {
    const statements = await recorded((database) => kyselyTicketRepository(database).countAttendance(day(7)))
    expect(statements).toHaveLength(1)
    for (const index of ['ticket_by_event_and_date', 'event_occurrence_by_date'])
      // The events of the date are grouped.
      await expectRangeOf({ index, isCovering: false, isSorted: true }, statements[0]!, opened.database, engine)
  })

  it.each([
    ['all', 0],
    ['those of the last minute', Date.now() - 60_000],
  ])('read ranges of indexes for the revocations: %s', async (_what, since) => {
    const statements = await recorded(async (database) => {
      const { tickets, occurrences } = await kyselyTicketRevocationRepository(database).list(day(39), Instant(since))
      expect([tickets.length, occurrences.length]).toEqual([10, 1])
    })
    expect(statements).toHaveLength(2)
    for (const [n, index] of ['ticket_cancellation_by_date', /event_occurrence_by_(removal|date)/].entries())
      // The few removed occurrences are sorted.
      await expectRangeOf({ index, isCovering: true, isSorted: n === 1 }, statements[n]!, opened.database, engine)
  })

  it('find tickets that were sold since the last search, also by a server of an older version, and store their hashes once', async () => {
    const email = 'ÉLODIE@example.org'
    const stored = [1, 2, 3].map((n) =>
      aGeneralTicket({ ...numbered(200_000 + n), purchaser: { email: Email(email) } }),
    )
    const rows = stored.map(rowOf)
    await opened.database.kysely.insertInto('museum_ticket').values(rows.slice(0, 2)).execute()
    const request = { page: 1, limit: 10 }
    const wanted = { email: Email('élodie@example.org') }
    expect(await opened.tickets.list(wanted, request)).toEqual({ items: stored.slice(0, 2), total: 2 })
    await opened.database.kysely.insertInto('museum_ticket').values(rows.slice(2)).execute()
    expect(await opened.tickets.list(wanted, request)).toEqual({ items: stored, total: 3 })
    const updates = await recorded((database) => kyselyTicketRepository(database).list(wanted, request))
    expect(updates.filter(({ sql }) => sql.startsWith('update'))).toEqual([])
  })
})
