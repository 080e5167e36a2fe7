import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Page, type RefundFilter } from '@museum/application'
import { anAuditEntry } from '@museum/testing'
import {
  CalendarDate,
  ConfirmationCode,
  EventDates,
  EventId,
  Instant,
  PaymentMethod,
  type Ticket,
  TicketId,
} from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { addSlot } from '../../test/add-slot.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { kyselyRefundRepository } from './kysely-refund-repository.ts'

const range = (length: number, from = 0) => Array.from({ length }, (_, n) => from + n)
const day = (n: number) => CalendarDate.plusDays(CalendarDate('2030-05-01'), n)
const ticketIdOf = (n: number) => TicketId(exampleId(100_000 + n))
const eventIdOf = (n: number) => EventId(exampleId(1 + n))
const eventTicket = (n: number, event: number, date: number) =>
  anEventTicket({
    ticketId: ticketIdOf(n),
    confirmationCode: ConfirmationCode(`code-${n}`),
    event: { ...anEventTicket().event, eventId: eventIdOf(event) },
    ticketDate: day(date),
  })
const entryOf = () => anAuditEntry()
const isRefunded = () => true
const firstPage = { page: 1, limit: 100 }

describe.each(namedEngines)('the refunds among many tickets on %s', (_, engine) => {
  let opened: OpenedDatabase
  /** Of the events, each with 40 dates, one has two crowded dates; one is deleted; another loses all dates but one. */
  const [events, dates, crowded, deleted, shortened] = [50, 40, 7, 49, 48]
  /** Cancelled by themselves, of the crowded event. */
  const cancelled = 400
  const insert = async (tickets: readonly Ticket[]) => {
    for (let start = 0; start < tickets.length; start += 1_000)
      await opened.database.transaction((tables) =>
        tables
          .insertInto('museum_ticket')
          .values(tickets.slice(start, start + 1_000).map(rowOf))
          .execute(),
      )
  }
  const analyse = async () => {
    const tables = ['museum_ticket', 'museum_order', 'event_occurrence', 'slot', 'ticket_cancellation']
    await opened.database.kysely.executeQuery(
      CompiledQuery.raw(engine.isMysql ? `analyze table ${tables.join(', ')}` : 'analyze'),
    )
  }
  const remove = (event: number) => opened.specialEvents.remove(eventIdOf(event), () => undefined, entryOf)
  const list = (filter: RefundFilter, request = firstPage) => opened.refunds.list(filter, request, isRefunded)
  /** Updates the slots of removed occurrences, as sales do. */
  const countRemoved = (event: number, sold: number) =>
    opened.database.kysely
      .updateTable('slot')
      .set({ sold })
      .where('offer_id', '=', bytesOfUuid(eventIdOf(event)))
      .execute()
  /** Stores occurrences of an event that were removed, each with a sold ticket. */
  const insertRemoved = async (event: number, removals: readonly Readonly<{ date: number; at: number }>[]) => {
    const event_id = bytesOfUuid(eventIdOf(event))
    await opened.database.kysely
      .insertInto('event_occurrence')
      .values(
        removals.map(({ date, at }) => ({
          event_id,
          event_date: day(date),
          number: 1,
          removed_in_revision: 1,
          removed_at: at,
        })),
      )
      .execute()
    const key = { offer_id: event_id, number: 1, slot_minute: -1 }
    await opened.database.kysely
      .insertInto('slot')
      .values(removals.map(({ date }) => ({ ...key, slot_date: day(date), sold: 1, held: 0, changes: 1 })))
      .execute()
  }

  beforeAll(async () => {
    opened = await aDatabase(engine)
    const someEvents = range(events).map((n) =>
      aSpecialEvent({ eventId: eventIdOf(n), dates: EventDates(range(dates).map(day)) }),
    )
    await fillWithEvents(opened.database, engine, someEvents)
    // For each date, a ticket of each event.
    await insert(range(events * dates).map((n) => eventTicket(n, Math.floor(n / dates), n % dates)))
    await insert(range(5_000, 10_000).map((n) => eventTicket(n, crowded, n % 2)))
    for (const date of range(2)) await addSlot(opened.database, eventTicket(0, crowded, date), 10_000)
    // Removed dates without sold tickets, of which a museum has many.
    for (const n of range(20)) await remove(20 + n)
    for (const n of range(cancelled, 10_000)) await opened.tickets.cancel(ticketIdOf(n), () => undefined, entryOf)
    for (const n of range(cancelled / 2, 10_000))
      await opened.refunds.settle(
        ticketIdOf(n),
        () => ({ method: PaymentMethod('cash'), settledAt: Instant(1), settledBy: 'box office' }),
        entryOf,
      )
    for (const n of [deleted, shortened]) {
      await remove(n)
      await countRemoved(n, 1)
    }
    await analyse()
  })
  afterAll(() => opened.close())

  const recorded = (work: (database: MuseumDatabase) => Promise<unknown>) => statementsOf(opened.database, work)
  const primaryKeyOf = (table: string) => (engine.isMysql ? 'PRIMARY' : `sqlite_autoindex_${table}_1`)
  const anyOf = (...names: readonly string[]) => new RegExp(`(${names.join('|')})`)
  /** Expects of each statement that it reads ranges of the indexes of its table. */
  const expectRanges = async (
    statements: readonly CompiledQuery[],
    ofCancellations: string | RegExp,
    isCovering: boolean,
  ) => {
    for (const statement of statements) {
      const [, table] = /(?:from|update|into) [`"](\w+)[`"]/.exec(statement.sql)!
      const expectIndex = (index: string | RegExp, covering = false, isSorted = false) =>
        expectRangeOf({ index, isCovering: covering, isSorted }, statement, opened.database, engine)
      if (/^(insert|commit|begin)/.test(statement.sql)) continue
      // That of removed occurrences first names the table from which it takes their counts.
      if (table === 'slot' || table === 'event_occurrence')
        await expectIndex(
          anyOf('event_occurrence_by_removal', 'event_occurrence_by_date', primaryKeyOf('event_occurrence')),
        )
      else if (table === 'museum_ticket' && statement.sql.includes('occurrence_number` = '))
        await expectIndex('ticket_by_event_and_date', false, true)
      else if (table === 'museum_ticket' && statement.sql.includes('"occurrence_number" = '))
        await expectIndex('ticket_by_event_and_date')
      else if (table === 'museum_ticket') await expectIndex(primaryKeyOf(table), false, true)
      else if (/ [`"]ticket_id[`"] (in|=) /.test(statement.sql)) await expectIndex(primaryKeyOf('ticket_cancellation'))
      else {
        expect(table).toBe('ticket_cancellation')
        await expectIndex(ofCancellations, isCovering)
      }
    }
  }
  const filters = [
    ['all', {}, 'ticket_cancellation_by_refund', true, cancelled / 2 + 2 * dates],
    ['those of an event', { eventId: eventIdOf(crowded) }, 'ticket_cancellation_by_event', true, cancelled / 2],
    ['those of a deleted event', { eventId: eventIdOf(deleted) }, 'ticket_cancellation_by_event', true, dates],
    ['those of a date', { date: day(1) }, 'ticket_cancellation_by_ticket_date', true, cancelled / 4 + 2],
    ['those of a date without tickets', { date: day(500) }, 'ticket_cancellation_by_ticket_date', true, 0],
    [
      'those of an event and a date',
      { eventId: eventIdOf(crowded), date: day(1) },
      /ticket_cancellation_by_(event|ticket_date)/,
      false,
      cancelled / 4,
    ],
  ] as const

  it.each(filters)('are listed by ranges of indexes, in their order: %s', async (_what, filter, index, covers, due) => {
    const isOfRemovals = 'eventId' in filter && filter.eventId === eventIdOf(deleted)
    for (const [state, total] of [
      ['due', due],
      ['settled', isOfRemovals ? 0 : 'date' in filter ? (due === 0 ? 0 : cancelled / 4) : cancelled / 2],
    ] as const)
      // Of one key without a row, MySQL has no plan.
      for (const limit of [2, 50]) {
        const statements = await recorded(async (database) => {
          const page = { page: 1, limit }
          const listed = await kyselyRefundRepository(database).list({ state, ...filter }, page, isRefunded)
          expect([listed.items.length, listed.total]).toEqual([Math.min(limit, total), total])
        })
        expect(statements.length).toBeGreaterThanOrEqual(total === 0 ? 1 : 3)
        await expectRanges(statements, index, covers)
      }
  })

  it('are settled by statements that read keys, of tickets that were cancelled by themselves or with their event', async () => {
    for (const n of [10_001, deleted * dates]) {
      const statements = await recorded(async (database) => {
        const settlement = { method: PaymentMethod('card'), settledAt: Instant(1), settledBy: 'box office' }
        expect(await kyselyRefundRepository(database).settle(ticketIdOf(n), () => settlement, entryOf)).toMatchObject({
          ticket: { state: 'cancelled' },
          cancellation: { settlement },
        })
      })
      const reading = statements.filter(({ sql }) => sql.startsWith('select'))
      expect(reading.length).toBeGreaterThanOrEqual(3)
      await expectRanges(reading, 'none', false)
    }
  })

  it('are in the order of the time and the ticketId, also of single cancellations and removals in one second', async () => {
    const { kysely } = opened.database
    const since = 1_000_000
    const first = range(6).map((n) => 70_000 + n)
    await insert(first.map((n) => (n % 2 === 0 ? eventTicket(n, 3, 300 + n) : eventTicket(n, crowded, 0))))
    for (const n of first)
      if (n % 2 === 0) await insertRemoved(3, [{ date: 300 + n, at: since }])
      else await opened.tickets.cancel(ticketIdOf(n), () => undefined, entryOf)
    for (const n of first)
      await kysely
        .updateTable('ticket_cancellation')
        .set({ due_since: since })
        .where('ticket_id', '=', bytesOfUuid(ticketIdOf(n)))
        .execute()
    const { items } = await list({ state: 'due' }, { page: 1, limit: 6 })
    expect(items.map(({ ticket }) => ticket.ticketId)).toEqual(first.map(ticketIdOf))
    const third = await list({ state: 'due' }, { page: 3, limit: 1 })
    expect(third.items.map(({ ticket }) => ticket.ticketId)).toEqual([ticketIdOf(70_002)])
  })
  it('have a total of at most ten thousand, and every page, when an event with many sold tickets is deleted', async () => {
    const event = 5
    // With those of the set-up, one for each date, as many as are counted at most.
    const many = Page.maxCountedItems - dates
    await insert(range(many, 200_000).map((n) => eventTicket(n, event, n % 3)))
    await remove(event)
    await countRemoved(event, 1)
    await analyse()
    const filter = { state: 'due', eventId: eventIdOf(event) } as const
    expect(await list(filter, { page: 1, limit: 1 })).toMatchObject({ total: Page.maxCountedItems, items: [{}] })
    await insert([eventTicket(300_000, event, 0)])
    const first = await list(filter, { page: 1, limit: 3 })
    expect(first).toEqual({ items: expect.any(Array) })
    const ofSetUp = range(3).map((n) => ticketIdOf(event * dates + n))
    expect(first.items.map(({ ticket }) => ticket.ticketId)).toEqual(ofSetUp)
    const last = await list(filter, { page: 201, limit: 50 })
    expect(last.items.map(({ ticket }) => ticket.ticketId)).toEqual([ticketIdOf(300_000)])
    expect(last).not.toHaveProperty('total')
    expect(await list({ state: 'due' }, { page: 1, limit: 1 })).not.toHaveProperty('total')
    expect((await list({ state: 'due', eventId: eventIdOf(crowded) })).total).toBeLessThanOrEqual(cancelled)
    // Removed earlier, with greater keys.
    await insert([eventTicket(310_000, 12, 700)])
    await insertRemoved(12, [{ date: 700, at: 500_000 }])
    const { items } = await list({ state: 'due' }, { page: 1, limit: 1 })
    expect(items.map(({ ticket }) => ticket.ticketId)).toEqual([ticketIdOf(310_000)])
    const statements = await recorded((database) =>
      kyselyRefundRepository(database).list(filter, { page: 1, limit: 50 }, isRefunded),
    )
    // The event has so many of the tickets that a scan of their table is as good.
    const others = statements.filter(({ sql }) => !/from [`"]museum_ticket[`"]/.test(sql))
    expect(others.length).toBeGreaterThan(1)
    await expectRanges(others, 'ticket_cancellation_by_event', true)
  })

  it('have every page when more than a hundred dates were removed at once', async () => {
    const event = 11
    const many = range(250).map((n) => 500 + n)
    await insert(many.map((n) => eventTicket(400_000 + 500 - n, event, n)))
    await insertRemoved(
      event,
      many.map((date) => ({ date, at: 1_700_000_000 })),
    )
    const filter = { state: 'due', eventId: eventIdOf(event) } as const
    const ids = many.map((n) => ticketIdOf(400_000 + 500 - n)).toSorted()
    const listed: TicketId[] = []
    for (const page of range(3, 1)) {
      const { items, total } = await list(filter, { page, limit: 100 })
      expect(total).toBe(250)
      listed.push(...items.map(({ ticket }) => ticket.ticketId))
    }
    expect(listed).toEqual(ids)
  })

  it('are listed by statements that return about as many rows as the part has, also far behind in a long list', async () => {
    const event = 13
    const many = 3_000
    await insert(range(many, 500_000).map((n) => eventTicket(n, event, n % 3)))
    await remove(event)
    await countRemoved(event, 1)
    const filter = { state: 'due', eventId: eventIdOf(event) } as const
    const { items } = await list(filter, { page: 60, limit: 50 })
    for (const request of [
      { page: 1, limit: 50 },
      { page: 60, limit: 50 },
      { after: items.at(-1)!, limit: 50 },
    ]) {
      let rows = 0
      await statementsOf(opened.database, (database) =>
        kyselyRefundRepository({
          ...database,
          query: (read) =>
            database.query((tables) =>
              read(
                tables.withPlugin({
                  transformQuery: ({ node }) => node,
                  transformResult: async ({ result }) => {
                    rows += result.rows.length
                    return result
                  },
                }),
              ),
            ),
        }).list(filter, request, isRefunded),
      )
      // The page, its tickets, their cancellations, and the 40 removed dates.
      expect(rows).toBeGreaterThanOrEqual(40)
      expect(rows).toBeLessThan(300)
    }
  })

  it('are listed by few statements, each once and in their order, when dates were removed at many moments', async () => {
    const event = 15
    const many = 1_000
    const others = range(many / 4, 700_000)
    await insert(range(many, 600_000).map((n) => eventTicket(n, event, 1_000 + (n % many))))
    await insert(others.map((n) => eventTicket(n, event, 0)))
    const { kysely } = opened.database
    const eventId = bytesOfUuid(eventIdOf(event))
    await insertRemoved(
      event,
      range(many).map((n) => ({ date: 1_000 + n, at: 2_000_000 + n })),
    )
    // Every fourth second, a ticket that was cancelled individually has a greater ticketId.
    await kysely
      .insertInto('ticket_cancellation')
      .values(
        others.map((n, index) => ({
          ticket_id: bytesOfUuid(ticketIdOf(n)),
          event_id: eventId,
          ticket_date: day(0),
          cause: 'ticket' as const,
          refund: 'due' as const,
          cancelled_at: 2_000_000 + 4 * index,
          due_since: 2_000_000 + 4 * index,
        })),
      )
      .execute()
    await kysely
      .updateTable('museum_ticket')
      .set({ state: 'cancelled' })
      .where(
        'ticket_id',
        'in',
        others.map((n) => bytesOfUuid(ticketIdOf(n))),
      )
      .execute()
    const filter = { state: 'due', eventId: eventIdOf(event) } as const
    const expected = range(many)
      .flatMap((n) => (n % 4 === 0 ? [600_000 + n, 700_000 + n / 4] : [600_000 + n]))
      .map(ticketIdOf)
    const { items: before } = await list(filter, { page: 12, limit: 100 })
    for (const [request, start] of [
      [{ page: 1, limit: 10 }, 0],
      [{ page: 12, limit: 100 }, 1_100],
      [{ after: before.at(-1)!, limit: 40 }, 1_200],
    ] as const) {
      const statements = await recorded(async (database) => {
        const { items, total } = await kyselyRefundRepository(database).list(filter, request, isRefunded)
        expect(items.map(({ ticket }) => ticket.ticketId)).toEqual(expected.slice(start, start + request.limit))
        expect(total).toBe('page' in request ? expected.length : undefined)
      })
      expect(statements.length).toBeLessThan(50)
    }
  })

  it('fill a page although tickets are restored while it is read', async () => {
    const event = 14
    await remove(event)
    await countRemoved(event, 1)
    const alone = range(3, event * dates + 37).map(ticketIdOf)
    for (const ticketId of alone) await opened.tickets.cancel(ticketId, () => undefined, entryOf)
    const restore = () => opened.specialEvents.restore(eventIdOf(event), entryOf)
    const { database } = opened
    const restoring: MuseumDatabase = {
      ...database,
      query: (read) =>
        database.query((tables) => {
          const all = tables.withPlugin({
            transformQuery: ({ node }) => node,
            transformResult: ({ result }) => Promise.resolve(result),
          })
          // The tickets of the page are read by this statement, which is compiled already.
          const executeQuery = all.executeQuery.bind(all)
          const afterRestoration: typeof all.executeQuery = async (query) => {
            await restore()
            return executeQuery(query)
          }
          return read(Object.assign(all, { executeQuery: afterRestoration }))
        }),
    }
    const filter = { state: 'due', eventId: eventIdOf(event) } as const
    const { items } = await kyselyRefundRepository(restoring).list(filter, { page: 1, limit: 3 }, isRefunded)
    expect(items.map(({ ticket }) => ticket.ticketId)).toEqual(alone)
  })
})
