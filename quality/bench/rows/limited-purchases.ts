import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import type { Measured } from '../load-generator.ts'
import { buyOneEvent } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { setCapacity } from '../set-capacity.ts'

const [unlimited, limited, soldOut] = [11, 12, 13]

/** Purchases of one event with a capacity, and of one that is sold out, compared with one without a capacity. */
export const limitedPurchases = ({ museum, generator, table, settings }: Bench): readonly Row[] => {
  const name = 'processor time of buying tickets of one event with a capacity, compared with one without'
  const measure = async () => {
    const server = await museum()
    await setCapacity(server, limited, 1_000_000)
    await setCapacity(server, soldOut, 0)
    const workloads = [buyOneEvent(limited), buyOneEvent(unlimited), buyOneEvent(soldOut, 409)]
    const loads = workloads.map((workload) => ({ server, workload }))
    const { closeRounds: rounds, seconds } = settings
    const connections = 64
    const series = await compareLoads(generator, loads, { connections, rounds, seconds })
    const [withCapacity, without, refused] = series as [Measured[], Measured[], Measured[]]
    const comparison = { connections, comparedWith: without, ratio: ratioByRound('processor') }
    table.addComparison({ ...comparison, name, measured: withCapacity, bound: { max: 1.15 } })
    table.addComparison({
      ...comparison,
      name: 'processor time of refusing purchases of a sold-out event, compared with selling one without a capacity',
      measured: refused,
    })
  }
  return [{ name, measure }]
}
