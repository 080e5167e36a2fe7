import type { Bench } from './bench.ts'
import type { Measured } from './load-generator.ts'
import type { MeasuredServer } from './measured-server.ts'
import type { Workload } from './requests.ts'
import { mean } from './statistics.ts'

/** The figures of two servers, by round. */
export type Series = { measured: Measured[]; comparedWith: Measured[] }

export const newSeries = (): Series => ({ measured: [], comparedWith: [] })

/**
 * Measures two servers four times each, in the order A B B A B A A B, in which neither comes earlier than the other on
 * average. Adds the mean of each to its series.
 */
export const measureInTurn = async (
  { generator, settings: { seconds } }: Bench,
  servers: readonly [MeasuredServer, MeasuredServer],
  workload: Workload,
  connections: number,
  { measured, comparedWith }: Series,
): Promise<void> => {
  const turns: [Measured[], Measured[]] = [[], []]
  for (const index of [0, 1, 1, 0, 1, 0, 0, 1] as const)
    turns[index].push(await generator.run(servers[index], workload, connections, seconds))
  measured.push(meanOf(turns[0]))
  comparedWith.push(meanOf(turns[1]))
}

const meanOf = (series: readonly Measured[]): Measured => ({
  ...series[0]!,
  rate: mean(series.map(({ rate }) => rate)),
  p50: mean(series.map(({ p50 }) => p50)),
  p99: mean(series.map(({ p99 }) => p99)),
  processor: mean(series.map(({ processor }) => processor)),
  faulty: series.reduce((sum, { faulty }) => sum + faulty, 0),
})
