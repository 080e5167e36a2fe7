import type { LoadGenerator, Measured } from './load-generator.ts'
import type { MeasuredServer } from './measured-server.ts'
import type { Workload } from './requests.ts'

/** A load for one server. */
export type ServerLoad = Readonly<{ server: MeasuredServer; workload: Workload }>

/**
 * Measures several loads in turn, round after round; every second round is in reverse order. A load that is not counted
 * comes first, three times as long as a round, since code that has run for a while is faster. Returns one series of
 * figures for each load.
 */
export const compareLoads = async (
  generator: LoadGenerator,
  loads: readonly ServerLoad[],
  { connections, rounds, seconds }: Readonly<{ connections: number; rounds: number; seconds: number }>,
): Promise<Measured[][]> => {
  for (const { server, workload } of loads) await generator.run(server, workload, connections, 3 * seconds)
  const series: Measured[][] = loads.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    const turns = [...loads.entries()]
    if (round % 2 === 1) turns.reverse()
    for (const [index, { server, workload }] of turns)
      series[index]!.push(await generator.run(server, workload, connections, seconds))
  }
  return series
}
