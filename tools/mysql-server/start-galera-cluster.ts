import { randomUUID } from 'node:crypto'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import type { Cluster, ClusterNode, ClusterOptions } from './cluster.ts'
import { createData } from './create-data.ts'
import { asArguments, deployedSettings, providerOptions } from './deployed-settings.ts'
import { findOrUnpackServer } from './find-or-unpack-server.ts'
import { findPortBelowEphemeralRange } from './find-port-below-ephemeral-range.ts'
import { newPassword } from './random-names.ts'
import { serverInFolder } from './server-in-folder.ts'
import type { ServerProgram } from './server-program.ts'
import { type NodeProcess, startClusterNode } from './start-cluster-node.ts'
import type { SupervisedStep } from './supervised-task.ts'

type Ports = Readonly<Record<'client' | 'group' | 'ist', number>>

/**
 * Starts a Galera cluster of MariaDB, with the settings of `deploy/galera.cnf`: the first node creates its data, the
 * others copy them.
 */
export const startGaleraCluster = async ({
  size = 3,
  serverArguments = [],
  galeraOptions = {},
}: ClusterOptions): Promise<Cluster> => {
  const program = await findOrUnpackServer('galera')
  const ports: Ports[] = []
  for (let index = 0; index < size; index += 1) {
    const find = findPortBelowEphemeralRange
    ports.push({ client: await find(), group: await find(), ist: await find() })
  }
  const addresses = ports.map(({ group }) => `127.0.0.1:${group}`).join(',')
  const password = newPassword()
  const nodes = ports.map((each, index) =>
    startNode({ program, name: `node-${index + 1}`, ports: each, addresses, password, galeraOptions, serverArguments }),
  )
  const stop = async () => void (await Promise.all(nodes.map((node) => node.process.stop())))

  // Nodes start one after the other: if two start at once while no other runs, they make two clusters.
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  const startAgain = async (node: GaleraNode): Promise<void> => {
    if (node.process.isRunning()) return
    const position = await node.recoverPosition()
    if (nodes.some((other) => other.process.isRunning())) return node.start(position)
    // The whole cluster ended: the node with the latest transactions starts first.
    const positions = await Promise.all(
      nodes.map(async (other) => ({ node: other, at: other === node ? position : await other.recoverPosition() })),
    )
    const latest = positions.toSorted((a, b) => transactionNumber(b.at) - transactionNumber(a.at))[0]!
    const first = transactionNumber(latest.at) > transactionNumber(position) ? latest : { node, at: position }
    await first.node.bootstrap(first.at)
    if (first.node !== node) await node.start(position)
  }
  try {
    const [first, ...others] = nodes
    await first!.createData()
    await first!.bootstrap(`${randomUUID()}:0`)
    for (const other of others) await other.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    kind: 'galera',
    description: `MariaDB ${program.version} with Galera, ${size} private nodes of ${program.path}`,
    nodes: nodes.map((node): ClusterNode => ({
      name: node.name,
      url: node.url,
      kill: node.process.kill,
      start: () => inOrder(() => startAgain(node)),
      isolate: async () => void (await node.query(`set global wsrep_provider_options = 'gmcast.isolate=1'`)),
      async rejoin() {
        await node.query(`set global wsrep_provider_options = 'gmcast.isolate=0'`)
        while (!(await node.isReady())) await sleep(25)
      },
      pause: node.process.pause,
      resume: node.process.resume,
    })),
    stop,
  }
}

const transactionNumber = (position: string): number => Number(position.split(':')[1])

type GaleraNode = ReturnType<typeof startNode>

type NodeSettings = Readonly<{
  program: ServerProgram
  name: string
  ports: Ports
  addresses: string
  password: string
  galeraOptions: Readonly<Record<string, string>>
  serverArguments: readonly string[]
}>

