import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { availabilityOfGeneralEntry, aSale, anAuditEntry, anOrderCancellation } from '@museum/testing'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  EventDates,
  EventId,
  OrderId,
  PaymentMethod,
  PaymentReference,
  Slot,
  type Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery, type Kysely } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { addSlot, slotRowOf } from '../../test/add-slot.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { losingFirstTransaction } from '../../test/losing-first-transaction.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid, withOwnDeadline } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { generalEntryId } from '../places/slot-rows.ts'
import { messageRecorder } from '../messages/record-messages.ts'
import { kyselyOrderRepository } from '../orders/kysely-order-repository.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'
import { placesStatements } from '../places/places-statements.ts'

const event = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1_000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})
const ticketTo = (n: number, ticketDate = first) => anEventTicket({ ...numbered(n), ticketDate })
const generalTicket = (n: number, ticketDate = first) => aGeneralTicket({ ...numbered(n), ticketDate })
const idOf = (n: number) => OrderId(exampleId(9_000 + n))
const record = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: 'sold' }
const entryOf = () => anAuditEntry()
const range = (length: number) => Array.from({ length }, (_, n) => n)
/** Locks the slots of the event on a date. */
const lockOccurrenceOn = (tables: Kysely<MuseumTables>, date: CalendarDate) =>
  tables
    .selectFrom('slot')
    .selectAll()
    .where('offer_id', '=', bytesOfUuid(event.eventId))
    .where('slot_date', '=', date)
    .forUpdate()
    .execute()
type Tickets = readonly [Ticket, ...Ticket[]]
/** The tickets of an order, as they are stored. */
const ordered = (n: number, tickets: Tickets) => {
  const inOrder = (ticket: Ticket): Ticket => ({ ...ticket, orderId: idOf(n) })
  return tickets.map(inOrder) as unknown as Tickets
}
const orderOf = (n: number, tickets: Tickets, but: Parameters<typeof aSale>[1] = {}) =>
  aSale(ordered(n, tickets), { order: { orderId: idOf(n) }, ...but })

/** The texts of the last transaction. */
const lastTransaction = (texts: readonly string[]) =>
  texts.slice(
    texts.findLastIndex((text) => /^(start|begin)/.test(text)),
    1 + texts.findLastIndex((text) => /(commit|rollback)$/.test(text)),
  )

