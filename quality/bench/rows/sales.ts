import type { Bench, Row } from '../bench.ts'
import { headers, startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { basePath } from '../requests.ts'
import { addSoldTickets, salesAreSummed, salesQueries } from '../sold-tickets.ts'
import { median, spreadOf } from '../statistics.ts'

/**
 * The report of what was sold on the largest day, and on 366 days, by a server without other requests that has added up each
 * day.
 */
export const sales = ({ databases, table, settings, started }: Bench): readonly Row[] => {
  const { largestDay, ofEachDay } = settings.sales
  const museum = once(async () => {
    const url = await databases.make('bench_sales', { events: 1_000, tickets: 0 })
    await addSoldTickets(url, settings.sales)
    const server = await started(startMuseum(url, { settings: { MUSEUM_TIME_ZONE: 'UTC' } }))
    await salesAreSummed(url)
    return server
  })
  const measureQuery = async (name: string, query: string, below: number) => {
    const { url } = await museum()
    const milliseconds: number[] = []
    let faulty = 0
    // The first request of a server checks the password, which takes long by design; none has to read the day from the disk.
    for (let round = 0; round <= settings.rounds; round += 1) {
      const sentAt = performance.now()
      const response = await fetch(`${url}${basePath}/sales?${query}`, { headers })
      await response.text()
      if (round > 0) milliseconds.push(performance.now() - sentAt)
      if (response.status !== 200) faulty += 1
    }
    const measured = `${median(milliseconds).toFixed(0)} ms ${spreadOf(milliseconds)}`
    table.add({ name, connections: 1, measured, value: median(milliseconds), digits: 0, bound: { below }, faulty })
  }
  const day = `sales of a day with ${largestDay.toLocaleString('en')} tickets`
  const year = `sales of 366 days with ${(largestDay + 365 * ofEachDay).toLocaleString('en')} tickets`
  return [
    { name: day, measure: () => measureQuery(day, salesQueries.day, 100) },
    { name: year, measure: () => measureQuery(year, salesQueries.year, 5_000) },
  ]
}
