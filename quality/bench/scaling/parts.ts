import { join } from 'node:path'
import type { ClusterKind } from '../../../tools/mysql-server/cluster.ts'
import { bindSocket } from '../../../tools/bind-socket.ts'
import { provideCluster } from '../../../tools/mysql-server/provide-cluster.ts'
import { type Databases, databasesOf } from '../databases.ts'
import { type MeasuredServer, startMuseum } from '../measured-server.ts'
import { setCapacity } from '../set-capacity.ts'
import { databaseSettings, startMysql } from '../start-mysql.ts'
import { type DatabaseProcess, databaseProcess } from './database-process.ts'
import { flushMilliseconds } from './flush-milliseconds.ts'
import { type Measurement, measureShapes } from './measure-shapes.ts'
import { measureNewImages } from './measure-new-images.ts'
import { type Shape, type ShapeLoads, shapeLoads } from './shape.ts'
import { hotEvent, loneRequests, shapeWorkloads, soldOutEvent, steadyPurchases, timedWorkloads } from './workloads.ts'

export type PartSettings = Readonly<{ rounds: number; seconds: number }>

/**
 * The result of a part, and the database on which it was measured. `flush`: the milliseconds that its disk takes for a flush.
 */
export type PartResult = Readonly<{ description: string; measurements: readonly Measurement[]; flush?: number }>

export const partNames = ['times', 'servers', 'processes', 'galera', 'group'] as const
export type PartName = (typeof partNames)[number]
export const isPartName = (name: string): name is PartName => partNames.some((each) => each === name)

/** The components of a part's shapes. Everything is stopped after the part. */
type Site = Readonly<{
  loads: ShapeLoads
  /** One of the museum's servers on each of the databases; they listen at one socket if it is given. */
  museums: (urls: readonly string[], socket?: number) => Promise<readonly MeasuredServer[]>
  database: (serverUrl: string) => Promise<DatabaseProcess>
  /** Registers a component to be stopped. */
  stopAfterwards: (stop: () => Promise<unknown>) => void
}>

const onSite = async <T>(work: (site: Site) => Promise<T>): Promise<T> => {
  const stops: (() => Promise<unknown>)[] = []
  const stopAfterwards: Site['stopAfterwards'] = (stop) => void stops.unshift(stop)
  const loads = shapeLoads()
  stopAfterwards(loads.stop)
  try {
    return await work({
      loads,
      stopAfterwards,
      async museums(urls, socket) {
        const servers: MeasuredServer[] = []
        for (const url of urls) {
          const server = await startMuseum(url, socket === undefined ? {} : { socket })
          stopAfterwards(server.stop)
          servers.push(server)
        }
        return servers
      },
      async database(serverUrl) {
        const process = await databaseProcess(serverUrl)
        stopAfterwards(process.close)
        return process
      },
    })
  } finally {
    for (const stop of stops) await stop()
  }
}

const size = { events: 1_000, tickets: 0 }

/** A new database on a server, with the events of the bench. */
const makeDatabase = (databases: Databases) => databases.make('bench_scaling', size)

const setCapacities = async (server: MeasuredServer) => {
  await setCapacity(server, hotEvent, 1_000_000)
  await setCapacity(server, soldOutEvent, 0)
}

const shapeOf = (name: string, servers: readonly MeasuredServer[], databases: readonly DatabaseProcess[]): Shape => ({
  name,
  urls: servers.map(({ url }) => url),
  serverPids: servers.map(({ pid }) => pid),
  databases,
})

/** One MariaDB server, and some of the museum's servers on it. */
const onOneDatabase = async (site: Site, folder: string, count: number) => {
  const mysql = await startMysql('mariadb', join(folder, 'mariadb'))
  site.stopAfterwards(mysql.stop)
  const url = await makeDatabase(databasesOf(folder, mysql.url, size))
  const servers = await site.museums(Array.from({ length: count }, () => url))
  await setCapacities(servers[0]!)
  return { description: mysql.description, url, servers, database: await site.database(mysql.url) }
}

const times = (folder: string, settings: PartSettings): Promise<PartResult> =>
  onSite(async (site) => {
    const { description, servers, database } = await onOneDatabase(site, folder, 1)
    const shape = shapeOf('one server', servers, [database])
    return {
      description,
      flush: Number(flushMilliseconds(folder).toPrecision(2)),
      measurements: [
        ...(await measureShapes(site.loads, [shape], timedWorkloads, settings)),
        ...(await measureNewImages(site.loads, shape, settings)),
      ],
    }
  })

