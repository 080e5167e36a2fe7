import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { OrderFilter } from '@museum/application'
import { ConfirmationCode, Email, Instant, OrderId, OrderNumber, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { bytesOfUuid } from '@museum/database'
import { rowOf } from '../tickets/ticket-rows.ts'
import { kyselyOrderRepository } from './kysely-order-repository.ts'

const range = (length: number) => Array.from({ length }, (_, n) => n)
const start = Date.UTC(2030, 4, 1)
const idOf = (n: number) => OrderId(exampleId(9_000 + n))
/** A ticket of each order: one is sold in each minute, by two users. */
const ticketOf = (n: number) =>
  aGeneralTicket({
    ticketId: TicketId(exampleId(100_000 + n)),
    confirmationCode: ConfirmationCode(`code-${n}`),
    orderId: idOf(n),
    soldAt: Instant(start + 60_000 * n),
    soldBy: n % 2 === 0 ? 'box office' : 'クロード',
    purchaser: { email: Email(`visitor-${n}@example.org`) },
  })

describe.each(namedEngines)('orders that a server of the version before has sold, on %s', (_, engine) => {
  let opened: OpenedDatabase
  const orders = 2_500
  /** Stores orders as that version does: without the time and the seller. */
  const insert = async (numbers: readonly number[]) => {
    for (let first = 0; first < numbers.length; first += 500) {
      const some = numbers.slice(first, first + 500)
      await opened.database.transaction(async (tables) => {
        await tables.insertInto('museum_ticket').values(some.map(ticketOf).map(rowOf)).execute()
        await tables
          .insertInto('museum_order')
          .values(some.map((n) => ({ order_id: bytesOfUuid(idOf(n)), ticket_ids: bytesOfUuid(ticketOf(n).ticketId) })))
          .execute()
      })
    }
  }
  const list = (filter: OrderFilter) => opened.orders.list(filter, { page: 1, limit: 3 })

  beforeAll(async () => {
    opened = await aDatabase(engine)
    await insert(range(orders))
  })
  afterAll(() => opened?.close())

  it('are listed by the time and the seller of their tickets, also those that it sells afterwards', async () => {
    const last = (n: number) => [idOf(n), idOf(n - 1), idOf(n - 2)]
    const { items, total } = await list({})
    expect([items.map(({ orderId }) => orderId), total]).toEqual([last(orders - 1), orders])
    const ofOne = await list({ soldBy: 'クロード', from: Instant(start + 60_000 * 100) })
    expect(ofOne.total).toBe((orders - 100) / 2)
    await insert([orders])
    expect((await list({})).items[0]).toMatchObject({ orderId: idOf(orders), soldBy: 'box office' })
  })

  it.each<[string, OrderFilter, string | RegExp]>([
    ['of a period', { from: Instant(start), end: Instant(start + 600_000) }, 'museum_order_by_sale'],
    [
      'of a seller in a period',
      { soldBy: 'box office', from: Instant(start), end: Instant(start + 600_000) },
      'museum_order_by_sale',
    ],
    ['with a number', { number: OrderNumber.of(idOf(7)) }, 'museum_order_by_number'],
  ])('are listed by a range of an index: %s', async (_what, filter, index) => {
    await list({})
    const tables = ['museum_ticket', 'museum_order']
    await opened.database.kysely.executeQuery(
      CompiledQuery.raw(engine.isMysql ? `analyze table ${tables.join(', ')}` : 'analyze'),
    )
    const statements = await statementsOf(opened.database, async (database) => {
      await kyselyOrderRepository(database).list(filter, { page: 1, limit: 2 })
    })
    const listing = statements.find(({ sql }) => /order by .*order_sold_at/.test(sql))!
    const isSorted = 'number' in filter
    await expectRangeOf({ index, isCovering: false, isSorted }, listing, opened.database, engine)
    for (const statement of statements.filter(({ sql }) => sql.startsWith('select')))
      await expectRangeOf({ index: /.*/, isCovering: false, isSorted: true }, statement, opened.database, engine)
  })
})
