import type { Bench, Row } from '../bench.ts'
import { compareLoads } from '../compare-loads.ts'
import { type Workload, buyEventTickets, buyGeneralTickets, getEvents, listEvents } from '../requests.ts'
import { p99Ratio, ratioByRound } from '../result-table.ts'

/** `minimum` is the least ratio of the rate to that of the minimal server, with 64 connections. */
type Operation = Readonly<{ name: string; workload: Workload; minimum: number; isPurchase?: boolean }>

const operations: readonly Operation[] = [
  { name: 'buy a general ticket', workload: buyGeneralTickets, minimum: 2, isPurchase: true },
  { name: 'buy an event ticket', workload: buyEventTickets(1_000), minimum: 2, isPurchase: true },
  { name: 'get one event', workload: getEvents, minimum: 1 },
  { name: 'list 10 of 1,000 events', workload: listEvents, minimum: 0.8 },
]

/** The usual requests, compared with the other servers, with 64 connections and with one. */
export const purchasesAndReads = (bench: Bench): readonly Row[] =>
  operations.map((operation) => ({ name: operation.name, measure: () => measure(bench, operation) }))

const measure = async (bench: Bench, { name, workload, minimum, isPurchase = false }: Operation) => {
  const { engine, generator, table, settings } = bench
  const { rounds, closeRounds, seconds } = settings
  const servers = [await bench.museum(), await bench.minimal(), await bench.fastify()]
  const loads = servers.map((server) => ({ server, workload }))
  const compare = async (connections: number, length: number) => {
    const series = await compareLoads(generator, loads, { connections, rounds: length, seconds })
    const [museum, minimal, fastify] = series.map((measured) => ({ connections, measured }))
    const comparedWith = (other: typeof museum) => ({ ...museum!, comparedWith: other!.measured })
    return { minimal: comparedWith(minimal), fastify: comparedWith(fastify) }
  }

  const many = await compare(64, rounds)
  table.addComparison({ ...many.minimal, name: `${name}, compared with the minimal server`, bound: { min: minimum } })
  if (isPurchase) table.addComparison({ ...many.minimal, name: `${name}: p99`, ratio: p99Ratio, bound: { max: 1 } })
  table.addComparison({ ...many.fastify, name: `${name}, compared with Fastify` })

  const lone = await compare(1, closeRounds)
  const ratio = ratioByRound('rate')
  const isBounded = engine !== 'sqlite' && workload !== listEvents
  table.addComparison({ ...lone.minimal, name: `${name}, compared with the minimal server`, ratio })
  table.addComparison({
    ...lone.fastify,
    name: `${name}, compared with Fastify`,
    ratio,
    ...(isBounded && { bound: { min: 0.9 } }),
  })
}
