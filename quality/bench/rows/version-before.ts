import type { Bench, Row } from '../bench.ts'
import { measureInTurn, newSeries } from '../measure-in-turn.ts'
import { repository, startMuseum } from '../measured-server.ts'
import { buyEventTickets, buyGeneralTickets, getEvents } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'

const workloads = [
  { operation: 'getting one event', workload: getEvents },
  { operation: 'buying a general ticket', workload: buyGeneralTickets },
  { operation: 'buying an event ticket', workload: buyEventTickets(1_000) },
] as const

const rowName = (figure: 'processor time' | 'rate', operation: string) =>
  `${figure} of ${operation}, compared with the previous version`

/** The processor time and the rate of requests, compared with the previous version. Measured with `--against` only. */
export const versionBefore = (bench: Bench): readonly Row[] => {
  const { table, settings, databases } = bench
  const { against, closeRounds } = settings
  if (against === undefined) return []
  const name = workloads.map(({ operation }) => rowName('processor time', operation)).join('; ')
  const measure = async () => {
    const size = { events: 1_000, tickets: 0 }
    const present = await databases.make('bench_present', size, repository)
    const before = await databases.make('bench_before', size, against)
    const results = workloads.map((each) => Object.assign({}, each, { at64: newSeries(), at1: newSeries() }))
    for (let round = 0; round < closeRounds; round += 1) {
      // V8 optimizes the same code differently from process to process, so each round has new processes.
      const first = await startMuseum(present, { checkout: repository })
      const second = await startMuseum(before, { checkout: against })
      try {
        for (const { workload, at64, at1 } of results) {
          const loads = [
            { server: first, workload },
            { server: second, workload },
          ] as const
          for (const { server } of loads) await bench.generator.run(server, workload, 64, 3 * settings.seconds)
          await measureInTurn(bench, loads, 64, at64)
          if (round < 3) await measureInTurn(bench, loads, 1, at1)
        }
      } finally {
        await first.stop()
        await second.stop()
      }
    }
    for (const { operation, at64, at1 } of results) {
      const processor = { name: rowName('processor time', operation), ratio: ratioByRound('processor') }
      table.addComparison({ ...processor, ...at64, connections: 64, bound: { max: 1.05 } })
      table.addComparison({ ...processor, ...at1, connections: 1 })
      table.addComparison({ ...at1, name: rowName('rate', operation), ratio: ratioByRound('rate'), connections: 1 })
    }
  }
  return [{ name, measure }]
}
