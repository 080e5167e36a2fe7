import { checkLastPlaces, checkOrders } from './check-orders.ts'
import type { Engine } from './engine.ts'
import { figureColumns } from './findings.ts'
import { isSoldOut } from './history.ts'
import { orderClients } from './order-clients.ts'
import { type SaleItem, emptyOrderHistory } from './order-history.ts'
import { orderPrices } from './orders.ts'
import { inTurn, randomBetween, randomItem } from './random.ts'
import { readOrders } from './read-orders.ts'
import { runScenario } from './run-scenario.ts'

const [desks, places] = [64, 2_000]

/**
 * Sixty-four desks at two servers (three on a cluster) sell orders of one to six tickets of the same date, until each is refused
 * one since too few places are left. Some orders have a ticket of general entry, too.
 */
export const lastPlaces = (engine: Engine, rounds: number) => {
  const history = emptyOrderHistory({ prices: orderPrices, generalCapacity: 100_000 })
  let clients: ReturnType<typeof orderClients> | undefined
  let place: Readonly<{ eventId: string; ticketDate: string }> | undefined
  return runScenario(engine, {
    servers: engine.cluster === undefined ? 2 : 3,
    rounds,
    outages: history.outages,
    async round(museum) {
      if (clients === undefined) {
        clients = orderClients(museum, history)
        await clients.prepare()
      }
      const { placeOrderOf, createEvent, violations } = clients
      const { eventId, dates } = await createEvent(places)
      place = { eventId, ticketDate: dates[0]! }
      const item: Omit<SaleItem, 'quantity'> = { ticketType: 'event', ...place }
      const general: SaleItem = { ticketType: 'general', ticketDate: dates[0]!, quantity: 1 }
      const sellUntilRefused = async (desk: number) => {
        const { origin } = inTurn(museum.servers, desk)!
        for (;;) {
          const quantity = Math.floor(randomBetween(1, 7))
          const items = [{ ...item, quantity }, ...(Math.random() < 0.1 ? [general] : [])]
          const priced = items.map((each) => Object.assign({ priceCategory: randomItem(['full', 'child']) }, each))
          const attempt = await placeOrderOf(() => origin, priced)
          if (attempt !== undefined && isSoldOut(attempt)) return
        }
      }
      await Promise.all(Array.from({ length: desks }, (_, desk) => sellUntilRefused(desk)))
      return { kills: 0, violations: violations.splice(0) }
    },
    async check({ servers, database }) {
      const stored = await readOrders(database, servers)
      const { figures, violations } = checkOrders(history, stored)
      const last = checkLastPlaces(history, stored, place!)
      return {
        figures: { ...figureColumns(figures), left: last.left },
        violations: [...violations, ...last.violations],
      }
    },
  })
}
