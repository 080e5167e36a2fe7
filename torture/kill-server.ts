import { setTimeout as sleep } from 'node:timers/promises'
import { some } from './client.ts'
import { type Engine, torture } from './museum.ts'
import { openSale } from './sale.ts'

/** The server is killed in mid-sale, and started again while people still ask. */
export const killServer = (engine: Engine, rounds: number) =>
  torture(engine, 1, rounds, async (museum) => {
    const [server] = museum.servers
    const end = openSale(museum, { buyers: 32, staff: 2, pause: 100 })
    await sleep(some(100, 700))
    await server!.kill()
    await server!.start()
    await sleep(some(50, 200))
    await end()
    return { kills: 1 }
  })