describe.each(namedEngines)('an order that is sold on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
    // As after earlier sales, so that orders for these dates share a transaction.
    for (const date of [first, second]) await addSlot(opened.database, ticketTo(0, date))
  })
  afterEach(() => opened.close())

  const sell = (n: number, ...tickets: Tickets) => opened.tickets.sell(...orderOf(n, tickets))
  const setCapacity = async (places: number) => {
    await opened.capacities.setForEvent(event.eventId, Capacity(places), entryOf)
    await opened.capacities.setForGeneralEntry(Capacity(places), entryOf)
  }
  /** The numbers of sold tickets of both dates of the event, and for general entry on them. */
  const sold = async () => {
    const places = await opened.capacities.availabilityOfEvent(event.eventId)
    if (isRefusal(places)) throw new Error(JSON.stringify(places))
    const general = await availabilityOfGeneralEntry(opened.capacities, [first, second])
    return [...places, ...general].map((each) => each.sold)
  }
  const stored = async () => {
    const { kysely } = opened.database
    const count = async (table: 'museum_ticket' | 'museum_order') =>
      (
        await kysely
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow()
      ).rows
    return [await count('museum_order'), await count('museum_ticket')]
  }
  const wordsOf = (texts: readonly string[]) =>
    texts.flatMap((text) => text.split('; ').map((statement) => statement.split(' ')[0])).join(' ')
  /** The texts that the database gets. SQLite gets each statement by itself instead. */
  const textsOf = async (work: (database: MuseumDatabase) => Promise<unknown>) =>
    lastTransaction((await statementsOf(opened.database, work)).map(({ sql }) => sql))
  const begin = engine.isMysql ? 'start' : 'begin'

  describe('is sold by one transaction, of two texts on MySQL:', () => {
    it.each<[string, (n: number) => Tickets, string]>([
      ['for a date', (n) => [ticketTo(n), ticketTo(n + 1), ticketTo(n + 2)], 'insert select select insert'],
      ['for a day', (n) => [generalTicket(n), generalTicket(n + 1)], 'insert select select insert'],
      ['for two dates', (n) => [ticketTo(n), ticketTo(n + 1, second)], 'insert select select insert'],
      [
        'for two dates and two days',
        (n) => [
          ticketTo(n),
          generalTicket(n + 1),
          generalTicket(n + 2, second),
          ticketTo(n + 3, second),
          ticketTo(n + 4),
        ],
        'insert select select select insert',
      ],
    ])('%s, alone and with others, limited or not, with a key or not', async (_what, ticketsOf, reads) => {
      // Adds the counters of the days.
      await sell(900, generalTicket(900), generalTicket(901, second))
      const [orders, tickets] = await stored()
      let n = 0
      for (const isLimited of [false, true])
        for (const count of [1, 4])
          for (const isKeyed of [false, true]) {
            if (isLimited) await setCapacity(100)
            const sales = range(count).map(() => {
              n += 1
              const key = isKeyed ? { record: { ...record, idempotencyKey: `key ${n}` } } : {}
              return orderOf(n, ticketsOf(10 * n), key)
            })
            const texts = await textsOf(async (database) => {
              const { sell: sellOn } = kyselyTicketRepository(database, messageRecorder(opened.database))
              expect(await Promise.all(sales.map((sale) => sellOn(...sale)))).toEqual(
                sales.map(([{ identities }]) => identities),
              )
            })
            expect(wordsOf(texts)).toBe(`${begin} ${reads} ${isKeyed ? 'insert ' : ''}insert insert commit`)
            if (!engine.isMysql) continue
            expect(texts).toHaveLength(2)
            // Sales with the same counters wait for them together.
            expect(texts[0]).not.toContain('skip locked')
          }
      expect(await stored()).toEqual([orders! + n, tickets! + n * ticketsOf(0).length])
    })
  })

  it('is looked up when it is refused, in the transaction of two texts, and nothing is written', async () => {
    await setCapacity(2)
    await sell(1, ticketTo(1), generalTicket(2))
    const texts = await textsOf(async (database) => {
      const { sell: sellOn } = kyselyTicketRepository(database, messageRecorder(opened.database))
      const refused = [ticketTo(11), generalTicket(12), generalTicket(13)] as const
      expect(await sellOn(...orderOf(2, refused))).toMatchObject({ refusal: 'sold-out' })
    })
    expect(wordsOf(texts)).toBe(`${begin} insert select select select select rollback`)
    if (engine.isMysql) expect(texts).toHaveLength(2)
    expect(await stored()).toEqual([1, 2])
    expect(await sold()).toEqual([1, 0, 1, 0])
  })

  it('shares a transaction with other orders and tickets of the same types, of which some are refused', async () => {
    await setCapacity(5)
    await sell(900, generalTicket(900))
    const orders: readonly Tickets[] = [
      [ticketTo(10), ticketTo(11), ticketTo(12)],
      [ticketTo(20), ticketTo(21, second)],
      [ticketTo(30, second), ticketTo(31), ticketTo(32)],
      [ticketTo(40, second), ticketTo(41, second)],
    ]
    const alone = ticketTo(50, second)
    const texts = await textsOf(async (database) => {
      const { sell: sellOn } = kyselyTicketRepository(database, messageRecorder(opened.database))
      // So that it knows the slots.
      await sellOn(...orderOf(9, [ticketTo(90), ticketTo(91, second)]))
      const sales = [...orders.map((tickets, n) => orderOf(n, tickets)), aSale(alone)]
      const outcomes = await Promise.all(sales.map((sale) => sellOn(...sale)))
      expect(outcomes).toEqual([
        ordered(0, orders[0]!),
        ordered(1, orders[1]!),
        // Of the first date, none is left after the two orders before.
        expect.objectContaining({ refusal: 'sold-out' }),
        ordered(3, orders[3]!),
        [alone],
      ])
    })
    expect(wordsOf(texts)).toBe(`${begin} select select insert insert insert select commit`)
    // Sales with different counters leave the locked ones out.
    if (engine.isMysql) expect(texts[0]).toContain('skip locked')
    expect(await sold()).toEqual([5, 5, 1, 0])
    for (const n of [0, 1, 3]) expect((await opened.orders.find(idOf(n)))?.tickets).toEqual(ordered(n, orders[n]!))
    expect(await opened.orders.find(idOf(2))).toBeUndefined()
  })

  it('is sold although an order that is sold at the same time fails', async () => {
    await sell(900, generalTicket(900))
    const taken = { ...ticketTo(12), confirmationCode: generalTicket(900).confirmationCode }
    const orders: readonly Tickets[] = [
      [ticketTo(1), ticketTo(2, second)],
      [ticketTo(11, second), taken],
      [ticketTo(21)],
    ]
    const outcomes = await Promise.all(orders.map((tickets, n) => sell(n, ...tickets)))
    expect(outcomes).toEqual([
      ordered(0, orders[0]!),
      expect.objectContaining({ refusal: 'confirmation-code-taken' }),
      ordered(2, orders[2]!),
    ])
    expect(await stored()).toEqual([3, 4])
    expect(await sold()).toEqual([2, 1, 1, 0])
  })

  it('adds the rows of its days once, under the capacity of general entry, also on several servers at once', async () => {
    await setCapacity(3)
    const repositories = range(4).map(() => kyselyTicketRepository(opened.open()))
    const outcomes = await Promise.all(
      repositories.map(({ sell: sellOn }, n) =>
        sellOn(...orderOf(n, [generalTicket(10 * n, second), ticketTo(10 * n + 1), generalTicket(10 * n + 2)])),
      ),
    )
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(3)
    expect(await stored()).toEqual([3, 9])
    const rows = await opened.database.kysely
      .selectFrom('slot')
      .selectAll()
      .where('offer_id', '=', generalEntryId)
      .orderBy('slot_date')
      .execute()
    expect(rows).toEqual([first, second].map((date) => slotRowOf({ offer: 'general', date, number: 0 }, 3)))
  })

  it('has values that cannot end a statement', async () => {
    const texts = [
      "'; delete from museum_order; -- ",
      '"; drop table museum_order; #',
      "\\'; select 1; \\",
      '縗\\',
      '🦣; commit; ',
    ]
    for (const [n, text] of texts.entries()) {
      const payment = { method: PaymentMethod('card'), reference: PaymentReference(`x${text}x`) }
      const sale = aSale(ordered(n, [ticketTo(n)]), { order: { orderId: idOf(n), payment } })
      expect(await opened.tickets.sell(...sale)).toEqual(ordered(n, [ticketTo(n)]))
      expect(await opened.orders.find(idOf(n))).toMatchObject({ payment })
    }
    expect(await stored()).toEqual([texts.length, texts.length])
  })

  it('never fails when orders for the same dates in another order are sold at the same time on several servers', async () => {
    await sell(900, generalTicket(900), generalTicket(901, second))
    const servers = range(4).map(() => kyselyTicketRepository(opened.open()))
    const forwards = (n: number): Tickets => [
      ticketTo(n),
      ticketTo(n + 1, second),
      generalTicket(n + 2),
      generalTicket(n + 3, second),
    ]
    const orders = range(60).map((n) => {
      const tickets = forwards(10 * n)
      return [[...tickets], tickets.toReversed(), tickets.slice(0, 2).toReversed(), tickets.slice(2).toReversed()][
        n % 4
      ] as unknown as Tickets
    })
    const outcomes = await Promise.all(orders.map((tickets, n) => servers[(n >> 2) % 4]!.sell(...orderOf(n, tickets))))
    expect(outcomes).toEqual(orders.map((tickets, n) => ordered(n, tickets)))
    expect(await sold()).toEqual([45, 45, 46, 46])
    expect(await stored()).toEqual([61, 182])
  })

  if (engine.isMysql) {
    it('waits for one locked counter of several, while orders of its other dates in the same group are sold', async () => {
      await sell(900, generalTicket(900), generalTicket(901, second))
      const isDone: boolean[] = []
      let waiting: Promise<unknown>[] = []
      const free: readonly Tickets[] = [
        [ticketTo(10), ticketTo(11)],
        [ticketTo(20), ticketTo(21)],
      ]
      const locked: readonly Tickets[] = [
        [ticketTo(30), ticketTo(31, second)],
        [ticketTo(40, second), ticketTo(41)],
      ]
      await opened.open().transaction(async (tables) => {
        await lockOccurrenceOn(tables, second)
        const selling = free.map((tickets, n) => sell(n, ...tickets))
        waiting = locked.map((tickets, n) => sell(10 + n, ...tickets).finally(() => isDone.push(true)))
        expect(await Promise.all(selling)).toEqual(free.map((tickets, n) => ordered(n, tickets)))
        const ofDays = [generalTicket(50), generalTicket(51, second)] as const
        expect(await sell(20, ...ofDays)).toEqual(ordered(20, ofDays))
        expect(isDone).toEqual([])
      })
      expect(await Promise.all(waiting)).toEqual(locked.map((tickets, n) => ordered(10 + n, tickets)))
      expect(await sold()).toEqual([6, 2, 2, 2])
    })

    it('waits for a locked counter together with other orders for the same dates, which share its transaction', async () => {
      await sell(900, generalTicket(900))
      const commits: number[] = []
      const observer = { onPurchasesCommitted: (count: number) => void commits.push(count) }
      const repository = kyselyTicketRepository(opened.open(opened.url, { observer }))
      const orders = range(8).map((n): Tickets => [ticketTo(10 * n), generalTicket(10 * n + 1)])
      let selling: Promise<unknown>[] = []
      await opened.open().transaction(async (tables) => {
        await lockOccurrenceOn(tables, first)
        selling = orders.map((tickets, n) => repository.sell(...orderOf(n, tickets)))
        await sleep(200)
        expect(commits).toEqual([])
      })
      expect(await Promise.all(selling)).toEqual(orders.map((tickets, n) => ordered(n, tickets)))
      expect(commits).toEqual([8])
      expect(await sold()).toEqual([8, 0, 9, 0])
    })

    it('waits for a locked counter together with those that come meanwhile, of which one that fails is left out', async () => {
      await sell(900, ticketTo(900), generalTicket(901))
      const commits: number[] = []
      const observer = { onPurchasesCommitted: (count: number) => void commits.push(count) }
      const repository = kyselyTicketRepository(opened.open(opened.url, { observer }))
      const orders = range(8).map((n): Tickets => [ticketTo(10 * n), generalTicket(10 * n + 1)])
      const taken = { ...ticketTo(120), confirmationCode: ticketTo(900).confirmationCode }
      const selling: Promise<unknown>[] = []
      const start = async (n: number, ...tickets: Tickets) => {
        selling.push(repository.sell(...orderOf(n, tickets)))
        // Longer than a batch waits for the one before it.
        await sleep(80)
      }
      await opened.open().transaction(async (tables) => {
        await lockOccurrenceOn(tables, first)
        for (const [n, tickets] of orders.entries()) await start(n, ...tickets)
      })
      expect(await Promise.all(selling)).toEqual(orders.map((tickets, n) => ordered(n, tickets)))
      // The first one has read its counters before the others came.
      expect(commits).toEqual([1, 7])
      selling.length = 0
      await opened.open().transaction(async (tables) => {
        await lockOccurrenceOn(tables, first)
        for (const n of [10, 11]) await start(n, ticketTo(10 * n), generalTicket(10 * n + 1))
        await start(12, taken, generalTicket(121))
        await start(13, ticketTo(130), generalTicket(131))
      })
      expect(await Promise.all(selling)).toEqual([
        ordered(10, [ticketTo(100), generalTicket(101)]),
        ordered(11, [ticketTo(110), generalTicket(111)]),
        expect.objectContaining({ refusal: 'confirmation-code-taken' }),
        ordered(13, [ticketTo(130), generalTicket(131)]),
      ])
      expect(await sold()).toEqual([12, 0, 12, 0])
    })

    it('is written by one transaction only, although the next one begins as soon as it has ended', async () => {
      await sell(900, ticketTo(900), generalTicket(901))
      const orders = range(40).map((n): Tickets => [ticketTo(10 * n), generalTicket(10 * n + 1)])
      const commits: number[] = []
      const observer = { onPurchasesCommitted: (count: number) => void commits.push(count) }
      const statements = await statementsOf({ ...opened.database, observer }, async (database) => {
        const repository = kyselyTicketRepository(database)
        const selling = orders.map(async (tickets, n) => {
          await sleep(n)
          return await repository.sell(...orderOf(n, tickets))
        })
        expect(await Promise.all(selling)).toEqual(orders.map((tickets, n) => ordered(n, tickets)))
      })
      expect(statements.filter(({ sql }) => sql.startsWith('start')).length).toBe(commits.length)
    })

    it('is not half stored by the next transaction of its connection when its own fails after counting', async () => {
      const repository = kyselyTicketRepository(opened.open(opened.url, { connections: 1 }))
      await sell(1, ticketTo(1))
      const taken = { ...ticketTo(3), confirmationCode: ticketTo(1).confirmationCode }
      expect(await repository.sell(...orderOf(2, [ticketTo(2, second), taken, generalTicket(4)]))).toMatchObject({
        refusal: 'confirmation-code-taken',
      })
      expect(await repository.sell(...orderOf(3, [ticketTo(5)]))).toEqual(ordered(3, [ticketTo(5)]))
      expect(await sold()).toEqual([2, 0, 0, 0])
      expect(await stored()).toEqual([2, 2])
    })
  }

  it.each([
    ['alone, and its first attempt commits', 1, true],
    ['alone, and its first attempt is rolled back', 1, false],
    ['with others, and their first attempt commits', 3, true],
    ['with others, and their first attempt is rolled back', 3, false],
  ])('is stored once when its outcome was unknown: %s', async (_what, count, isCommitted) => {
    await sell(900, generalTicket(900))
    // Just as many as are left.
    await setCapacity(2 * count + 1)
    await sell(901, ticketTo(901))
    const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
    const repository = kyselyTicketRepository(losing)
    const orders = range(count).map((n): Tickets => [
      ticketTo(10 * n),
      generalTicket(10 * n + 1),
      ticketTo(10 * n + 2, second),
      ticketTo(10 * n + 3),
    ])
    const sales = Promise.all(orders.map((tickets, n) => repository.sell(...orderOf(n, tickets))))
    await isRun
    await sleep(300)
    await end(isCommitted)
    expect(await sales).toEqual(orders.map((tickets, n) => ordered(n, tickets)))
    expect(await sold()).toEqual([1 + 2 * count, count, 1 + count, 0])
    expect(await stored()).toEqual([2 + count, 2 + 4 * count])
    for (const [n, tickets] of orders.entries())
      expect((await opened.orders.find(idOf(n)))?.tickets).toEqual(ordered(n, tickets))
  })

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])(
    'is stored once with its record when its outcome was unknown and its first attempt %s',
    async (_what, isCommitted) => {
      await sell(900, generalTicket(900))
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const tickets = [ticketTo(1), generalTicket(2), ticketTo(3, second)] as const
      const sale = kyselyTicketRepository(losing).sell(...orderOf(1, tickets, { record }))
      await isRun
      // Longer than the wait for a lock.
      await sleep(engine.isMysql ? 2_500 : 300)
      await end(isCommitted)
      expect(await sale).toEqual(ordered(1, tickets))
      expect(await sold()).toEqual([1, 1, 2, 0])
      expect(await stored()).toEqual([2, 4])
      expect(await opened.idempotencyRecords.find('admin', 'a')).toEqual(record)
    },
  )

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])(
    'gives its places back once when the outcome of its cancellation is unknown and the first attempt %s',
    async (_what, isCommitted) => {
      const tickets = [ticketTo(1), generalTicket(2), ticketTo(3, second), ticketTo(4)] as const
      await sell(1, ...tickets)
      await sell(2, ticketTo(5), generalTicket(6))
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const cancellation = kyselyOrderRepository(losing).change(idOf(1), anOrderCancellation())
      await isRun
      await sleep(300)
      await end(isCommitted)
      expect(await cancellation).toMatchObject({ tickets: tickets.map(() => ({ state: 'cancelled' })) })
      expect((await opened.orders.find(idOf(1)))?.tickets.map(({ state }) => state)).toEqual(
        tickets.map(() => 'cancelled'),
      )
      expect(await sold()).toEqual([1, 0, 1, 0])
    },
  )

  it('has an unknown outcome, with its orderId, when the database stays unreachable after its commit', async () => {
    await sell(900, generalTicket(900))
    const { database } = opened
    let attempts = 0
    const losing: MuseumDatabase = {
      ...database,
      withDeadline: (milliseconds, work) => database.withDeadline(Math.min(milliseconds, 400), work),
      lockThenWrite: (transaction, kind) =>
        database.write(async () => {
          attempts += 1
          const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
          if (attempts === 1) await withOwnDeadline(5_000, () => opened.open().lockThenWrite(transaction))
          // Longer than the deadline of a sale.
          else await sleep(500)
          throw lost
        }, kind),
    }
    const { sell: sellOn } = kyselyTicketRepository(losing)
    const orders = range(3).map((n): Tickets => [generalTicket(10 * n), ticketTo(10 * n + 1)])
    const errors = await Promise.all(
      orders.map((tickets, n) => sellOn(...orderOf(n, tickets)).catch((error: unknown) => error)),
    )
    expect(errors).toEqual(
      orders.map(([{ ticketId }], n) =>
        expect.objectContaining({ name: 'OutcomeUnknown', ticketId, orderId: idOf(n) }),
      ),
    )
    expect((await opened.orders.find(idOf(0)))?.tickets).toEqual(ordered(0, orders[0]!))
    expect((await stored())[0]).toBe(4)
  })

  it('locks its counters, and finds its tickets, by ranges of indexes among many', async () => {
    const events = range(50).map((n) =>
      aSpecialEvent({
        eventId: EventId(exampleId(100 + n)),
        dates: EventDates(range(40).map((d) => CalendarDate.plusDays(first, d))),
      }),
    )
    await fillWithEvents(opened.database, engine, events)
    await opened.database.kysely
      .insertInto('slot')
      .values(
        range(400)
          .flatMap((d) => {
            const date = CalendarDate.plusDays(first, d)
            const slots: Slot[] = [{ offer: 'general', date, number: 0 }]
            if (d < 40) slots.push(...events.map(({ eventId }): Slot => ({ offer: eventId, date, number: 1 })))
            return slots
          })
          .map((slot) => slotRowOf(slot)),
      )
      .execute()
    const ofEvent = (n: number, k: number, ticketDate = first) => {
      const { eventId, name, location } = events[k]!
      return anEventTicket({ ...numbered(n), ticketDate, event: { eventId, name, location } })
    }
    const tickets = [
      ofEvent(1, 7),
      ofEvent(2, 9, second),
      generalTicket(3),
      generalTicket(4, second),
      ofEvent(5, 20),
    ] as const
    await sell(1, ...tickets)
    for (let n = 2; n < 60; n += 1) await sell(n, ofEvent(10 * n, n % 50), generalTicket(10 * n + 1))
    const analysed = ['slot', 'event_occurrence', 'museum_ticket', 'museum_order', 'special_event']
    await opened.database.kysely.executeQuery(
      CompiledQuery.raw(engine.isMysql ? `analyze table ${analysed.join(', ')}` : 'analyze'),
    )
    const primaryKeyOf = (table: string) => (engine.isMysql ? 'PRIMARY' : `sqlite_autoindex_${table}_1`)
    const { lockPlaces } = placesStatements(opened.database.kysely, opened.database.engine)
    for (const skipsLocked of [false, true]) {
      const [slots, offers] = lockPlaces(tickets.map(Slot.of), false, skipsLocked).statements
      for (const [statement, index, isLocking] of [
        [slots, engine.isMysql ? 'PRIMARY' : 'PRIMARY KEY', true],
        [offers, primaryKeyOf('special_event'), false],
      ] as const)
        await expectRangeOf({ index, isCovering: false, isLocking }, statement!, opened.database, engine)
    }
    const [order, ofOrder] = await statementsOf(opened.database, (database) =>
      kyselyOrderRepository(database).find(idOf(1)),
    )
    await expectRangeOf({ index: primaryKeyOf('museum_order'), isCovering: false }, order!, opened.database, engine)
    await expectRangeOf({ index: primaryKeyOf('museum_ticket'), isCovering: false }, ofOrder!, opened.database, engine)
  })
})