const startNode = (settings: NodeSettings) => {
  const { program, name, ports, addresses, password, galeraOptions, serverArguments } = settings
  const { folder, folders, args, step } = serverInFolder(program, ports.client)
  const deployed = deployedSettings('galera.cnf')
  const options = {
    ...providerOptions(deployed['wsrep_provider_options']!),
    'gmcast.listen_addr': `tcp://127.0.0.1:${ports.group}`,
    'ist.recv_addr': `127.0.0.1:${ports.ist}`,
    'gcache.size': '64M',
    ...galeraOptions,
  }
  const clusterArguments = asArguments({
    ...deployed,
    bind_address: '127.0.0.1',
    wsrep_provider: join(program.baseFolder, 'lib/galera/libgalera_smm.so'),
    wsrep_cluster_address: `gcomm://${addresses}`,
    wsrep_node_name: name,
    wsrep_node_address: `127.0.0.1:${ports.group}`,
    wsrep_node_incoming_address: `127.0.0.1:${ports.client}`,
    wsrep_sst_method: 'copy',
    wsrep_provider_options: Object.entries(options)
      .map(([key, value]) => `${key}=${value}`)
      .join(';'),
  })
  const creation = createData(program, args)
  const server: NodeProcess = startClusterNode({
    folder,
    folders,
    files: {
      ...creation.files,
      'system-tables.sql': [
        creation.files['system-tables.sql'],
        // One statement a line. An --init-file would run at each start of a node, for the whole cluster.
        'flush privileges;',
        `create user 'museum'@'127.0.0.1' identified by '${password}';`,
        `grant all privileges on *.* to 'museum'@'127.0.0.1' with grant option;`,
        '',
      ].join('\n'),
    },
  })
  const url = `mysql://museum:${password}@127.0.0.1:${ports.client}`

  const query = async (statement: string): Promise<Record<string, string>[]> => {
    const connection = await createConnection({ uri: url, connectTimeout: 5000 })
    try {
      const [rows] = await connection.query(statement)
      return rows as Record<string, string>[]
    } finally {
      connection.destroy()
    }
  }
  const isReady = async (): Promise<boolean> => {
    const rows = await query(`show global status where Variable_name in ('wsrep_ready', 'wsrep_local_state_comment')`)
    return (
      rows
        .map((row) => row['Value'])
        .toSorted()
        .join() === 'ON,Synced'
    )
  }
  const serverStep = (...more: string[]): SupervisedStep => ({
    ...step([...clusterArguments, ...serverArguments, ...more]),
    environment: { PATH: [join(import.meta.dirname, 'galera'), process.env['PATH']].join(delimiter) },
  })
  const writeState = (position: string, isFirst: boolean): SupervisedStep => {
    const [uuid, number] = position.split(':')
    const lines = ['# GALERA saved state', 'version: 2.1', `uuid: ${uuid}`, `seqno: ${number}`]
    const text = [...lines, `safe_to_bootstrap: ${isFirst ? 1 : 0}`, ''].join('\n')
    // With a stored view of the last cluster, the node would wait for the other nodes in it.
    const script = `printf %s '${text}' >data/grastate.dat${isFirst ? ' && rm -f data/gvwstate.dat' : ''}`
    return { program: 'sh', arguments: ['-c', script] }
  }
  return {
    name,
    url,
    process: server,
    query,
    isReady,
    async createData() {
      await server.run(creation.step)
    },
    /** Reads the position of the last transaction from the data of a server that was killed. */
    async recoverPosition(): Promise<string> {
      const text = await server.run(serverStep('--wsrep-recover'))
      const position = [...text.matchAll(/Recovered position:\s*([-\da-f]+:-?\d+)/g)].at(-1)?.[1]
      if (position === undefined) throw new Error(`The server wrote no recovered position:\n${text.slice(-4000)}`)
      return position
    },
    async bootstrap(position: string) {
      await server.run(writeState(position, true))
      await server.start(serverStep(`--wsrep-start-position=${position}`, '--wsrep-new-cluster'), isReady)
    },
    /** Starts the node, which joins the running nodes. Without a position, one of them sends it all data. */
    async start(position?: string) {
      if (position !== undefined) await server.run(writeState(position, false))
      const start = position === undefined ? [] : [`--wsrep-start-position=${position}`]
      await server.start(serverStep(...start), isReady)
    },
  }
}
