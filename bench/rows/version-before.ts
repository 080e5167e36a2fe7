import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import { repository, startMuseum } from '../measured-server.ts'
import { buyEventTickets } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'

/** The processor time of a purchase, compared with the previous version. Measured with `--against` only. */
export const versionBefore = (bench: Bench): readonly Row[] => {
  const { generator, table, settings, databases, started } = bench
  const { against, versionRounds: rounds, seconds } = settings
  if (against === undefined) return []
  const name = 'processor time of buying an event ticket, compared with the previous version'
  const measure = async () => {
    const load = async (database: string, checkout: string) => {
      const url = await databases.make(database, { events: 1_000, tickets: 0 }, checkout)
      return { server: await started(startMuseum(url, { checkout })), workload: buyEventTickets(1_000) }
    }
    const loads = [await load('bench_present', repository), await load('bench_before', against)]
    for (const [connections, bound] of [[64, { max: 1.05 }], [1]] as const) {
      const length = connections === 64 ? 3 * seconds : seconds
      const [measured, comparedWith] = await compareLoads(generator, loads, { connections, rounds, seconds: length })
      const series = { measured: measured!, comparedWith: comparedWith! }
      table.addComparison({ name, connections, ...series, ratio: ratioByRound('processor'), ...(bound && { bound }) })
    }
  }
  return [{ name, measure }]
}
