import { setTimeout as sleep } from 'node:timers/promises'
import { some } from './client.ts'
import { type Engine, torture } from './run-rounds.ts'
import { openSale } from './load.ts'

/** The server is killed in mid-sale, and started again while people still ask. */
export const killServer = (engine: Engine, rounds: number) =>
  torture(engine, { servers: 1, rounds, isCutOff: true }, async (museum) => {
    const [server] = museum.servers
    const sale = openSale(museum, { buyers: 32, staff: 4, pause: 50 })
    await sleep(some(100, 700))
    // In the middle of several changes, each of them a transaction of many steps.
    sale.rush(6)
    await sleep(some(0, 20))
    await server!.kill()
    await server!.start()
    await sleep(some(50, 200))
    await sale.end()
    return { kills: 1 }
  })
