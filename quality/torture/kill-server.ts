import { setTimeout as sleep } from 'node:timers/promises'
import { randomBetween, randomItem } from './random.ts'
import { runRounds } from './run-rounds.ts'
import type { Engine } from './engine.ts'
import { startLoad } from './start-load.ts'

/** The server, on a cluster one of three, is killed under load, and started again while clients go on. */
export const killServer = (engine: Engine, rounds: number) =>
  runRounds(engine, { servers: engine.cluster ? 3 : 1, rounds, mayMissResponses: true }, async (run) => {
    const server = randomItem(run.servers)
    const load = startLoad(run, { buyers: 32, staff: 4, maxPause: 50 })
    await sleep(randomBetween(100, 700))
    // So that the kill meets several transactions of many statements.
    load.burst(6)
    await sleep(randomBetween(0, 20))
    await server.kill()
    await server.start()
    await sleep(randomBetween(50, 200))
    await load.stop()
    return { kills: 1 }
  })
