import { provideCluster } from '../../../tools/mysql-server/provide-cluster.ts'
import { type Bench, type Row, flavours, isCluster } from '../bench.ts'
import { databasePid } from '../database-pid.ts'
import { makeDatabase } from '../databases.ts'
import { type LoadGenerator, type Measured, startLoadGenerator } from '../load-generator.ts'
import { type MeasuredServer, startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { processorMicroseconds } from '../process-usage.ts'
import { type Workload, buyOfEvents, buyOneEvent, getEvents } from '../requests.ts'
import { type Bound, ratioByRound } from '../result-table.ts'
import { setCapacity } from '../set-capacity.ts'
import { databaseSettings } from '../start-mysql.ts'
import { mean, sum } from '../statistics.ts'

/** Servers that share a database, and the processes of this database. */
type Shape = Readonly<{ name: string; servers: readonly MeasuredServer[]; databasePids: readonly number[] }>

const limited = 12
/** `bound` is for three servers on one database. */
const operations: readonly Readonly<{ name: string; workload: Workload; bound?: Bound }>[] = [
  { name: 'buy tickets of ten events', workload: buyOfEvents(10) },
  { name: 'buy tickets of one event with a capacity', workload: buyOneEvent(limited), bound: { min: 0.8 } },
  { name: 'get an event', workload: getEvents },
]
const connections = 64

/**
 * Three servers on one database, or servers on a cluster of three nodes, compared with one server on one database: rates, and
 * processor times of servers and databases together.
 */
export const severalServers = (bench: Bench): readonly Row[] => {
  const { engine, table, settings } = bench
  const shapes = once(async () => {
    const one = await oneServer(bench)
    const others = isCluster(engine) ? onCluster(bench, engine) : threeServers(bench, one)
    return { one, others: await others }
  })
  return operations.map(({ name, workload, bound }) => {
    const measure = async () => {
      const { one, others } = await shapes()
      const generators = [startLoadGenerator(), startLoadGenerator(), startLoadGenerator()]
      const series = [one, ...others].map((shape) => ({ shape, measured: [] as Measured[] }))
      // The first round does not count.
      for (let round = -1; round < settings.rounds; round += 1)
        for (const { shape, measured } of round % 2 === 0 ? series : series.toReversed()) {
          const figures = await run(generators, shape, workload, settings.seconds)
          if (round >= 0) measured.push(figures)
        }
      for (const generator of generators) await generator.stop()
      const [{ measured: comparedWith }, ...compared] = series as [(typeof series)[0], ...typeof series]
      const ratio = ratioByRound('rate')
      for (const { shape, measured } of compared)
        table.addComparison({
          name: `${name}, ${shape.name}, compared with one server on one database`,
          connections,
          measured,
          comparedWith,
          ratio,
          ...(bound && !isCluster(engine) && { bound }),
        })
    }
    return { name: `several servers: ${name}`, measure }
  })
}

/** Spreads the connections over the servers. */
const run = async (
  generators: readonly LoadGenerator[],
  { servers, databasePids }: Shape,
  workload: Workload,
  seconds: number,
): Promise<Measured> => {
  const used = () => sum([...servers.map(({ pid }) => pid), ...databasePids].map(processorMicroseconds))
  const before = used()
  const each = await Promise.all(
    servers.map((server, n) =>
      generators[n]!.run(server, workload, Math.floor((connections + n) / servers.length), seconds),
    ),
  )
  const answered = sum(each.map((figures) => figures.answered))
  return {
    ...each[0]!,
    answered,
    rate: sum(each.map(({ rate }) => rate)),
    p50: mean(each.map(({ p50 }) => p50)),
    p99: Math.max(...each.map(({ p99 }) => p99)),
    faulty: sum(each.map(({ faulty }) => faulty)),
    processor: (used() - before) / answered,
  }
}

const oneServer = async ({ engine, museum, databases }: Bench): Promise<Shape> => {
  const server = await museum()
  await setCapacity(server, limited, 1_000_000)
  const databasePids = engine === 'sqlite' ? [] : [await databasePid(await databases.small())]
  return { name: 'one server', servers: [server], databasePids }
}

const threeServers = async ({ started, databases }: Bench, one: Shape): Promise<readonly Shape[]> => {
  const url = await databases.small()
  const servers = [...one.servers, await started(startMuseum(url)), await started(startMuseum(url))]
  return [{ ...one, name: 'three servers', servers }]
}

const onCluster = async ({ started }: Bench, kind: 'galera' | 'group'): Promise<readonly Shape[]> => {
  const cluster = await started(provideCluster(kind, { serverArguments: databaseSettings(flavours[kind]) }))
  const urls = cluster.nodes.map(({ url }) => `${url}/bench_cluster`)
  await makeDatabase(urls[0]!, { events: 1_000, tickets: 0 })
  const databasePids = await Promise.all(urls.map(databasePid))
  const serverOn = (node: number) => started(startMuseum(urls[node]!))
  const first = await serverOn(0)
  await setCapacity(first, limited, 1_000_000)
  const name = kind === 'galera' ? 'Galera' : 'a group'
  const onOneNode = [first, await serverOn(0), await serverOn(0)]
  const shapes = [
    { name: `one server on ${name}`, servers: [first], databasePids },
    { name: `three servers on one node of ${name}`, servers: onOneNode, databasePids },
  ]
  // Of a group, one member is writable.
  if (kind === 'group') return shapes
  const onThreeNodes = [first, await serverOn(1), await serverOn(2)]
  return [...shapes, { name: `three servers on three nodes of ${name}`, servers: onThreeNodes, databasePids }]
}
