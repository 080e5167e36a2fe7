import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import type { Measured } from '../load-generator.ts'
import { repository, startMuseum } from '../measured-server.ts'
import { type Workload, buyGeneralTickets, buyOfEvents, buyOneEvent, ordersOfFour } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { setCapacity } from '../set-capacity.ts'
import { mean } from '../statistics.ts'

const [unlimited, limited] = [11, 12]

/** A load on both versions, and the lowest rate, compared with the previous version, by the number of connections. */
type Case = Readonly<{ of: string; workload: Workload; connections: number; min: number }>

const cases: readonly Case[] = [
  { of: 'general entry on one day', workload: buyGeneralTickets, connections: 1, min: 0.97 },
  { of: 'one event', workload: buyOneEvent(unlimited), connections: 1, min: 0.97 },
  { of: 'general entry on one day', workload: buyGeneralTickets, connections: 64, min: 0.97 },
  {
    of: 'general entry on one day, each with a key',
    workload: { ...buyGeneralTickets, isKeyed: true },
    connections: 64,
    min: 0.97,
  },
  { of: 'one event', workload: buyOneEvent(unlimited), connections: 64, min: 0.97 },
  { of: 'one event with a capacity', workload: buyOneEvent(limited), connections: 64, min: 0.97 },
  { of: '64 events', workload: buyOfEvents(64), connections: 64, min: 0.97 },
  {
    of: 'an event and general entry, in orders of four',
    workload: ordersOfFour['of an event and general entry']!.orders,
    connections: 64,
    min: 1,
  },
]

/**
 * Rates of purchases, compared with the previous version. A second server of the previous version, measured in the same rounds,
 * shows how much two equal servers differ.
 */
export const countedSales = (bench: Bench): readonly Row[] => {
  const { against } = bench.settings
  if (against === undefined) return []
  return cases.map((each) => ({ name: rowName(each), measure: () => measureCase(bench, against, each) }))
}

const rowName = ({ of }: Case) => `rate of purchases of ${of}, compared with the previous version`

const measureCase = async (bench: Bench, against: string, { of, workload, connections, min }: Case) => {
  const { generator, table, settings, databases } = bench
  const size = { events: 1_000, tickets: 0 }
  const checkouts = [repository, against, against]
  const databaseUrls = [
    await databases.make('bench_present', size, repository),
    await databases.make('bench_before', size, against),
    await databases.make('bench_before_again', size, against),
  ]
  const series = checkouts.map((): Measured[] => [])
  for (let round = 0; round < settings.closeRounds; round += 1) {
    // V8 optimizes the same code differently from process to process, so each round has new processes.
    const servers = await Promise.all(checkouts.map((checkout, n) => startMuseum(databaseUrls[n]!, { checkout })))
    try {
      for (const server of servers) await setCapacity(server, limited, 1_000_000)
      const turns = servers.map((server) => ({ server, workload }))
      const measured = await compareLoads(generator, turns, { connections, rounds: 2, seconds: settings.seconds })
      for (const [n, rounds] of measured.entries()) series[n]!.push(meanRate(rounds))
    } finally {
      for (const server of servers) await server.stop()
    }
  }
  const [measured, comparedWith, again] = series as [Measured[], Measured[], Measured[]]
  const ratio = ratioByRound('rate')
  const name = rowName({ of, workload, connections, min })
  table.addComparison({ name, connections, measured, comparedWith, ratio, bound: { min } })
  table.addComparison({
    name: `${name}: the previous version again`,
    connections,
    measured: again,
    comparedWith,
    ratio,
  })
}

/** The figures of several rounds as one: `p50` and `p99` are of the first round. */
const meanRate = (rounds: readonly Measured[]): Measured => ({
  ...rounds[0]!,
  rate: mean(rounds.map(({ rate }) => rate)),
  processor: mean(rounds.map(({ processor }) => processor)),
  faulty: rounds.reduce((sum, { faulty }) => sum + faulty, 0),
})
