import { setTimeout as sleep } from 'node:timers/promises'
import { buyTicket, createSpecialEvent, newPurchase, newSpecialEvent } from './client.ts'
import { isCreated } from './history.ts'
import type { Sale } from './longest-gaps.ts'
import { randomItem } from './random.ts'
import type { TestRun } from './run-rounds.ts'
import { eventIdOf } from './staff-clients.ts'
import { startWorkers } from './start-workers.ts'

/** How often a ticket is bought through each server, in milliseconds. */
const interval = 100

/**
 * Starts clients that buy tickets to an event of their own, through each server one every 100 ms, also while others wait for
 * their responses. So a time without a sale is one in which no visitor could buy.
 */
export const startSteadySales = async ({ servers, history }: TestRun) => {
  const event = newSpecialEvent(history, undefined, { isKept: true })
  await createSpecialEvent(servers[0]!.origin, event)
  const eventId = eventIdOf(event)
  const sales: Sale[] = []
  const purchases: Promise<void>[] = []
  const buy = async (server: number) => {
    const purchase = newPurchase(history, { ticketType: 'event', ticketDate: randomItem(event.dates), eventId })
    const attempt = await buyTicket(servers[server]!.origin, purchase)
    if (attempt && isCreated(attempt)) sales.push({ server, at: attempt.receivedAt })
  }
  const stops = servers.map((_, server) =>
    startWorkers(1, async () => {
      purchases.push(buy(server))
      await sleep(interval)
    }),
  )
  return {
    sales,
    /** Whether every server has sold a ticket since a moment. */
    haveSoldSince: (time: number) =>
      servers.every((_, server) => sales.some((sale) => sale.server === server && sale.at >= time)),
    /** Stops the clients; resolves when each purchase is answered. */
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await Promise.all(purchases)
    },
  }
}
