import type { Bench, Row } from '../bench.ts'
import { type ServerLoad, compareLoads } from '../compare-loads.ts'
import { startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { buyEventTickets, getPage } from '../requests.ts'
import { type Bound, type Ratio, rateRatio } from '../result-table.ts'

/** With a fixed number of connections, latency is the reciprocal of the rate. */
const latencyRatio: Ratio = (measured, comparedWith) => rateRatio(comparedWith, measured)

/** A museum with a million events and ten million tickets, compared with one that has 1,000 events and few tickets. */
export const largeDatabase = (bench: Bench): readonly Row[] => {
  const { generator, table, settings, databases } = bench
  const { rounds, seconds, large } = settings
  const [events, tickets] = [large.events.toLocaleString('en'), large.tickets.toLocaleString('en')]
  const largeMuseum = once(async () => bench.started(startMuseum(await databases.large())))
  const compare = async (
    name: string,
    connections: number,
    loads: readonly ServerLoad[],
    ratio: Ratio,
    bound: Bound | undefined,
  ) => {
    const [measured, comparedWith] = await compareLoads(generator, loads, { connections, rounds, seconds })
    const series = { measured: measured!, comparedWith: comparedWith! }
    table.addComparison({ name, connections, ...series, ratio, ...(bound && { bound }) })
  }

  const list = `list 10 of ${events} events, latency compared with 1,000 (large database)`
  const measureList = async (connections: number, bound?: Bound) => {
    const first = { server: await largeMuseum(), workload: getPage(1) }
    await compare(list, connections, [first, { ...first, server: await bench.museum() }], latencyRatio, bound)
  }
  const page = `page 1,000 of ${events} events, latency compared with page 1 (large database)`
  const measurePage = async (connections: number, bound?: Bound) => {
    const first = { server: await largeMuseum(), workload: getPage(1) }
    await compare(page, connections, [{ ...first, workload: getPage(1_000) }, first], latencyRatio, bound)
  }
  const sell = `buy an event ticket beside ${tickets} others, compared with an empty table (large database)`
  const measureSale = async () => {
    const empty = await bench.started(startMuseum(await databases.empty()))
    const loads = [
      { server: await largeMuseum(), workload: buyEventTickets(large.events) },
      { server: empty, workload: buyEventTickets(1_000) },
    ]
    await compare(sell, 64, loads, rateRatio, { min: 0.8 })
  }
  return [
    {
      name: list,
      measure: async () => {
        await measureList(64, { max: 1.5 })
        await measureList(1)
      },
    },
    {
      name: page,
      measure: async () => {
        await measurePage(64, { max: 3 })
        await measurePage(1)
      },
    },
    { name: sell, measure: measureSale },
  ]
}