const servers = (folder: string, settings: PartSettings): Promise<PartResult> =>
  onSite(async (site) => {
    const { description, servers: all, database } = await onOneDatabase(site, folder, 3)
    const names = ['one server', 'two servers', 'three servers']
    const shapes = names.map((name, n) => shapeOf(name, all.slice(0, n + 1), [database]))
    const workloads = [...shapeWorkloads, steadyPurchases]
    return { description, measurements: await measureShapes(site.loads, shapes, workloads, settings) }
  })

const processes = (folder: string, settings: PartSettings): Promise<PartResult> =>
  onSite(async (site) => {
    const { description, url, servers: atPorts, database } = await onOneDatabase(site, folder, 2)
    const socket = bindSocket()
    site.stopAfterwards(async () => socket.close())
    const atSocket = await site.museums([url, url], socket.fd)
    const shapes = [
      shapeOf('one process', atPorts.slice(0, 1), [database]),
      shapeOf('two processes, two ports', atPorts, [database]),
      shapeOf('two processes, one socket', atSocket, [database]),
    ]
    return { description, measurements: await measureShapes(site.loads, shapes, shapeWorkloads, settings) }
  })

/** A cluster of three nodes, and a database server of the same kind by itself. */
const besideOneDatabase = async (site: Site, folder: string, kind: ClusterKind) => {
  const flavour = kind === 'galera' ? 'mariadb' : 'mysql'
  const mysql = await startMysql(flavour, join(folder, flavour))
  site.stopAfterwards(mysql.stop)
  const cluster = await provideCluster(kind, { serverArguments: databaseSettings(flavour) })
  site.stopAfterwards(cluster.stop)
  const [first] = cluster.nodes
  const makeOn = (serverUrl: string) => makeDatabase(databasesOf(folder, serverUrl, size))
  const [aloneUrl, clusterUrl] = [await makeOn(mysql.url), await makeOn(first!.url)]
  const [alone] = await site.museums([aloneUrl])
  await setCapacities(alone!)
  return {
    description: cluster.description.split(' of /')[0]!,
    nodes: await Promise.all(cluster.nodes.map(({ url }) => site.database(url))),
    /** Servers of the museum, each on the node with the given number. */
    async museums(...nodes: number[]) {
      const pathname = new URL(clusterUrl).pathname
      const servers = await site.museums(nodes.map((n) => cluster.nodes[n]!.url + pathname))
      await setCapacities(servers[0]!)
      return servers
    },
    noCluster: shapeOf('one server, no cluster', [alone!], [await site.database(mysql.url)]),
  }
}

const galera = (folder: string, settings: PartSettings): Promise<PartResult> =>
  onSite(async (site) => {
    const { description, nodes, museums, noCluster } = await besideOneDatabase(site, folder, 'galera')
    const [first, second, third, onSecond, onThird] = await museums(0, 0, 0, 1, 2)
    const shapes = [
      noCluster,
      shapeOf('one server, one node written', [first!], nodes),
      shapeOf('three servers, one node written', [first!, second!, third!], nodes),
      shapeOf('three servers, three nodes written', [first!, onSecond!, onThird!], nodes),
    ]
    return {
      description,
      measurements: [
        ...(await measureShapes(site.loads, shapes.slice(0, 2), loneRequests, settings)),
        ...(await measureShapes(site.loads, shapes, shapeWorkloads, settings)),
      ],
    }
  })

const group = (folder: string, settings: PartSettings): Promise<PartResult> =>
  onSite(async (site) => {
    const { description, nodes, museums, noCluster } = await besideOneDatabase(site, folder, 'group')
    const all = await museums(0, 0, 0)
    const shapes = [
      noCluster,
      shapeOf('one server, one node written', all.slice(0, 1), nodes),
      shapeOf('three servers, one node written', all, nodes),
    ]
    return { description, measurements: await measureShapes(site.loads, shapes, shapeWorkloads, settings) }
  })

export const parts: Readonly<Record<PartName, (folder: string, settings: PartSettings) => Promise<PartResult>>> = {
  times,
  servers,
  processes,
  galera,
  group,
}
