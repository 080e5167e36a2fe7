import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import { type Workload, buyEventTickets, buyGeneralTickets, getEvents, listEvents } from '../requests.ts'
import { p99Ratio } from '../result-table.ts'

type Operation = Readonly<{ name: string; workload: Workload; minimum: number; isRead: boolean }>

const operations: readonly Operation[] = [
  { name: 'buy a general ticket', workload: buyGeneralTickets, minimum: 2, isRead: false },
  { name: 'buy an event ticket', workload: buyEventTickets(1_000), minimum: 2, isRead: false },
  { name: 'get one event', workload: getEvents, minimum: 1, isRead: true },
  { name: 'list 10 of 1,000 events', workload: listEvents, minimum: 0.8, isRead: true },
]

/** The usual requests, compared with the servers written by hand, at 64, 1 and 256 connections. */
export const purchasesAndReads = (bench: Bench): readonly Row[] =>
  operations.map((operation) => ({ name: operation.name, measure: () => measure(bench, operation) }))

const measure = async (bench: Bench, { name, workload, minimum, isRead }: Operation) => {
  const { generator, table, settings } = bench
  const minimal = await bench.minimal()
  const fastify = isRead ? await bench.fastify() : undefined
  const others = fastify ? [minimal, fastify] : [minimal]
  const loads = [await bench.museum(), ...others].map((server) => ({ server, workload }))
  for (const connections of [64, 1, 256]) {
    const rounds = connections === 64 ? settings.rounds : Math.min(3, settings.rounds)
    const { seconds } = settings
    const [measured, ...series] = await compareLoads(generator, loads, { connections, rounds, seconds })
    for (const [index, comparedWith] of series.entries()) {
      const other = others[index]!
      const comparison = { connections, measured: measured!, comparedWith }
      const bound = other === minimal && connections === 64 ? { min: minimum } : undefined
      table.addComparison({ ...comparison, name: `${name}, compared with ${other.name}`, ...(bound && { bound }) })
      if (!isRead && connections === 64)
        table.addComparison({ ...comparison, name: `${name}: p99`, ratio: p99Ratio, bound: { max: 1 } })
    }
  }
}
