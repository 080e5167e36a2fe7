import type { LoadGenerator, Measured } from './load-generator.ts'
import type { MeasuredServer } from './measured-server.ts'
import type { Workload } from './requests.ts'

/** A load for one server. */
export type ServerLoad = Readonly<{ server: MeasuredServer; workload: Workload }>

/**
 * Measures several loads in turn, round after round; every second round is in reverse order. A warm-up comes first, three times
 * as long as a round, since code that has run for a while is faster. Returns one series of figures for each load.
 */
export const compareLoads = async (
  generator: LoadGenerator,
  loads: readonly ServerLoad[],
  { connections, rounds, seconds }: Readonly<{ connections: number; rounds: number; seconds: number }>,
): Promise<Measured[][]> => {
  const run = async ({ server, workload }: ServerLoad, length: number) => {
    const measured = await generator.run(server, workload, connections, length)
    // The server still handles the last requests, and may lock the database for the next one.
    await new Promise((resolve) => setTimeout(resolve, 250))
    return measured
  }
  for (const load of loads) await run(load, 3 * seconds)
  const series: Measured[][] = loads.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    const turns = [...loads.entries()]
    if (round % 2 === 1) turns.reverse()
    for (const [index, load] of turns) series[index]!.push(await run(load, seconds))
  }
  return series
}
