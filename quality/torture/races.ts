import { setTimeout as sleep } from 'node:timers/promises'
import { runRounds } from './run-rounds.ts'
import type { Engine } from './engine.ts'
import { startLoad } from './start-load.ts'

/** Several servers on one database sell tickets, change dates and delete events at the same time, one second a round. */
export const races = (engine: Engine, rounds: number) =>
  runRounds(engine, { servers: engine.name === 'sqlite' ? 2 : 3, rounds, mayMissResponses: false }, async (run) => {
    const load = startLoad(run, { buyers: 32, staff: 6, maxPause: 20 })
    await sleep(1_000)
    await load.stop()
    return { kills: 0 }
  })
