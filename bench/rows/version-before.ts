import type { Bench, Row } from '../bench.ts'
import type { Measured } from '../load-generator.ts'
import { type MeasuredServer, repository, startMuseum } from '../measured-server.ts'
import { buyEventTickets } from '../requests.ts'
import { type Bound, ratioByRound } from '../result-table.ts'
import { mean } from '../statistics.ts'

const workload = buyEventTickets(1_000)

/** The processor time of a purchase, compared with the previous version. Measured with `--against` only. */
export const versionBefore = (bench: Bench): readonly Row[] => {
  const { table, settings, databases } = bench
  const { against, versionRounds } = settings
  if (against === undefined) return []
  const name = 'processor time of buying an event ticket, compared with the previous version'
  const measure = async () => {
    const size = { events: 1_000, tickets: 0 }
    const present = await databases.make('bench_present', size, repository)
    const before = await databases.make('bench_before', size, against)
    const compare = async (connections: number, rounds: number, bound?: Bound) => {
      const [measured, comparedWith]: [Measured[], Measured[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        // V8 optimizes the same code differently from process to process, so each round has new processes.
        const first = await startMuseum(present, { checkout: repository })
        const second = await startMuseum(before, { checkout: against })
        try {
          const figures = await measureInTurn(bench, [first, second], connections)
          measured.push(figures[0])
          comparedWith.push(figures[1])
        } finally {
          await first.stop()
          await second.stop()
        }
      }
      const series = { measured, comparedWith, ratio: ratioByRound('processor') }
      table.addComparison({ name, connections, ...series, ...(bound && { bound }) })
    }
    await compare(64, versionRounds, { max: 1.05 })
    await compare(1, Math.min(3, versionRounds))
  }
  return [{ name, measure }]
}

/**
 * Measures two servers four times each, in the order A B B A B A A B, in which neither comes earlier than the other on
 * average. Answers the mean of each.
 */
const measureInTurn = async (
  { generator, settings: { seconds } }: Bench,
  servers: readonly [MeasuredServer, MeasuredServer],
  connections: number,
): Promise<[Measured, Measured]> => {
  for (const server of servers) await generator.run(server, workload, 64, 3 * seconds)
  const series: [Measured[], Measured[]] = [[], []]
  for (const index of [0, 1, 1, 0, 1, 0, 0, 1] as const)
    series[index].push(await generator.run(servers[index], workload, connections, seconds))
  return [meanOf(series[0]), meanOf(series[1])]
}

const meanOf = (series: readonly Measured[]): Measured => ({
  ...series[0]!,
  rate: mean(series.map(({ rate }) => rate)),
  p99: mean(series.map(({ p99 }) => p99)),
  processor: mean(series.map(({ processor }) => processor)),
  faulty: series.reduce((sum, { faulty }) => sum + faulty, 0),
})
