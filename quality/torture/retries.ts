import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from './findings.ts'
import { buyTicket, createSpecialEvent, newPurchase, newSpecialEvent, untilFinal } from './client.ts'
import { startDroppingProxy } from './dropping-proxy.ts'
import type { Attempt, Purchase, SpecialEvent } from './history.ts'
import { randomBetween, randomItem } from './random.ts'
import { runRounds } from './run-rounds.ts'
import { eventIdOf, staffClients } from './staff-clients.ts'
import type { Engine } from './engine.ts'
import { startPausingWorkers, startWorkers } from './start-workers.ts'

const maxAttempts = 1_000

/**
 * Clients repeat requests with their keys over connections that are dropped, concurrently and through two servers, one of
 * which is killed, while dates are removed and added again and events are deleted.
 */
export const retries = (engine: Engine, rounds: number) =>
  runRounds(engine, { servers: 2, rounds, mayMissResponses: true }, async ({ servers, history }) => {
    const proxies = await Promise.all(servers.map(({ origin }) => startDroppingProxy(origin, () => 0.1)))
    const violations: Violation[] = []
    const repeat = async (
      recorded: Purchase | SpecialEvent,
      send: (origin: string) => Promise<Attempt | undefined>,
    ) => {
      const final = await untilFinal(() => send(`http://${randomItem(proxies).host}`), maxAttempts)
      if (final === undefined) violations.push({ fault: `no final response in ${maxAttempts} attempts`, recorded })
      return final
    }
    /** One to three clients send the same request concurrently; after their responses, perhaps another one. */
    const severalTimes = async (
      recorded: Purchase | SpecialEvent,
      send: (origin: string) => Promise<Attempt | undefined>,
    ) => {
      const clients = Math.random() < 0.3 ? 3 : 1
      const attempts = await Promise.all(Array.from({ length: clients }, () => repeat(recorded, send)))
      if (Math.random() < 0.4) {
        await sleep(randomBetween(0, 50))
        attempts.push(await repeat(recorded, send))
      }
      return attempts
    }

    const staff = staffClients(
      history,
      () => randomItem(servers).origin,
      async () => {
        const event = newSpecialEvent(history, randomUUID())
        await severalTimes(event, (origin) => createSpecialEvent(origin, event))
      },
    )
    const buyOne = async () => {
      const idempotencyKey = randomUUID()
      const event = Math.random() < 0.7 ? randomItem(staff.onSale()) : undefined
      const order = event
        ? ({ ticketType: 'event', ticketDate: randomItem(event.dates), eventId: eventIdOf(event) } as const)
        : ({ ticketType: 'general', ticketDate: '2031-05-17' } as const)
      const purchase = newPurchase(history, { ...order, idempotencyKey })
      const attempts = await severalTimes(purchase, (origin) => buyTicket(origin, purchase))
      if (attempts.some((attempt) => attempt?.status === 201) && Math.random() < 0.1) {
        const other = newPurchase(history, { ...order, idempotencyKey, reusesKey: true })
        await repeat(other, (origin) => buyTicket(origin, other))
      }
    }

    const stops = [startWorkers(14, buyOne), startPausingWorkers(2, 40, staff.act)]
    await sleep(randomBetween(200, 800))
    const victim = randomItem(servers)
    await victim.kill()
    await sleep(randomBetween(0, 300))
    await victim.start()
    await sleep(randomBetween(100, 400))
    await Promise.all(stops.map((stop) => stop()))
    await Promise.all(proxies.map((proxy) => proxy.close()))
    return { kills: 1, violations }
  })
