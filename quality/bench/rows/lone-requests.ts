import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import { buyEventTickets, buyGeneralTickets, getEvents } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'

const operations = [
  { name: 'lone: get an event', workload: getEvents },
  { name: 'lone: buy a general ticket', workload: buyGeneralTickets },
  { name: 'lone: buy an event ticket', workload: buyEventTickets(1_000) },
]

/** One request at a time, compared with the servers that are written with frameworks. */
export const loneRequests = (bench: Bench): readonly Row[] =>
  operations.map(({ name, workload }) => ({
    name,
    measure: async () => {
      const { engine, generator, table, settings } = bench
      const [fastify, nestjs] = [await bench.fastify(), await bench.nestjs()]
      const loads = [await bench.museum(), fastify, nestjs].map((server) => ({ server, workload }))
      const { closeRounds: rounds, seconds } = settings
      const series = await compareLoads(generator, loads, { connections: 1, rounds, seconds })
      for (const [index, other] of [fastify, nestjs].entries())
        table.addComparison({
          name: `${name}, compared with ${other.name}`,
          connections: 1,
          measured: series[0]!,
          comparedWith: series[index + 1]!,
          ratio: ratioByRound('rate'),
          ...(other === fastify && engine !== 'sqlite' && { bound: { min: 0.9 } }),
        })
    },
  }))
