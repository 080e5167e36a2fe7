import type { Bench, Row } from '../bench.ts'
import { measureInTurn, newSeries } from '../measure-in-turn.ts'
import { repository, startMuseum } from '../measured-server.ts'
import { type Workload, buyGeneralTickets, buyOfEvents, buyOneEvent } from '../requests.ts'
import { type Bound, ratioByRound } from '../result-table.ts'
import { setCapacity } from '../set-capacity.ts'

const [unlimited, limited] = [11, 12]

/** A load on both versions, with the bounds of its rate, present to previous, by the number of connections. */
type Case = Readonly<{ name: string; workload: Workload; bounds: readonly (readonly [number, Bound?])[] }>

const oneEvent: Case = {
  name: 'one event',
  workload: buyOneEvent(unlimited),
  bounds: [
    [1, { min: 0.7 }],
    [64, { min: 0.9 }],
  ],
}
const oneLimitedEvent: Case = {
  name: 'one event with a capacity',
  workload: buyOneEvent(limited),
  bounds: [
    [1, { min: 1.1 }],
    [64, { min: 1.2 }],
  ],
}
const cases: readonly Case[] = [
  oneEvent,
  oneLimitedEvent,
  {
    name: 'general entry on one day',
    workload: buyGeneralTickets,
    bounds: [
      [1, { min: 0.7 }],
      [64, { min: 0.9 }],
    ],
  },
  {
    name: 'general entry on one day, each with a key',
    workload: { ...buyGeneralTickets, isKeyed: true },
    bounds: [[64, { min: 1.2 }]],
  },
  { name: 'ten events', workload: buyOfEvents(10), bounds: [[64, { min: 0.85 }]] },
  { name: '64 events', workload: buyOfEvents(64), bounds: [[64, { min: 0.7 }]] },
]

/** Rates of purchases, compared with the previous version, and with a capacity compared with those without. */
export const countedSales = (bench: Bench): readonly Row[] => {
  const { engine, generator, table, settings, databases } = bench
  const { against, closeRounds, seconds } = settings
  if (against === undefined) return []
  const name = 'rates of purchases, with a capacity and without, compared with the previous version'
  const measure = async () => {
    const size = { events: 1_000, tickets: 0 }
    const present = await databases.make('bench_present', size, repository)
    const before = await databases.make('bench_before', size, against)
    const loads = cases.flatMap(({ name: of, workload, bounds }) =>
      bounds.map(([connections, bound]) => ({ of, workload, connections, bound, series: newSeries() })),
    )
    for (let round = 0; round < closeRounds; round += 1) {
      // V8 optimizes the same code differently from process to process, so each round has new processes.
      const servers = [
        await startMuseum(present, { checkout: repository }),
        await startMuseum(before, { checkout: against }),
      ] as const
      try {
        for (const server of servers) await setCapacity(server, limited, 1_000_000)
        for (const { workload, connections, series } of loads) {
          for (const server of servers) await generator.run(server, workload, connections, seconds)
          await measureInTurn(bench, servers, workload, connections, series)
        }
      } finally {
        for (const server of servers) await server.stop()
      }
    }
    const ratio = ratioByRound('rate')
    for (const { of, connections, bound, series } of loads)
      table.addComparison({
        name: `buy tickets of ${of}, compared with the previous version`,
        connections,
        ...series,
        ratio,
        // Capacities were counted more slowly on MySQL alone.
        ...(bound && (engine !== 'sqlite' || of !== oneLimitedEvent.name) && { bound }),
      })
    for (const connections of [1, 64]) {
      const presentOf = ({ name: of }: Case) =>
        loads.find((load) => load.of === of && load.connections === connections)!.series.measured
      const series = { connections, measured: presentOf(oneLimitedEvent), comparedWith: presentOf(oneEvent) }
      const ofCapacity = 'buy tickets of one event with a capacity, compared with one without'
      table.addComparison({ ...series, name: ofCapacity, ratio, bound: { min: 0.95 } })
      if (connections === 64)
        table.addComparison({ ...series, name: `${ofCapacity}: p99`, ratio: ratioByRound('p99'), bound: { max: 2 } })
    }
  }
  return [{ name, measure }]
}
