import { setTimeout as sleep } from 'node:timers/promises'
import { buy, later, newPurchase, some } from './client.ts'
import { type Engine, type Museum, torture } from './run-rounds.ts'
import { openSale } from './load.ts'

/** So many tries are enough for a purchase, once the database is back. */
const enoughTries = 20

/** The database server is killed in mid-sale and comes back; the museum's server finds it again by itself. */
export const killDatabase = (engine: Engine, rounds: number) =>
  torture(engine, { servers: 1, rounds, isCutOff: false }, async (museum) => {
    const sale = openSale(museum, { buyers: 32, staff: 4, pause: 50 })
    await sleep(some(100, 700))
    sale.rush(6)
    await sleep(some(0, 20))
    const from = performance.now()
    // Until it is over, the end of the outage is not known.
    const outage = { from, until: Number.POSITIVE_INFINITY }
    museum.books.outages.push(outage)
    await engine.crash!()
    outage.until = performance.now()
    const violations = (await sellsAgain(museum)) ? [] : [{ fault: `nothing sold in ${enoughTries} tries` }]
    await sleep(some(50, 200))
    await sale.end()
    return { kills: 1, violations }
  })

const sellsAgain = async ({ servers, books }: Museum) => {
  for (let tries = 0; tries < enoughTries; tries += 1) {
    const purchase = newPurchase(books, { ticketType: 'general', ticketDate: '2031-05-17' })
    if ((await buy(servers[0]!.origin, purchase))?.status === 201) return true
    await later()
  }
  return false
}
