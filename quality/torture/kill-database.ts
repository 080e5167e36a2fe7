import { setTimeout as sleep } from 'node:timers/promises'
import { buyTicket, newPurchase, untilFinal } from './client.ts'
import { beginFailure } from './database-failure.ts'
import { randomBetween } from './random.ts'
import { type TestRun, runRounds } from './run-rounds.ts'
import type { Engine } from './engine.ts'
import { startLoad } from './start-load.ts'

/** One of this many purchases must succeed, or be refused as sold out, once the database accepts connections again. */
const maxAttempts = 20

/** The database server is killed under load and starts again; the museum server reconnects by itself. */
export const killDatabase = (engine: Engine, rounds: number) =>
  runRounds(engine, { servers: 1, rounds, mayMissResponses: false }, async (run) => {
    const load = startLoad(run, { buyers: 32, staff: 4, maxPause: 50 })
    await sleep(randomBetween(100, 700))
    load.burst(6)
    await sleep(randomBetween(0, 20))
    await beginFailure(engine.failures[0]!, run.history.outages)
    const violations = (await isAvailableAgain(run)) ? [] : [{ fault: `no sale in ${maxAttempts} attempts` }]
    await sleep(randomBetween(50, 200))
    await load.stop()
    return { kills: 1, violations }
  })

const isAvailableAgain = async ({ servers, history }: TestRun) => {
  const buy = () =>
    buyTicket(servers[0]!.origin, newPurchase(history, { ticketType: 'general', ticketDate: '2031-05-17' }))
  return (await untilFinal(buy, maxAttempts)) !== undefined
}
