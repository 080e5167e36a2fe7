/**
 * Simulates servers and databases with the processor times that `pnpm bench:scaling` has measured:
 *
 *     pnpm simulate validation
 *     pnpm simulate saturation [--servers 1,2,4,8,16,32,64]
 *     pnpm simulate on-sale [--servers 1,2,4,8,16,32,64] [--visitors 1000000] [--peak 6] [--without-images]
 *                           [--hot-share 0.5] [--capacity 20000]
 *     pnpm simulate --record
 *
 * `validation` compares simulated loads with measured ones. `saturation` has so many clients that all servers are busy.
 * `on-sale` is one hour; `--hot-share` of its visitors want the one event with a capacity. Each server and each node of the
 * database is a machine of its own, of `--server-cores 2` and `--database-cores 8`; `--nodes 3 --written-nodes 3` is a
 * cluster with several writers. `--flush 1` is another disk, `--network 0.2` another network, in milliseconds; `--seed 1`
 * other random numbers. `--record` writes the runs of `recordedRuns` into `../scaling/results.md`, in some minutes.
 */
import { join } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { recordBlock } from '../record-block.ts'
import { nationalMuseum, networkBetweenMachines, ordinaryVisit } from './assumptions.ts'
import { readMeasured } from './measured.ts'
import { onSaleTable } from './on-sale-table.ts'
import { saturationTable } from './saturation-table.ts'
import { serviceTimes } from './service-times.ts'
import { validationTable } from './validation-table.ts'

/** The runs that the documents refer to, by the block of `../scaling/results.md` that shows them. */
const recordedRuns = [
  { block: 'validation', runs: ['validation'] },
  {
    block: 'saturation',
    runs: ['saturation', ...['1', '3'].map((n) => `saturation --servers 3,12,48 --nodes 3 --written-nodes ${n}`)],
  },
  {
    block: 'on-sale',
    runs: ['on-sale --servers 6,8,10,12', 'on-sale --servers 1,2 --without-images'],
  },
  {
    block: 'hot on-sale',
    runs: [
      'on-sale --servers 6 --hot-share 1 --capacity 50000',
      ...['1', '3'].map((n) => `on-sale --servers 6 --hot-share 1 --capacity 50000 --nodes 3 --written-nodes ${n}`),
    ],
  },
]

const options = {
  record: { type: 'boolean', default: false },
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
} as const satisfies ParseArgsOptionsConfig

const measured = readMeasured()

/** Runs the simulations that the arguments name; returns their tables. */
const run = (args: readonly string[]): string => {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
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
  const unknown = positionals.filter((name) => !Object.hasOwn(tables, name))
  if (unknown.length > 0 || positionals.length === 0)
    throw new Error(`The simulations are ${Object.keys(tables).join(', ')}, not ${unknown.join(' ')}.`)
  return positionals.map((name) => tables[name]!()).join('\n\n')
}

const heading = `Processor times from: ${measured.headingOf('times')}`
const args = process.argv.slice(2)
if (parseArgs({ args, allowPositionals: true, options }).values.record)
  for (const { block, runs } of recordedRuns) {
    const sections = runs.map((each) => {
      console.error(`pnpm simulate ${each}`)
      return `\`pnpm simulate ${each}\`:\n\n${run(each.split(' '))}`
    })
    recordBlock(join(import.meta.dirname, '../scaling/results.md'), block, sections.join('\n\n'))
  }
else console.log(`${heading}\n\n${run(args)}`)
