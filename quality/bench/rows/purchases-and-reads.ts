import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import { type Workload, buyEventTickets, buyGeneralTickets, getEvents, listEvents } from '../requests.ts'
import { p99Ratio } from '../result-table.ts'

type Operation = Readonly<{ name: string; workload: Workload; minimum: number; isRead: boolean; hasNestjs: boolean }>

const operations: readonly Operation[] = [
  { name: 'buy a general ticket', workload: buyGeneralTickets, minimum: 2, isRead: false, hasNestjs: true },
  { name: 'buy an event ticket', workload: buyEventTickets(1_000), minimum: 2, isRead: false, hasNestjs: true },
  { name: 'get one event', workload: getEvents, minimum: 1, isRead: true, hasNestjs: true },
  { name: 'list 10 of 1,000 events', workload: listEvents, minimum: 0.8, isRead: true, hasNestjs: false },
]

/** The usual requests, compared with the other servers, at 64, 1 and 256 connections. */
export const purchasesAndReads = (bench: Bench): readonly Row[] =>
  operations.map((operation) => ({ name: operation.name, measure: () => measure(bench, operation) }))

const measure = async (bench: Bench, { name, workload, minimum, isRead, hasNestjs }: Operation) => {
  const { generator, table, settings } = bench
  const [minimal, fastify] = [await bench.minimal(), await bench.fastify()]
  for (const connections of [64, 1, 256]) {
    const others = [minimal, fastify, ...(hasNestjs && connections === 64 ? [await bench.nestjs()] : [])]
    const loads = [await bench.museum(), ...others].map((server) => ({ server, workload }))
    const rounds = connections === 64 ? settings.rounds : Math.min(3, settings.rounds)
    const { seconds } = settings
    const [measured, ...series] = await compareLoads(generator, loads, { connections, rounds, seconds })
    for (const [index, comparedWith] of series.entries()) {
      const other = others[index]!
      const comparison = { connections, measured: measured!, comparedWith }
      const bound = other === minimal && connections === 64 ? { min: minimum } : undefined
      table.addComparison({ ...comparison, name: `${name}, compared with ${other.name}`, ...(bound && { bound }) })
      if (!isRead && bound)
        table.addComparison({ ...comparison, name: `${name}: p99`, ratio: p99Ratio, bound: { max: 1 } })
    }
  }
}
