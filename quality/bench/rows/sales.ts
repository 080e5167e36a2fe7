import { constants, setPriority } from 'node:os'
import { kyselyRepositories, openDatabase } from '@museum/adapters-persistence'
import type { Bench, Row } from '../bench.ts'
import { headers, startMuseum } from '../measured-server.ts'
import { type Measured, startLoadGenerator } from '../load-generator.ts'
import { once } from '../once.ts'
import { type Workload, basePath, buyGeneralTickets } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { addSoldTickets, salesAreSummed, salesDay, salesQueries, seller } from '../sold-tickets.ts'
import { median, spreadOf } from '../statistics.ts'

/** The number of buyers beside reports, and of purchases that each of them sends in a second: fewer than a server answers. */
const [buyers, purchasesPerSecond] = [64, 3]
/** Long enough that the 99th percentile is taken from more than a thousand purchases. */
const secondsBesideReports = 8

/**
 * The report of what was sold on the largest day, and on 366 days, and lists of orders, by a server without other requests that has added up each
 * day; and purchases beside reports of 366 days that follow each other without a pause.
 */
export const sales = ({ databases, generator, table, settings, started }: Bench): readonly Row[] => {
  const { largestDay, ofEachDay } = settings.sales
  const database = once(async () => {
    const url = await databases.make('bench_sales', { events: 1_000, tickets: 0 })
    await addSoldTickets(url, settings.sales)
    return url
  })
  const museum = once(async () => {
    const url = await database()
    const server = await started(startMuseum(url, { settings: { MUSEUM_TIME_ZONE: 'UTC' } }))
    await salesAreSummed(url)
    return server
  })
  const measureQuery = async (name: string, path: string, below: number) => {
    const { url } = await museum()
    return measureRead(name, below, async () => {
      const response = await fetch(`${url}${basePath}${path}`, { headers })
      await response.text()
      return response.status === 200
    })
  }
  /** Measures a read, which returns whether it succeeded. */
  const measureRead = async (name: string, below: number, read: () => Promise<boolean>) => {
    const milliseconds: number[] = []
    let faulty = 0
    // The first request of a server checks the password, which takes long by design; none has to read the day from the disk.
    for (let round = 0; round <= settings.rounds; round += 1) {
      const startedAt = performance.now()
      const isDone = await read()
      if (round > 0) milliseconds.push(performance.now() - startedAt)
      if (!isDone) faulty += 1
    }
    const measured = `${median(milliseconds).toFixed(0)} ms ${spreadOf(milliseconds)}`
    table.add({ name, connections: 1, measured, value: median(milliseconds), digits: 0, bound: { below }, faulty })
  }
  const closing = `what a closing reads of a day with ${largestDay.toLocaleString('en')} tickets, half of them in orders, by two sellers`
  const measureClosing = async () => {
    const opened = openDatabase(await database())
    const { closings } = kyselyRepositories(opened)
    await measureRead(closing, 300, async () => {
      const { sales: counted } = await closings.read({ user: seller }, () => [salesDay])
      return counted.sales.length > 0
    })
    await opened.close()
  }
  const besideReports = 'p99 of purchases beside reports of 366 days without a pause, compared with none'
  const measureBesideReports = async () => {
    const server = await museum()
    const load = { ...buyGeneralTickets, connectionRate: purchasesPerSecond, warmUpSeconds: 1 }
    const measure = async () => generator.run(server, load, buyers, secondsBesideReports)
    const readReport: Workload = {
      requests: [{ method: 'GET', path: `${basePath}/sales?${salesQueries.year}` }],
      status: 200,
    }
    const reader = startLoadGenerator()
    // So that it takes no processor time from the buyers and the server: it stands for a client on another machine.
    setPriority(reader.pid, constants.priority.PRIORITY_LOW)
    const slowest: number[] = []
    const measureBeside = async () => {
      const [measured, reports] = await Promise.all([
        measure(),
        reader.run(server, readReport, 1, secondsBesideReports),
      ])
      if (reports.faulty > 0) throw new Error('A report was not answered.')
      // A report may take longer than the purchases are measured.
      slowest.push(reports.answered === 0 ? secondsBesideReports * 1_000 : reports.slowest)
      return measured
    }
    const [quiet, beside]: [Measured[], Measured[]] = [[], []]
    // The first round does not count.
    for (let round = -1; round < settings.rounds; round += 1)
      for (const isBeside of round % 2 === 0 ? [false, true] : [true, false]) {
        const measured = await (isBeside ? measureBeside() : measure())
        if (round >= 0) (isBeside ? beside : quiet).push(measured)
      }
    await reader.stop()
    table.addComparison({
      name: `${besideReports} (the slowest report: ${Math.max(...slowest).toFixed(0)} ms)`,
      connections: buyers,
      measured: beside,
      comparedWith: quiet,
      ratio: ratioByRound('p99'),
      bound: { max: 1.1 },
    })
  }
  const orderLists = [
    ['a page of 100 orders of a seller, of the largest day', `soldBy=${seller}&${salesQueries.day}`],
    ['a page of 100 orders of a seller, of 31 days', `soldBy=${seller}&${salesQueries.month}`],
    ['a page of 100 orders of a seller, of 31 days, far behind', `soldBy=${seller}&${salesQueries.month}&page=90`],
    ['an order by its number', 'number=k7m3-qx8p'],
  ] as const
  const day = `sales of a day with ${largestDay.toLocaleString('en')} tickets`
  const year = `sales of 366 days with ${(largestDay + 365 * ofEachDay).toLocaleString('en')} tickets`
  return [
    { name: day, measure: () => measureQuery(day, `/sales?${salesQueries.day}`, 100) },
    { name: year, measure: () => measureQuery(year, `/sales?${salesQueries.year}`, 5_000) },
    ...orderLists.map(([name, query]) => ({
      name,
      measure: () => measureQuery(name, `/orders?limit=100&${query}`, 50),
    })),
    { name: closing, measure: measureClosing },
    { name: besideReports, measure: measureBesideReports },
  ]
}
