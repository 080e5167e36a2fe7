import type { ServiceTimes } from './costs.ts'
import { formatRate, formatShare, markdownTable } from '../markdown-table.ts'
import type { Operation } from './museum-server.ts'
import { simulateLoad } from './simulate-load.ts'

type Sites = Readonly<{
  times: ServiceTimes
  nodes: number
  writtenNodes: number
  serverCores: number
  databaseCores: number
  network: number
  seed: number
}>

const loads: readonly Readonly<{ name: string; operations: readonly Operation[] }>[] = [
  { name: 'event tickets', operations: ['purchase'] },
  { name: 'one event with a capacity', operations: ['limitedPurchase'] },
  { name: 'events read', operations: ['event'] },
]

/** How many requests a second servers answer that 256 connections each keep busy. */
export const saturationTable = (serverCounts: readonly number[], sites: Sites): string =>
  markdownTable(
    ['servers', ...loads.flatMap(({ name }) => [`${name}, a second`, 'p50, p99, ms', 'database busy', 'conflicts'])],
    serverCounts.map((servers) => [
      String(servers),
      ...loads.flatMap(({ operations }) => {
        const { rate, responses, databaseUse, conflicts } = simulateLoad({
          ...sites,
          servers,
          operations,
          machines: { server: sites.serverCores, database: sites.databaseCores },
          connections: 256,
          client: 0,
          warmUp: 500,
          duration: 1_000,
        })
        return [
          formatRate(rate),
          `${responses.latency(0.5).toFixed(1)}, ${responses.latency(0.99).toFixed(1)}`,
          formatShare(databaseUse),
          conflicts.toFixed(3),
        ]
      }),
    ]),
  )
