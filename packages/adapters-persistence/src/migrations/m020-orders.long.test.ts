import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Refund, TicketId, isRefusal, CalendarDate, Instant, PaymentMethod } from '@museum/domain'
import { anAuditEntry } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { CompiledQuery, type KyselyPlugin } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { migrationsOn } from './index.ts'
import { migrate, pendingMigrations } from './migrate.ts'

const name = 'm020-orders'
const [event, date] = [exampleId(1), '2030-05-17']
const bytes = (id: string) => `x'${id.replaceAll('-', '')}'`
const text = (value: string) => `x'${Buffer.from(value).toString('hex')}'`
const ticketIdOf = (n: number) => exampleId(1_000 + n)
const longReason = '旅行中止 🦣 "\\\' '.padEnd(500, 'é')

/** A ticket that the version before sold, and how it was cancelled. */
type Sold = Readonly<{
  isForEvent: boolean
  price: number
  cancelledAt?: number
  /** The audit entries of the ticket: each with its operation, and the values after the change. */
  entries?: readonly (readonly [operation: string, after: string])[]
}>
const sold: readonly Sold[] = [
  { isForEvent: true, price: 1990, cancelledAt: 1_790_000_000, entries: [['cancelTicket', '{"state":"cancelled"}']] },
  {
    isForEvent: false,
    price: 1200,
    cancelledAt: 1_790_000_001,
    entries: [
      ['revertAdmission', '{"state":"valid","reason":"no cancellation"}'],
      ['cancelTicket', JSON.stringify({ state: 'cancelled', reason: longReason })],
    ],
  },
  { isForEvent: true, price: 0, cancelledAt: 1_790_000_002, entries: [['cancelTicket', '{"reason":"free"}']] },
  { isForEvent: true, price: 1990, cancelledAt: 1_790_000_003, entries: [['revertAdmission', '{"reason":"another"}']] },
  { isForEvent: true, price: 1990 },
  // Cancelled before there was an audit log.
  { isForEvent: false, price: 1, cancelledAt: 1_600_000_000 },
]
/** The row of a cancellation, after the migration. */
const completed = ({ isForEvent, price, cancelledAt }: Sold, n: number, reason: string | null) => ({
  ticket_id: Buffer.from(ticketIdOf(n).replaceAll('-', ''), 'hex'),
  ticket_date: date,
  cancelled_at: cancelledAt,
  event_id: isForEvent ? Buffer.from(event.replaceAll('-', ''), 'hex') : null,
  cause: 'ticket',
  due_since: cancelledAt,
  refund: price > 0 ? 'due' : null,
  reason,
  refund_method: null,
  refund_reference: null,
  settled_at: null,
  settled_by: null,
  refund_till: null,
})
const completedRows = [
  completed(sold[0]!, 0, null),
  completed(sold[1]!, 1, longReason),
  completed(sold[2]!, 2, 'free'),
  completed(sold[3]!, 3, null),
  completed(sold[5]!, 5, null),
]

