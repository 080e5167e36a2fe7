import { describe, expect, it } from '@jest/globals'
import { type Museum, Report, type Repositories, createMuseum } from '@museum/application'
import {
  AdmissionId,
  CalendarDate,
  ConfirmationCode,
  Currency,
  Instant,
  type OrderId,
  PaymentMethod,
  Price,
  PriceCategoryId,
  Quantity,
  SpecialEvent,
  type Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aSale, addScan, anActor, anAuditEntry, inMemoryPorts, inMemoryRepositories } from '@museum/testing'
import { aGeneralTicket, aSpecialEvent, exampleId, someDates, somePriceCategories } from '@museum/testing/examples'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import fc from 'fast-check'
import { aDatabase } from '../../test/a-database.ts'
import { engines, namedEngines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'
import { statementsOf } from '../../test/statements-of.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { kyselySalesRepository } from './kysely-sales-repository.ts'

const event = aSpecialEvent()
const dates = ['2030-05-17', '2030-05-18'] as const
const [from, to] = [CalendarDate('2030-05-01'), CalendarDate('2030-05-10')]
const [admin, users, methods] = [
  { username: 'curator', role: 'admin' },
  ['desk-1', 'Desk-1', 'Zoë 🎟️'],
  [undefined, PaymentMethod('cash'), PaymentMethod('card')],
] as const

const index = fc.nat(50)
const what = { user: fc.nat(2), method: fc.nat(2) }
/** How many minutes the clock of the server that sells is behind that of the database. */
const lag = fc.constantFrom(0, 0, 0, 4, 6, 50)
/** What happens at a museum. Numbers choose one of the users, of the methods, of the sold tickets or of the orders. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      ...what,
      lag,
      currency: fc.nat(1),
      items: fc.array(
        fc.record({
          isEvent: fc.boolean(),
          date: fc.constantFrom(...dates),
          category: fc.constantFrom('full', 'child', 'toddler'),
          quantity: fc.integer({ min: 1, max: 4 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ticket' as const), ...what, lag, currency: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'admit' as const, 'revert' as const), index }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const), index, ...what }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancelOrder' as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dates' as const), which: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 60, max: 2_400 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('store' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/**
 * Lets all of it happen, and returns the rows of the report with those that follow from the tickets. `at` returns the
 * repositories at a moment by the clock of the database.
 */
const run = async (at: (moment: number) => Repositories, steps: readonly Step[]) => {
  let [moment, ids] = [Date.UTC(2030, 4, 1, 10), 0]
  let repositories = at(moment)
  /** Milliseconds that the clock of the server is behind that of the database. */
  let behind = 0
  const newId = () => {
    const time = (moment - behind).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String((ids += 1)).padStart(12, '0')}`
  }
  // The same ports for both currencies: the random numbers of others would be the same, and so the codes of tickets.
  const ports = inMemoryPorts({ now: () => Instant(moment - behind), newId, generalPrice: Price(1_200) })
  // A currency with decimals, and one without.
  const museumsNow = () =>
    ['EUR', 'JPY'].map((currency) => createMuseum({ ...ports, ...repositories, currency: Currency(currency) }))
  let museums = museumsNow()
  let museum = museums[0]!
  await repositories.specialEvents.add(event, anAuditEntry())
  await museum.setPriceCategories(somePriceCategories, anActor)
  const sold: Ticket[] = []
  const methodOf = new Map<OrderId, PaymentMethod | undefined>()
  const act = async (each: Step) => {
    behind = 'lag' in each ? each.lag * 60_000 : 0
    const ticket = 'index' in each ? sold[each.index % Math.max(1, sold.length)] : undefined
    switch (each.kind) {
      case 'order': {
        const items = each.items.map(({ isEvent, date, category, quantity }) => ({
          ticketDate: CalendarDate(date),
          priceCategory: PriceCategoryId(category),
          quantity: Quantity(quantity),
          ...(isEvent ? { ticketType: 'event' as const, eventId: event.eventId } : { ticketType: 'general' as const }),
        }))
        const method = methods[each.method]
        const actor = { username: users[each.user]! }
        const placed = await museums[each.currency]!.placeOrder(
          { items, ...(method && { payment: { method } }) },
          { actor },
        )
        if (isRefusal(placed)) return placed
        methodOf.set(placed.orderId, method)
        return sold.push(...placed.tickets)
      }
      case 'ticket': {
        const order = { ticketType: 'general', ticketDate: CalendarDate(dates[0]) } as const
        const bought = await museums[each.currency]!.buyMuseumTickets(order)
        return isRefusal(bought) ? bought : sold.push(bought)
      }
      case 'wait':
        moment += each.minutes * 60_000
        repositories = at(moment)
        museums = museumsNow()
        museum = museums[0]!
        return undefined
      case 'store':
        return museum.storeSalesSums(async () => true)
      case 'dates':
        return repositories.specialEvents.update(
          event.eventId,
          (current) =>
            SpecialEvent.update(current, { dates: someDates(...[dates, [dates[0]], [dates[1]]][each.which]!) }),
          () => anAuditEntry(),
        )
      case 'delete':
        return museum.deleteSpecialEvent(event.eventId, anActor)
      case 'restore':
        return museum.restoreSpecialEvent(event.eventId, anActor)
      case 'cancel':
        return ticket && museum.cancelTicket(ticket.ticketId, undefined, admin)
      case 'cancelOrder':
        return ticket?.orderId && museum.cancelOrder(ticket.orderId, undefined, admin)
      case 'revert': {
        const stored = ticket && (await repositories.tickets.find(ticket.ticketId))
        return stored?.admission && museum.revertAdmission(stored.admission.admissionId, anActor)
      }
      case 'settle': {
        const method = methods[each.method] ?? PaymentMethod('voucher')
        return ticket && museum.settleRefund(ticket.ticketId, { method }, { username: users[each.user]! })
      }
      default:
        return (
          ticket &&
          addScan(repositories.admissions, {
            admissionId: AdmissionId(newId()),
            at: Instant(moment),
            date: ticket.ticketDate,
            ticketId: ticket.ticketId,
            scannedBy: 'scanner',
            isOffline: false,
          })
        )
    }
  }
  for (const each of steps) await act(each)
  behind = 0
  const report = await reportedTo(museum, admin)
  return { report, ofTickets: await rowsOfTickets(repositories, sold, methodOf), museum }
}

const dateOf = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const isReported = (moment: number) => dateOf(moment) >= from && dateOf(moment) <= to

/** What a report has to say about these tickets, read one by one: for each row its key and its numbers. */
const rowsOfTickets = async (
  { tickets, refunds }: Repositories,
  sold: readonly Ticket[],
  methodOf: ReadonlyMap<OrderId, PaymentMethod | undefined>,
) => {
  const rows = new Map<string, [tickets: number, amount: bigint, cancelled: number, cancelledAmount: bigint]>()
  const add = (kind: string, moment: number, user: unknown, method: unknown, ticket: Ticket, isCancelled = false) => {
    if (!isReported(moment)) return
    const key = keyOf({
      kind,
      date: dateOf(moment),
      user,
      method,
      ticketType: ticket.ticketType,
      eventId: ticket.ticketType === 'event' ? ticket.event.eventId : undefined,
      priceCategory: ticket.priceCategory?.priceCategory ?? 'full',
      currency: ticket.currency,
    })
    const [count, amount, cancelled, cancelledAmount] = rows.get(key) ?? [0, 0n, 0, 0n]
    const price = BigInt(ticket.price)
    const [one, its] = isCancelled ? [1, price] : [0, 0n]
    rows.set(key, [count + 1, amount + price, cancelled + one, cancelledAmount + its])
  }
  for (const { ticketId } of sold) {
    const ticket = (await tickets.find(ticketId))!
    const method = ticket.orderId && methodOf.get(ticket.orderId)
    add('sale', ticket.soldAt!, ticket.soldBy ?? null, method ?? null, ticket, ticket.state === 'cancelled')
    const settlement = (await refunds.cancellationsOf([ticket])).get(ticketId)?.settlement
    if (settlement) add('refund', settlement.settledAt, settlement.settledBy, settlement.method, ticket)
  }
  return rows
}

const keyOf = (row: object) => {
  const { kind, date, user, method, ticketType, eventId, priceCategory, currency } = row as Record<string, unknown>
  return JSON.stringify([kind, date, user, method, ticketType, eventId, priceCategory, currency])
}

type At = (moment: number) => Repositories
const opens: readonly (readonly [string, () => Promise<At>, () => Promise<unknown>])[] = [
  [
    'memory',
    async () => {
      const repositories = inMemoryRepositories()
      return () => repositories
    },
    async () => undefined,
  ],
  ...engines.map((engine) => {
    const open = openAdaptersOn(engine)
    let close: (() => Promise<unknown>) | undefined
    return [
      engine.name,
      async () => {
        const opened = await open()
        close = opened.close
        return opened.at
      },
      async () => close?.(),
    ] as const
  }),
]

describe.each(opens)('the report of sales in %s', (adapter, open, close) => {
  it('agrees with the tickets themselves after any sales, cancellations, removals, deletions, refunds and restorations, whenever sums are stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        try {
          const { report, ofTickets, museum } = await run(await open(), steps)
          const rows = report.map((row) => {
            const [cancelled, cancelledAmount] = row.kind === 'sale' ? [row.cancelled, row.cancelledAmount] : [0, 0n]
            return [keyOf(row), [row.tickets, row.amount, cancelled, cancelledAmount]] as const
          })
          expect(new Map(rows)).toEqual(ofTickets)
          expect(rows).toHaveLength(ofTickets.size)
          await expectOwnRowsOf(museum, report)
        } finally {
          await close()
        }
      }),
      { numRuns: adapter === 'memory' ? 50 : 20 },
    )
  }, 120_000)
})

const reportedTo = async (museum: Museum, principal: Parameters<Museum['getSales']>[1]) => {
  const report = await museum.getSales({ from, to }, principal)
  if (isRefusal(report)) throw new Error(report.because)
  return Report.allRows(report)
}

/** The box office gets those rows of the whole report that have its name. */
const expectOwnRowsOf = async (museum: Museum, report: readonly Readonly<{ user: string | null }>[]) => {
  for (const username of users) {
    const own = await reportedTo(museum, { username, role: 'box-office' })
    expect(own).toEqual(report.filter(({ user }) => user === username))
  }
}

describe.each(namedEngines)('the sums of sales on %s', (_, engine) => {
  const soldAt = Date.parse(`${from}T12:00:00Z`)
  const period = { from: Instant(Date.parse(from)), end: Instant(Date.parse(to)) }
  const idAt = (moment: number, n: number) =>
    Buffer.from(moment.toString(16).padStart(12, '0') + exampleId(n).replaceAll('-', '').slice(12), 'hex')
  /** A database with tickets that were sold a second after another. */
  const withTickets = async (count: number, price: number) => {
    const opened = await aDatabase(engine)
    for (let n = 0; n < count; n += 1)
      await opened.database.kysely.executeQuery(
        CompiledQuery.raw(
          `insert into museum_ticket (ticket_id, ticket_type, ticket_date, email, confirmation_code, price, currency, state, sold_at)
           values (?, 'general', '2030-05-17', '', 'code-${n}', ${price}, 'EUR', 'valid', ${soldAt + 1_000 * n})`,
          [idAt(soldAt + 1_000 * n, n)],
        ),
      )
    return opened
  }

  it('are exact when they are larger than the largest exact number of JavaScript', async () => {
    const price = Number.MAX_SAFE_INTEGER
    const { sales, close } = await withTickets(3, price)
    expect(await sales.sumSales(period)).toMatchObject([{ tickets: 3, amount: 3n * BigInt(price) }])
    await close()
  })

  it('are the same in however many statements the tickets are added up, each of which reads a range of the primary key', async () => {
    const { database, close } = await withTickets(7, 100)
    for (const [maxRowsAddedUp, sums] of [
      [1, 7],
      [2, 4],
      [3, 3],
      [6, 2],
      [7, 1],
      [8, 1],
    ] as const) {
      const limited = { ...database, engine: { ...database.engine, maxRowsAddedUp } }
      const statements = await statementsOf(limited, async (recording) => {
        const { sumSales } = kyselySalesRepository(recording)
        expect(await sumSales(period)).toMatchObject([{ tickets: 7, amount: 700n }])
        const none = { from: Instant(soldAt + 86_400_000), end: Instant(soldAt + 2 * 86_400_000) }
        expect(await sumSales(none)).toEqual([])
      })
      const summing = statements.filter(({ sql }) => sql.includes('sum('))
      expect(summing).toHaveLength(sums)
      for (const { sql, parameters } of statements.filter(({ sql: text }) => !text.includes('summed_sales'))) {
        const explain = engine.isMysql ? 'explain format=traditional' : 'explain query plan'
        const { rows } = await database.kysely.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, [...parameters]))
        expect(JSON.stringify(rows)).toMatch(
          engine.isMysql
            ? // Of a table with few rows, MySQL may read the whole index for the ticket after the first ones.
              /"type":"(range|index)"[^}]*"key":"PRIMARY"/
            : /SEARCH (museum_)?ticket USING (COVERING )?INDEX sqlite_autoindex_museum_ticket_1 \(ticket_id>\? AND ticket_id<\?\)/,
        )
      }
    }
    await close()
  })

  it('of a day that has ended are read without its tickets', async () => {
    const { database, close } = await withTickets(3, 100)
    const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
    const eventId = `x'${exampleId(1).replaceAll('-', '')}'`
    await run(
      `update museum_ticket set ticket_type = 'event', event_id = ${eventId}, event_name = 'A', occurrence_number = 1`,
    )
    await run(`update museum_ticket set state = 'cancelled' where confirmation_code = 'code-0'`)
    await run(
      `insert into ticket_cancellation (ticket_id, ticket_date, cancelled_at, cause, due_since)
       select ticket_id, ticket_date, 0, 'ticket', 0 from museum_ticket where state = 'cancelled'`,
    )
    const now = Math.floor(period.end / 1_000) + 86_400
    await run(
      `insert into event_occurrence (event_id, event_date, number, removed_in_revision, removed_at)
       values (${eventId}, '2030-05-17', 1, 2, ${now - 601})`,
    )
    const later = { ...database, engine: { ...database.engine, now: sql`${sql.lit(now)}` as RawBuilder<number> } }
    await kyselySalesRepository(later).storeSums(period, Instant(now * 1_000))
    const statements = await statementsOf(later, async (recording) => {
      const cancelled = [{ tickets: 3, amount: 300n, cancelled: 3, cancelledAmount: 300n }]
      expect(await kyselySalesRepository(recording).sumSales(period)).toMatchObject(cancelled)
    })
    const ofTickets = statements.filter(({ sql: text }) => text.includes('museum_ticket'))
    expect(ofTickets).toEqual([])
    await close()
  })

  it('are not stored when a sale that is late is committed after its tickets were read', async () => {
    const { database, close } = await aDatabase(engine)
    const now = Instant(soldAt + 86_400_000)
    const later = {
      ...database,
      engine: { ...database.engine, now: sql`${sql.lit(now / 1_000)}` as RawBuilder<number> },
    }
    const { tickets, sales } = kyselyRepositories(later)
    const sell = async (n: number) => {
      const uuid = idAt(soldAt, n)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
      const code = ConfirmationCode(`ticket-late-${n}-abcdefgh`)
      const ticket = { ticketId: TicketId(uuid), confirmationCode: code, soldAt: Instant(soldAt) }
      expect(isRefusal(await tickets.sell(...aSale([aGeneralTicket(ticket)])))).toBe(false)
    }
    const stored = () => database.kysely.selectFrom('summed_sales').select('summed_until').execute()
    await sell(1)
    const interrupted: MuseumDatabase['transaction'] = async (...work) => {
      await sell(2)
      return later.transaction(...work)
    }
    await kyselySalesRepository({ ...later, transaction: interrupted }).storeSums(period, now)
    expect(await stored()).toEqual([])
    expect(await sales.sumSales(period)).toMatchObject([{ tickets: 2 }])
    await sales.storeSums(period, now)
    expect(await stored()).toEqual([{ summed_until: now - 600_000 }])
    expect(await sales.sumSales(period)).toMatchObject([{ tickets: 2 }])
    await close()
  })

  it('are stored for the tickets of ten minutes ago, by the clock of the database and that of the server', async () => {
    const { database, sales, close } = await withTickets(1, 100)
    const stored = () => database.kysely.selectFrom('summed_sales').select('summed_until').execute()
    // The clock of the database shows a moment before the period.
    await sales.storeSums(period, period.end)
    expect(await stored()).toEqual([])
    const later = kyselySalesRepository({
      ...database,
      engine: { ...database.engine, now: sql`${sql.lit(period.end / 1_000)}` as RawBuilder<number> },
    })
    await later.storeSums(period, Instant(soldAt))
    expect(await stored()).toEqual([{ summed_until: soldAt - 600_000 }])
    await later.storeSums(period, Instant(period.end + 86_400_000))
    expect(await stored()).toEqual([{ summed_until: period.end - 600_000 }])
    expect(await later.sumSales(period)).toMatchObject([{ tickets: 1, amount: 100n }])
    await close()
  })
})
