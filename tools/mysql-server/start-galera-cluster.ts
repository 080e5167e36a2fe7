import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import type { Cluster, ClusterNode, ClusterOptions } from './cluster.ts'
import { createData } from './create-data.ts'
import { findOrUnpackServer } from './find-or-unpack-server.ts'
import { findPortBelowEphemeralRange } from './find-port-below-ephemeral-range.ts'
import { newPassword, newUniqueName } from './random-names.ts'
import type { ServerProgram } from './server-program.ts'
import { type NodeProcess, startClusterNode } from './start-cluster-node.ts'
import type { SupervisedStep } from './supervised-task.ts'
import { testSettings } from './test-settings.ts'

/** The options of the provider that docs/cluster.md recommends, and smaller files. */
const defaultGaleraOptions = {
  'evs.keepalive_period': 'PT0.5S',
  'evs.suspect_timeout': 'PT2S',
  'evs.inactive_timeout': 'PT6S',
  'repl.causal_read_timeout': 'PT1S',
  'gcache.size': '64M',
}

type Ports = Readonly<Record<'client' | 'group' | 'ist', number>>

/** Starts a Galera cluster of MariaDB: the first node creates its data, the others copy them. */
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
  const options = { ...defaultGaleraOptions, ...galeraOptions }
  const nodes = ports.map((each, index) =>
    startNode({ program, name: `node-${index + 1}`, ports: each, addresses, password, options, serverArguments }),
  )
  const stop = async () => void (await Promise.all(nodes.map((node) => node.process.stop())))

  // Nodes start one after the other: two that start at once, while no other runs, would make two clusters.
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
  options: Readonly<Record<string, string>>
  serverArguments: readonly string[]
}>

const startNode = (settings: NodeSettings) => {
  const { program, name, ports, addresses, password, options, serverArguments } = settings
  const folder = join(tmpdir(), newUniqueName())
  const dataFolder = join(folder, 'data')
  const [executable, ...loaderArguments] = program.command
  const common = [
    '--no-defaults', // must be the first one
    // The server refuses to run as root without this argument.
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    `--basedir=${program.baseFolder}`,
    `--datadir=${dataFolder}`,
    `--tmpdir=${join(folder, 'tmp')}`,
  ]
  const providerOptions = {
    'gmcast.listen_addr': `tcp://127.0.0.1:${ports.group}`,
    'ist.recv_addr': `127.0.0.1:${ports.ist}`,
    ...options,
  }
  const clusterArguments = [
    '--wsrep-on=ON',
    `--wsrep-provider=${join(program.baseFolder, 'lib/galera/libgalera_smm.so')}`,
    `--wsrep-cluster-name=museum`,
    `--wsrep-cluster-address=gcomm://${addresses}`,
    `--wsrep-node-name=${name}`,
    `--wsrep-node-address=127.0.0.1:${ports.group}`,
    `--wsrep-node-incoming-address=127.0.0.1:${ports.client}`,
    `--wsrep-provider-options=${Object.entries(providerOptions)
      .map(([key, value]) => `${key}=${value}`)
      .join(';')}`,
    '--wsrep-sst-method=copy',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
  ]
  const creation = createData(program, common)
  const server: NodeProcess = startClusterNode({
    folder,
    folders: ['data', 'tmp'],
    files: {
      ...creation.files,
      'system-tables.sql': [
        creation.files['system-tables.sql'],
        // One statement a line. An --init-file would run in the whole cluster, at each start of a node.
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
    program: executable,
    arguments: [
      ...loaderArguments,
      ...common,
      `--pid-file=${join(folder, 'pid')}`,
      // Relative to the data folder: the path of a socket has a limit of about a hundred characters.
      '--socket=socket',
      '--bind-address=127.0.0.1',
      `--port=${ports.client}`,
      ...testSettings('mariadb'),
      ...clusterArguments,
      ...serverArguments,
      ...more,
    ],
    environment: { PATH: [join(import.meta.dirname, 'galera'), process.env['PATH']].join(delimiter) },
  })
  const writeState = (position: string, isFirst: boolean): SupervisedStep => {
    const [uuid, number] = position.split(':')
    const lines = ['# GALERA saved state', 'version: 2.1', `uuid: ${uuid}`, `seqno: ${number}`]
    const text = [...lines, `safe_to_bootstrap: ${isFirst ? 1 : 0}`, ''].join('\n')
    // A view of the last cluster would make the node wait for the others of it.
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
    /** Reads the last transaction of the data of a server that was killed. */
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
    /** Joins the running nodes. Without a position, one of them sends all its data. */
    async start(position?: string) {
      if (position !== undefined) await server.run(writeState(position, false))
      const start = position === undefined ? [] : [`--wsrep-start-position=${position}`]
      await server.start(serverStep(...start), isReady)
    },
  }
}