/** Interrupts a migration at the change of this number, from 0 on. */
const interruptingAt = (change: number): KyselyPlugin => {
  let remaining = change
  return {
    transformQuery({ node }) {
      const isOfKysely = /"kysely_migration(_lock)?"/.test(JSON.stringify(node))
      if (/^(Create|Alter|Update)/.test(node.kind) && !isOfKysely && (remaining -= 1) < 0)
        throw new Error('interrupted')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

describe.each(namedEngines)('a database of the version before migration m020-orders, on %s,', (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  const run = (statement: string) => database.kysely.executeQuery<object>(CompiledQuery.raw(statement))
  /** Stores tickets as that version. Like released migrations, these statements must not change. */
  const insert = async (tickets: readonly Sold[], from = 0) => {
    const values = (rows: readonly string[]) => rows.map((row) => `(${row})`).join(', ')
    const numbered = tickets.map((ticket, n) => ({ ...ticket, n: from + n }))
    await run(
      `insert into museum_ticket
         (ticket_id, ticket_type, event_id, ticket_date, email, confirmation_code, price, currency, state, occurrence_number)
       values ${values(
         numbered.map(
           ({ isForEvent, price, cancelledAt, n }) =>
             `${bytes(ticketIdOf(n))}, '${isForEvent ? 'event' : 'general'}', ${isForEvent ? bytes(event) : 'null'}, '${date}',
              'visitor@example.org', 'code-${n}', ${price}, 'EUR', '${cancelledAt === undefined ? 'valid' : 'cancelled'}',
              ${isForEvent ? 1 : 'null'}`,
         ),
       )}`,
    )
    const cancellations = numbered.filter(({ cancelledAt }) => cancelledAt !== undefined)
    await run(
      `insert into ticket_cancellation (ticket_id, ticket_date, cancelled_at)
       values ${values(cancellations.map(({ n, cancelledAt }) => `${bytes(ticketIdOf(n))}, '${date}', ${cancelledAt}`))}`,
    )
    const entries = numbered.flatMap(({ n, entries: of = [] }) =>
      of.map(
        ([operation, after]) =>
          `1790000000000, ${text('curator')}, '${operation}', 'ticket', ${text(ticketIdOf(n))}, null, '${after.replaceAll('\\', engine.isMysql ? '\\\\' : '\\').replaceAll("'", "''")}'`,
      ),
    )
    if (entries.length > 0)
      await run(
        `insert into audit_entry (made_at, actor, operation, subject_kind, subject_id, values_before, values_after)
         values ${values(entries)}`,
      )
  }
  const createDatabase = async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
    const provider = { getMigrations: async () => migrationsOn(database.engine) }
    const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('m019-price-categories')
    if (error !== undefined) throw error
    // No change of a ticket, and one whose values are null.
    await run(
      `insert into audit_entry (made_at, actor, operation, subject_kind, subject_id, values_before, values_after)
       values (1, ${text('curator')}, 'updateSpecialEvent', 'special-event', ${text(event)}, '{}', '{"reason":"renamed"}'),
         (2, ${text('curator')}, 'cancelTicket', 'ticket', ${text(ticketIdOf(3))}, '{}', null)`,
    )
    await insert(sold)
  }
  const removeDatabase = async () => {
    await database.close()
    await created.drop()
  }
  beforeEach(createDatabase)
  afterEach(removeDatabase)

  const cancellations = async () =>
    (await run('select * from ticket_cancellation order by ticket_id')).rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          value instanceof Uint8Array ? Buffer.from(value) : value,
        ]),
      ),
    )
  const indexes = async () => {
    const { rows } = await run(
      engine.isMysql
        ? 'select distinct index_name as name from information_schema.statistics where table_schema = database()'
        : "select name from sqlite_master where type = 'index'",
    )
    return (rows as { name: string }[]).map((row) => row.name)
  }
  const expectMigrated = async () => {
    expect(await cancellations()).toEqual(completedRows)
    const { rows } = await run('select order_id from museum_ticket where order_id is null')
    expect(rows).toHaveLength(sold.length)
    expect((await run('select * from museum_order')).rows).toEqual([])
    expect(await indexes()).toEqual(
      expect.arrayContaining([
        'ticket_cancellation_by_refund',
        'ticket_cancellation_by_event',
        'ticket_cancellation_by_ticket_date',
      ]),
    )
  }

  it('has, after the migration, the event, the cause, the time, the refund and the reason of each cancellation', async () => {
    expect(await migrate(database)).toContain(name)
    await expectMigrated()
  })

  it('is migrated after an interruption at each of its changes', async () => {
    let isInterrupted = true
    let change = 0
    for (; isInterrupted; change += 1) {
      const kysely = database.kysely.withPlugin(interruptingAt(change))
      await migrate({ ...database, kysely }).catch((error: unknown) =>
        expect((error as Error).message).toBe('interrupted'),
      )
      isInterrupted = (await pendingMigrations(database)).includes(name)
      await migrate(database)
      await expectMigrated()
      await removeDatabase()
      await createDatabase()
    }
    // A table, ten columns, five cancellations, two reasons and four indexes.
    expect(change).toBeGreaterThanOrEqual(22)
  }, 300_000)

  it('completes thousands of cancellations, and copies the reasons of thousands of audit entries', async () => {
    const many = Array.from({ length: 2_500 }, (_ticket, n) => ({
      isForEvent: n % 3 === 0,
      price: n % 5,
      cancelledAt: 1_790_000_000 + n,
      entries: [['cancelTicket', JSON.stringify({ reason: `reason ${n}` })] as const],
    }))
    await insert(many, 100)
    await migrate(database)
    expect(await cancellations()).toEqual([
      ...completedRows,
      ...many.map((each, n) => completed(each, 100 + n, `reason ${n}`)),
    ])
  })

  it('lists and settles, after the migration, the refunds of tickets that were cancelled before it', async () => {
    await migrate(database)
    const { refunds, tickets } = kyselyRepositories(database)
    const list = (state: 'due' | 'settled') => refunds.list({ state }, { page: 1, limit: 10 }, () => true)
    const idsOf = ({ items }: Awaited<ReturnType<typeof list>>) => items.map(({ ticket }) => ticket.ticketId)
    // The tickets for the event, which does not exist, are cancelled anyway.
    expect(idsOf(await list('due'))).toEqual([5, 0, 1, 3].map(ticketIdOf))
    expect((await list('due')).items[2]!.cancellation).toEqual({
      cause: 'ticket',
      at: 1_790_000_001_000,
      reason: longReason,
    })
    const settlement = { method: PaymentMethod('cash'), settledAt: Instant(1), settledBy: 'box office' }
    const dateOf = () => CalendarDate(date)
    for (const n of [1, 2]) {
      const outcome = await refunds.settle(
        TicketId(ticketIdOf(n)),
        (ticket, cancellation) => Refund.settle(ticket, cancellation, settlement, dateOf),
        () => anAuditEntry(),
      )
      expect(isRefusal(outcome) ? outcome.refusal : outcome.cancellation.settlement).toEqual(
        n === 2 ? 'nothing-due' : settlement,
      )
    }
    expect(idsOf(await list('settled'))).toEqual([ticketIdOf(1)])
    expect(await tickets.find(TicketId(ticketIdOf(1)))).toMatchObject({ state: 'cancelled' })
  })
})
