import { availableParallelism } from 'node:os'
import { type LoadGenerator, startLoadGenerator } from '../load-generator.ts'
import { idleMicroseconds, mainThreadMicroseconds, processorMicroseconds } from '../process-usage.ts'
import type { Workload } from '../requests.ts'
import { mean } from '../statistics.ts'
import type { DatabaseProcess } from './database-process.ts'

/** Servers that share a database, and the processes of the database. */
export type Shape = Readonly<{
  name: string
  /** Each gets a load of its own, from a load generator of its own. */
  urls: readonly string[]
  serverPids: readonly number[]
  databases: readonly DatabaseProcess[]
}>

/**
 * The figures of one load on a shape. `rate` is responses per second. Latencies are in milliseconds: `p50` is the mean and
 * `p99` the maximum of the load generators. Processor times are in microseconds per response.
 */
export type ShapeFigures = Readonly<{
  rate: number
  p50: number
  p99: number
  faulty: number
  /** The main threads of all servers. */
  eventLoops: number
  /** The other threads of all servers. */
  otherThreads: number
  /** Each database process by itself. */
  databases: readonly number[]
  generators: number
  /** The share of the machine's processors that was idle. */
  idle: number
  /** The share of the machine's processors that other processes had. */
  others: number
  /** Statements per response. */
  statements: number
  /** Transactions per response that lost a conflict between nodes and were retried. */
  conflicts: number
}>

/** Puts shapes under load. */
export type ShapeLoads = Readonly<{
  run: (shape: Shape, workload: Workload, connections: number, seconds: number) => Promise<ShapeFigures>
  stop: () => Promise<void>
}>

export const shapeLoads = (): ShapeLoads => {
  const generators: LoadGenerator[] = []
  const usage = async ({ serverPids, databases }: Shape) => {
    const counters = await Promise.all(databases.map((each) => each.counters()))
    return {
      time: performance.now() * 1_000,
      idle: idleMicroseconds(),
      servers: sumOf(serverPids.map(processorMicroseconds)),
      eventLoops: sumOf(serverPids.map(mainThreadMicroseconds)),
      databases: databases.map(({ pid }) => processorMicroseconds(pid)),
      generators: sumOf(generators.map(({ pid }) => processorMicroseconds(pid))),
      statements: sumOf(counters.map(({ statements }) => statements)),
      conflicts: sumOf(counters.map(({ conflicts }) => conflicts)),
    }
  }
  return {
    /** Each address of the shape gets `connections` connections. */
    async run(shape, workload, connections, seconds) {
      const { urls, serverPids } = shape
      while (generators.length < urls.length) generators.push(startLoadGenerator())
      const before = await usage(shape)
      const loads = await Promise.all(
        urls.map((url, n) => generators[n]!.run({ url, pid: serverPids[n]! }, workload, connections, seconds)),
      )
      const after = await usage(shape)
      const answered = sumOf(loads.map((load) => load.answered))
      const used = (figure: Exclude<keyof typeof after, 'databases'>) => after[figure] - before[figure]
      const databases = after.databases.map((each, n) => each - before.databases[n]!)
      const capacity = used('time') * availableParallelism()
      const own = used('servers') + sumOf(databases) + used('generators')
      return {
        rate: sumOf(loads.map(({ rate }) => rate)),
        p50: mean(loads.map(({ p50 }) => p50)),
        p99: Math.max(...loads.map(({ p99 }) => p99)),
        faulty: sumOf(loads.map(({ faulty }) => faulty)),
        eventLoops: used('eventLoops') / answered,
        otherThreads: (used('servers') - used('eventLoops')) / answered,
        databases: databases.map((each) => each / answered),
        generators: used('generators') / answered,
        idle: used('idle') / capacity,
        others: Math.max(0, 1 - (used('idle') + own) / capacity),
        statements: used('statements') / answered,
        conflicts: used('conflicts') / answered,
      }
    },
    async stop() {
      for (const generator of generators) await generator.stop()
    },
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
