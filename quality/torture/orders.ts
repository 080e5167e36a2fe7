import { setTimeout as sleep } from 'node:timers/promises'
import { checkOrders } from './check-orders.ts'
import { startDroppingProxy } from './dropping-proxy.ts'
import type { Engine } from './engine.ts'
import { failInTurn } from './fail-in-turn.ts'
import { figureColumns } from './findings.ts'
import { orderClients } from './order-clients.ts'
import { emptyOrderHistory } from './order-history.ts'
import { randomBetween, randomItem } from './random.ts'
import { readOrders } from './read-orders.ts'
import { type Museum, runScenario } from './run-scenario.ts'
import { generalPrice } from './start-server.ts'
import { startPausingWorkers } from './start-workers.ts'

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
      const { placeOrder, buyTicket, cancelTicket, cancelOrder, settleRefund, deleteEvent, removeDate } = clients
      const { reverseOrder, refundOrder } = clients
      const fail = () => failInTurn(engine, museum, history.outages, roundNumber)
      const kills = await sellDuring(fail, museum, (cut) => [
        startPausingWorkers(10, 20, () => placeOrder(cut)),
        startPausingWorkers(3, 20, () => buyTicket(cut)),
        startPausingWorkers(1, 40, cancelTicket),
        startPausingWorkers(1, 40, cancelOrder),
        startPausingWorkers(1, 60, reverseOrder),
        startPausingWorkers(1, 60, refundOrder),
        startPausingWorkers(2, 60, settleRefund),
        startPausingWorkers(1, 200, deleteEvent),
        startPausingWorkers(1, 200, removeDate),
      ])
      return { kills, violations: clients.violations.splice(0) }
    },
    async check({ servers, database }) {
      const { figures, violations } = checkOrders(history, await readOrders(database, servers))
      return { figures: figureColumns(figures), violations }
    },
  })
}

/** Runs workers before, during and after a failure; `cut` is the origin of a server whose connections are cut. Returns the number of kills. */
export const sellDuring = async (
  fail: () => Promise<number>,
  { servers }: Museum,
  start: (cut: () => string) => readonly (() => Promise<void>)[],
): Promise<number> => {
  const proxies = await Promise.all(servers.map(({ origin }) => startDroppingProxy(origin, () => dropRate)))
  const stops = start(() => `http://${randomItem(proxies).host}`)
  await sleep(randomBetween(600, 1_200))
  const kills = await fail()
  await sleep(randomBetween(300, 600))
  await Promise.all(stops.map((stop) => stop()))
  await Promise.all(proxies.map((proxy) => proxy.close()))
  return kills
}
