import { setTimeout as sleep } from 'node:timers/promises'
import { type OrderFigures, checkOrders } from './check-orders.ts'
import { startDroppingProxy } from './dropping-proxy.ts'
import type { Engine } from './engine.ts'
import { failInTurn } from './fail-in-turn.ts'
import { orderClients } from './order-clients.ts'
import { emptyOrderHistory } from './order-history.ts'
import { randomBetween, randomItem } from './random.ts'
import { readOrders } from './read-orders.ts'
import { runScenario } from './run-scenario.ts'
import { generalPrice } from './start-server.ts'
import { startWorkers } from './start-workers.ts'

/** Prices whose half is rounded, and a free category. */
export const orderPrices = {
  event: 1_255,
  general: generalPrice * 100,
  percentages: { full: 100, child: 50, guest: 0 },
}

/** The share of the packets between keyed sales and servers that lose their connection. */
const dropRate = 0.03

/**
 * Desks at two servers (three on a cluster) sell orders and single tickets of events and days with few places, while tickets
 * and orders are cancelled, dates removed and added again, events deleted and restored, and refunds settled by two clerks at
 * once. The connections of keyed sales are cut all the time. The database is killed in every other round; in the others and
 * where it cannot be, the servers, one after the other, and connections to the database are cut.
 */
export const orders = (engine: Engine, rounds: number) => {
  const history = emptyOrderHistory({ prices: orderPrices, generalCapacity: 80 })
  let clients: ReturnType<typeof orderClients> | undefined
  let roundNumber = 0
  return runScenario(engine, {
    servers: engine.cluster === undefined ? 2 : 3,
    rounds,
    outages: history.outages,
    async round(museum) {
      roundNumber += 1
      clients ??= orderClients(museum, history)
      await clients.prepare()
      const proxies = await Promise.all(museum.servers.map(({ origin }) => startDroppingProxy(origin, () => dropRate)))
      const cut = () => `http://${randomItem(proxies).host}`
      const { placeOrder, buyTicket, cancelTicket, cancelOrder, settleRefund, deleteEvent, removeDate } = clients
      const withPauses = (step: () => Promise<unknown>, maxPause: number) => async () => {
        await sleep(randomBetween(0, maxPause))
        await step()
      }
      const stops = [
        startWorkers(
          10,
          withPauses(() => placeOrder(cut), 20),
        ),
        startWorkers(
          3,
          withPauses(() => buyTicket(cut), 20),
        ),
        startWorkers(1, withPauses(cancelTicket, 40)),
        startWorkers(1, withPauses(cancelOrder, 40)),
        startWorkers(2, withPauses(settleRefund, 60)),
        startWorkers(1, withPauses(deleteEvent, 200)),
        startWorkers(1, withPauses(removeDate, 200)),
      ]
      await sleep(randomBetween(600, 1_200))
      const kills = await failInTurn(engine, museum, history.outages, roundNumber)
      await sleep(randomBetween(300, 600))
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all(proxies.map((proxy) => proxy.close()))
      return { kills, violations: clients.violations.splice(0) }
    },
    async check({ servers, database }) {
      const { figures, violations } = checkOrders(history, await readOrders(database, servers))
      return { figures: columnsOf(figures), violations }
    },
  })
}

export const columnsOf = (figures: OrderFigures) => ({
  requests: figures.requests,
  orders: figures.orders,
  purchases: figures.purchases,
  tickets: figures.tickets,
  refused: figures.refused,
  'sold out': figures.soldOut,
  unanswered: figures.unanswered,
  unconfirmed: figures.unconfirmed,
  half: figures.half,
  lost: figures.lost,
  doubled: figures.doubled,
  oversold: figures.oversold,
  cancelled: figures.cancelled,
  settled: figures.settled,
  'settled twice': figures.settledTwice,
  'expected 5xx': figures.expected5xx,
  'unexpected 5xx': figures.unexpected5xx,
})
