import { findPortBelowEphemeralRange } from '../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import type { Bench, Row } from '../bench.ts'
import type { Measured } from '../load-generator.ts'
import { startMuseum } from '../measured-server.ts'
import { measureInTurn } from '../measure-in-turn.ts'
import { buyGeneralTickets } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'

/** Milliseconds between two scrapes: Prometheus scrapes every 15 to 60 seconds. */
const scrapeInterval = 1_000

/** The processor time of a purchase with metrics, which are scraped once a second, compared with none. */
export const metricsCost = (bench: Bench): readonly Row[] => {
  const { table, settings, databases, generator } = bench
  const name = 'processor time of buying a general ticket with metrics, compared with none'
  const measure = async () => {
    const url = await databases.make('bench_metrics', { events: 1_000, tickets: 0 })
    const [measured, comparedWith]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < settings.closeRounds; round += 1) {
      // V8 optimizes the same code differently from process to process, so each round has new processes.
      const port = await findPortBelowEphemeralRange()
      const withMetrics = await startMuseum(url, { settings: { MUSEUM_METRICS_PORT: String(port) } })
      const without = await startMuseum(url)
      const scraping = setInterval(() => {
        void fetch(`http://127.0.0.1:${port}/metrics`)
          .then((response) => response.text())
          .catch(() => undefined)
      }, scrapeInterval)
      const workload = buyGeneralTickets
      const loads = [
        { server: withMetrics, workload },
        { server: without, workload },
      ] as const
      try {
        for (const { server } of loads) await generator.run(server, workload, 64, 3 * settings.seconds)
        await measureInTurn(bench, loads, 64, { measured, comparedWith })
      } finally {
        clearInterval(scraping)
        await withMetrics.stop()
        await without.stop()
      }
    }
    const ratio = ratioByRound('processor')
    table.addComparison({ name, connections: 64, measured, comparedWith, ratio, bound: { max: 1.05 } })
  }
  return [{ name, measure }]
}
