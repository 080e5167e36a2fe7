/**
 * Simulates servers and databases with the processor times that `pnpm bench:scaling` has measured:
 *
 *     pnpm simulate validation
 *     pnpm simulate saturation [--servers 1,2,4,8,16,32,64]
 *     pnpm simulate on-sale [--servers 4,8,16] [--visitors 1000000] [--peak 6] [--hot-share 0.2] [--capacity 20000]
 *                           [--without-images]
 *
 * `validation` compares simulated loads with measured ones. `saturation` has so many clients that all servers are busy.
 * `on-sale` is one hour with a million visitors. Each server and each node of the database is a machine of its own, of
 * `--server-cores 2` and `--database-cores 8`; `--nodes 3 --written-nodes 3` is a cluster with several writers. `--flush 1` is
 * another disk, `--network 0.2` another network, in milliseconds; `--seed 1` other random numbers.
 */
import { parseArgs } from 'node:util'
import { nationalMuseum, networkBetweenMachines, ordinaryVisit } from './assumptions.ts'
import { readMeasured } from './measured.ts'
import { onSaleTable } from './on-sale-table.ts'
import { saturationTable } from './saturation-table.ts'
import { serviceTimes } from './service-times.ts'
import { validationTable } from './validation-table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    servers: { type: 'string', default: '1,2,4,8,16,32,64' },
    'server-cores': { type: 'string', default: '2' },
    'database-cores': { type: 'string', default: '8' },
    nodes: { type: 'string', default: '1' },
    'written-nodes': { type: 'string', default: '1' },
    visitors: { type: 'string', default: String(nationalMuseum.visitors) },
    peak: { type: 'string', default: String(nationalMuseum.peakToMean) },
    'hot-share': { type: 'string', default: String(ordinaryVisit.hotShare) },
    capacity: { type: 'string', default: '20000' },
    'without-images': { type: 'boolean', default: false },
    flush: { type: 'string' },
    network: { type: 'string', default: String(networkBetweenMachines) },
    seed: { type: 'string', default: '1' },
  },
})

const measured = readMeasured()
const measuredTimes = serviceTimes(measured)
const times = values.flush === undefined ? measuredTimes : { ...measuredTimes, flush: Number(values.flush) }
const sites = {
  times,
  nodes: Number(values.nodes),
  writtenNodes: Number(values['written-nodes']),
  serverCores: Number(values['server-cores']),
  databaseCores: Number(values['database-cores']),
  network: Number(values.network),
  seed: Number(values.seed),
}
const servers = values.servers.split(',').map(Number)

const tables: Readonly<Record<string, () => string>> = {
  validation: () => validationTable(measured, times),
  saturation: () => saturationTable(servers, sites),
  'on-sale': () =>
    onSaleTable(servers, {
      ...sites,
      curve: { ...nationalMuseum, visitors: Number(values.visitors), peakToMean: Number(values.peak) },
      visit: {
        ...ordinaryVisit,
        hotShare: Number(values['hot-share']),
        ...(values['without-images'] && { afterwards: [] }),
      },
      capacity: Number(values.capacity),
    }),
}
const requested = positionals.length > 0 ? positionals : Object.keys(tables)
for (const name of requested) {
  const table = tables[name]
  if (table === undefined) throw new Error(`Unknown: ${name}. Known: ${Object.keys(tables).join(', ')}.`)
  console.log(`### ${name}\n\n${measured.headingOf('times')}\n\n${table()}\n`)
}
