import { randomUUID } from 'node:crypto'
import type { MuseumDatabase } from '@museum/adapters-persistence'
import { type StoredClosing, type StoredDrawers, checkClosings, drawerName } from './check-closings.ts'
import { finalSender, send } from './client.ts'
import type { Engine } from './engine.ts'
import { failInTurn } from './fail-in-turn.ts'
import { type Violation, figureColumns } from './findings.ts'
import type { Attempt, Outage } from './history.ts'
import { sellDuring } from './orders.ts'
import { randomBetween, randomItem } from './random.ts'
import { type Museum, runScenario } from './run-scenario.ts'
import { startPausingWorkers } from './start-workers.ts'
import { uuidOf } from './uuid-of.ts'

const tills = ['Till 1', 'Till 2', null] as const
const methods = ['cash', 'card', 'voucher'] as const
const ticketDate = '2031-02-03'

/**
 * Desks at two servers (three on a cluster) sell orders at two tills and at none, while orders are undone, refunded and their
 * payments corrected, and each till is closed again and again, through every server. Connections are cut, and servers and databases
 * killed, as in `orders`.
 */
export const closings = (engine: Engine, rounds: number) => {
  const outages: Outage[] = []
  const [violations, orders]: [Violation[], string[]] = [[], []]
  let roundNumber = 0
  const till = () => ({ till: randomItem(tills) })
  const method = () => randomItem(methods)
  return runScenario(engine, {
    servers: engine.cluster === undefined ? 2 : 3,
    rounds,
    outages,
    async round(museum) {
      roundNumber += 1
      const anyServer = () => randomItem(museum.servers).origin
      const sendUntilFinal = finalSender(anyServer, violations)
      const sell = async (origin: string) => {
        const item = { ticketType: 'general', ticketDate, quantity: Math.floor(randomBetween(1, 5)) }
        const payment = Math.random() < 0.9 ? { method: method() } : null
        const placed = await send(origin, 'POST', '/orders', { items: [item], payment, ...till() })
        if (placed?.status !== 201) return
        orders.push((JSON.parse(placed.body) as { orderId: string }).orderId)
      }
      // Only the latest orders, so that one is changed several times.
      const change = (path: string, body: object, verb = 'POST') =>
        orders.length === 0
          ? undefined
          : send(anyServer(), verb, `/orders/${randomItem(orders.slice(-20))}${path}`, body)
      const refund = async () => {
        await change('/cancellation', {})
        await change('/refund', { method: method(), ...till() })
      }
      const close = (origin: string) =>
        send(
          origin,
          'POST',
          '/closings',
          { float: 0, counted: [], ...till() },
          Math.random() < 0.5 ? randomUUID() : undefined,
        )
      const fail = () => failInTurn(engine, museum, outages, roundNumber)
      const kills = await sellDuring(fail, museum, (cut) => [
        startPausingWorkers(10, 20, () => sell(cut())),
        startPausingWorkers(2, 40, async () => change('/payment', { method: method() }, 'PUT')),
        startPausingWorkers(1, 60, async () => change('/reversal', till())),
        startPausingWorkers(1, 60, refund),
        startPausingWorkers(4, 40, () => close(cut())),
      ])
      const attempts: Attempt[] = []
      for (const each of tills) {
        const last = await sendUntilFinal(
          attempts,
          'POST',
          '/closings',
          { till: each, float: 0, counted: [] },
          randomUUID(),
        )
        if (last.status !== 201) violations.push({ fault: 'a till is not closed', recorded: last })
      }
      return { kills, violations: violations.splice(0) }
    },
    async check({ database }: Museum) {
      const { figures, violations: found } = checkClosings(await readDrawers(database))
      return { figures: figureColumns({ ...figures, orders: orders.length }), violations: found }
    },
  })
}

/** Reads what is stored, row by row, and leaves every sum to the check. */
const readDrawers = async ({ kysely }: MuseumDatabase): Promise<StoredDrawers> => {
  const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString())
  const tickets = await kysely
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'order_id', 'price', 'sold_by'])
    .execute()
  const sales = await kysely.selectFrom('museum_order').select(['order_id', 'till', 'payment_method']).execute()
  const refunds = await kysely.selectFrom('ticket_cancellation').selectAll().where('refund', '=', 'settled').execute()
  const stored = await kysely.selectFrom('closing').selectAll().execute()
  const orderOf = new Map(sales.map((order) => [uuidOf(order.order_id), order]))
  const priceOf = new Map(tickets.map(({ ticket_id, price }) => [uuidOf(ticket_id), price]))
  return {
    sold: tickets.map(({ order_id, price, sold_by }) => {
      const order = orderOf.get(uuidOf(order_id!))!
      return { drawer: drawerName(text(order.till), text(sold_by)!), method: order.payment_method, amount: price }
    }),
    refunded: refunds.map(({ ticket_id, refund_till, settled_by, refund_method }) => ({
      drawer: drawerName(text(refund_till), text(settled_by)!),
      method: refund_method,
      amount: priceOf.get(uuidOf(ticket_id))!,
    })),
    closings: stored.map(({ drawer, number, closed_at, content }) => {
      const { from, methods: sums } = JSON.parse(content) as Pick<StoredClosing, 'from' | 'methods'>
      return { drawer: text(drawer)!, number, from, to: closed_at, methods: sums }
    }),
  }
}
