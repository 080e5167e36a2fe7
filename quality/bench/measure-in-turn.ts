import type { Bench } from './bench.ts'
import type { Measured } from './load-generator.ts'
import type { ServerLoad } from './compare-loads.ts'
import { mean, sum } from './statistics.ts'

/** The figures of two loads, by round. */
export type Series = { measured: Measured[]; comparedWith: Measured[] }

export const newSeries = (): Series => ({ measured: [], comparedWith: [] })

/**
 * Measures two loads four times each, in the order A B B A B A A B, in which neither comes earlier than the other on
 * average. Adds the mean of each to its series.
 */
export const measureInTurn = async (
  { generator, settings: { seconds } }: Bench,
  loads: readonly [ServerLoad, ServerLoad],
  connections: number,
  { measured, comparedWith }: Series,
): Promise<void> => {
  const turns: [Measured[], Measured[]] = [[], []]
  for (const index of [0, 1, 1, 0, 1, 0, 0, 1] as const)
    turns[index].push(await generator.run(loads[index].server, loads[index].workload, connections, seconds))
  measured.push(meanFigures(turns[0]))
  comparedWith.push(meanFigures(turns[1]))
}

const meanFigures = (series: readonly Measured[]): Measured => {
  const meanOf = (figure: 'rate' | 'p50' | 'p99' | 'processor') => mean(series.map((each) => each[figure]))
  return {
    ...series[0]!,
    rate: meanOf('rate'),
    p50: meanOf('p50'),
    p99: meanOf('p99'),
    processor: meanOf('processor'),
    faulty: sum(series.map(({ faulty }) => faulty)),
  }
}
