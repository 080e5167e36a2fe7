import type { Bench, Row } from '../bench.ts'
import { type Measured, startLoadGenerator } from '../load-generator.ts'
import { startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { type Workload, buyBothTypes } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'

/** Visitors that each load the page ten times a second: 1,000 requests a second together. */
const [visitors, pagesPerSecond] = [100, 10]
const buyers = 64

const page: Workload = {
  requests: [{ method: 'GET', path: '/' }],
  headers: { 'accept-encoding': 'br' },
  status: 200,
}

/** The page for visitors with all events of a year, alone and beside purchases. */
export const homePage = (bench: Bench): readonly Row[] => {
  const { generator, table, settings, databases } = bench
  const { closeRounds, seconds } = settings
  const museum = once(async () =>
    bench.started(startMuseum(await databases.small(), { settings: { MUSEUM_HOME_PAGE: 'full' } })),
  )

  const beside = `p99 of purchases beside ${(visitors * pagesPerSecond).toLocaleString('en')} requests of / a second, compared with none`
  const measureBeside = async () => {
    const server = await museum()
    const length = 3 * seconds
    const visiting = startLoadGenerator()
    const buy = () => generator.run(server, { ...buyBothTypes, warmUpSeconds: 1 }, buyers, length)
    const visits: Measured[] = []
    const buyWithVisitors = async () => {
      const load = { ...page, connectionRate: pagesPerSecond, warmUpSeconds: 1 }
      const [bought, visited] = await Promise.all([buy(), visiting.run(server, load, visitors, length)])
      visits.push(visited)
      return bought
    }
    await buy()
    await buyWithVisitors()
    const [measured, comparedWith]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < closeRounds; round += 1) {
      if (round % 2 === 0) measured.push(await buyWithVisitors())
      comparedWith.push(await buy())
      if (round % 2 === 1) measured.push(await buyWithVisitors())
    }
    await visiting.stop()
    const faulty = visits.reduce((sum, each) => sum + each.faulty, 0)
    const withFaults = measured.map((each, n) => Object.assign({}, each, n === 0 && { faulty: each.faulty + faulty }))
    table.addComparison({
      name: beside,
      connections: buyers,
      measured: withFaults,
      comparedWith,
      ratio: ratioByRound('p99'),
      bound: { max: 1.1 },
    })
  }

  const alone = 'requests of / a second, alone'
  const measureAlone = async () => {
    const server = await museum()
    await generator.run(server, page, buyers, 3 * seconds)
    const measured = await generator.run(server, page, buyers, 5 * seconds)
    table.add({
      name: alone,
      connections: buyers,
      measured: `${measured.rate.toFixed(0)}/s`,
      value: measured.rate,
      digits: 0,
      bound: { min: 10_000 },
      latency: `${measured.p99.toFixed(1)} ms`,
      processor: `${measured.processor.toFixed(0)} µs`,
      faulty: measured.faulty,
    })
  }
  return [
    { name: beside, measure: measureBeside },
    { name: alone, measure: measureAlone },
  ]
}
