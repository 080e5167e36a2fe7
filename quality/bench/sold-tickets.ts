import { Instant } from '@museum/domain'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@museum/adapters-persistence'
import { bulkLoad } from './bulk-load.ts'
import { datesOf, idLiteral } from './test-data.ts'

/** The tickets of the largest day, and of each of the 365 days before it. */
export type SoldTickets = Readonly<{ largestDay: number; ofEachDay: number }>

const dayMilliseconds = 86_400_000
/** The first of the 366 days; the others follow, and the last is the largest. They have ended, so that servers add them up. */
const firstDay = Date.UTC(2024, 0, 1)
const dateOf = (day: number) => new Date(firstDay + day * dayMilliseconds).toISOString().slice(0, 10)

/** The seller whose orders are listed. */
export const seller = 'desk-0'

/** The dates of the 366 days, of the last 31 ones, and of the largest one, as queries. */
export const salesQueries = {
  month: `from=${dateOf(335)}&to=${dateOf(365)}`,
  day: `from=${dateOf(365)}&to=${dateOf(365)}`,
  year: `from=${dateOf(0)}&to=${dateOf(365)}`,
} as const

/** The largest day. */
export const salesDay = {
  from: Instant(firstDay + 365 * dayMilliseconds),
  end: Instant(firstDay + 366 * dayMilliseconds),
}

/** Waits until the servers have added up the sales of each day. */
export const salesAreSummed = async (url: string): Promise<void> => {
  const database = openDatabase(url)
  const sums = database.kysely
    .selectFrom('summed_sales')
    .select('period_from')
    .where('period_from', '=', Instant(firstDay))
    .whereRef('summed_until', '=', 'period_end')
  while ((await sums.executeTakeFirst()) === undefined) await sleep(1_000)
  await database.close()
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
const idAt = (moment: number, n: number) => `x'${hex(moment, 12)}7000${hex(n, 16)}'`
/** Few, so that the report of 366 days has at most 10,000 rows: 24 a day. */
const [sellerCount, eventCount] = [2, 4]
const sellers = Array.from({ length: sellerCount }, (_, n) => `x'${Buffer.from(`desk-${n}`).toString('hex')}'`)
const categories = ["'child','Child'", "'senior','Senior'", 'null,null']
const methods = ["'cash'", "'card'"]
const openHours = 10
const cancelledOneIn = 100

/**
 * Adds tickets that two users sold in the ten hours of each day, for four events: every second one in an order of two, one in a
 * hundred cancelled.
 */
export const addSoldTickets = async (url: string, { largestDay, ofEachDay }: SoldTickets): Promise<void> => {
  const database = openDatabase(url)
  const count = 365 * ofEachDay + largestDay
  const momentOf = (n: number) => {
    const day = Math.min(365, Math.floor(n / ofEachDay))
    const [nth, all] = day === 365 ? [n - 365 * ofEachDay, largestDay] : [n % ofEachDay, ofEachDay]
    return firstDay + day * dayMilliseconds + Math.floor(((8 + (nth / all) * openHours) * dayMilliseconds) / 24)
  }
  const orderOf = (n: number) => (n % 4 < 2 ? Math.floor(n / 4) : undefined)
  const idOfOrder = (order: number) => idAt(momentOf(order * 4), order)
  const row = (n: number) => {
    const [moment, order, event] = [momentOf(n), orderOf(n), n % eventCount]
    return (
      `(${idAt(moment, n)},'event',${idLiteral('event', event)},'Night at the Museum ${event}','Main Hall',` +
      `'${datesOf(event, 1_000)[0]}','visitor@example.org','ticket-sales-${n}',1990,'EUR',` +
      `'${n % cancelledOneIn === 0 ? 'cancelled' : 'valid'}',1,${moment},${sellers[Math.floor(n / 4) % sellerCount]},${categories[n % 3]},` +
      `${order === undefined ? 'null' : idOfOrder(order)})`
    )
  }
  const columns =
    'ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, confirmation_code, price, currency, ' +
    'state, occurrence_number, sold_at, sold_by, price_category, price_category_name, order_id'
  const insertTickets = (rows: readonly string[]) => `insert into museum_ticket (${columns}) values ${rows.join()}`
  const insertOrders = (rows: readonly string[]) =>
    `insert into museum_order (order_id, ticket_ids, payment_method, order_sold_at, order_sold_by) values ${rows.join()}`
  await bulkLoad(database, insertTickets, count, row, 'sold tickets')
  const cancellations = Math.ceil(count / cancelledOneIn)
  const cancellation = (nth: number) => {
    const n = nth * cancelledOneIn
    const [moment, event] = [momentOf(n), n % eventCount]
    const cancelledAt = Math.floor(moment / 1_000) + 60
    return `(${idAt(moment, n)},'${datesOf(event, 1_000)[0]}',${idLiteral('event', event)},${cancelledAt},'ticket',${cancelledAt},'due')`
  }
  const insertCancellations = (rows: readonly string[]) =>
    `insert into ticket_cancellation (ticket_id, ticket_date, event_id, cancelled_at, cause, due_since, refund) values ${rows.join()}`
  await bulkLoad(database, insertCancellations, cancellations, cancellation)
  const orders = Math.ceil(count / 4)
  const order = (n: number) => {
    const ticketIds = [4 * n, 4 * n + 1].map((ticket) => idAt(momentOf(ticket), ticket).slice(2, -1)).join('')
    return `(${idOfOrder(n)},x'${ticketIds}',${methods[n % 2]},${momentOf(4 * n)},${sellers[n % sellerCount]})`
  }
  await bulkLoad(database, insertOrders, orders, order)
  await database.close()
}
