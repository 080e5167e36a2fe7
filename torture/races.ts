import { setTimeout as sleep } from 'node:timers/promises'
import { type Engine, torture } from './run-rounds.ts'
import { openSale } from './load.ts'

/** Several servers on one database sell, cancel events and remove dates at the same time, for a second a round. */
export const races = (engine: Engine, rounds: number) =>
  torture(engine, { servers: engine.name === 'sqlite' ? 2 : 3, rounds, isCutOff: false }, async (museum) => {
    const sale = openSale(museum, { buyers: 32, staff: 6, pause: 20 })
    await sleep(1_000)
    await sale.end()
    return { kills: 0 }
  })
