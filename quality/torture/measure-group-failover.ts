/**
 * Measures the stages of a failover of a group of MySQL servers, in seconds since the fault, while clients buy tickets from
 * a museum server that has all members in its URL:
 *
 *     node --conditions=@museum/source quality/torture/measure-group-failover.ts [--rounds 3] [--faults kill,pause,isolate]
 *       [--clients 8] -- SERVER ARGUMENTS...
 */
import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { type Connection, type RowDataPacket, createConnection } from 'mysql2/promise'
import { type ClusterNode, provideCluster } from '../../tools/mysql-server/provide-cluster.ts'
import { send } from './client.ts'
import { program, root, serverEnvironment } from './spawn-server.ts'

import { startServer } from './start-server.ts'

const execute = promisify(execFile)

const faults = {
  kill: { begin: (node: ClusterNode) => node.kill(), end: (node: ClusterNode) => node.start() },
  pause: {
    begin: (node: ClusterNode) => node.pause(),
    async end(node: ClusterNode) {
      await node.resume()
      await node.rejoin()
    },
  },
  isolate: { begin: (node: ClusterNode) => node.isolate(), end: (node: ClusterNode) => node.rejoin() },
}
type Fault = keyof typeof faults

const portOf = ({ url }: ClusterNode) => Number(new URL(url).port)

type Member = Readonly<{ state: string; role: string; port: number }>

/** The members as one of them sees them, and whether that one is writable. */
const viewOf = async (connection: Connection) => {
  const [rows] = await connection.query<RowDataPacket[]>(
    `select member_state as state, member_role as role, member_port as port, @@super_read_only as isReadOnly
     from performance_schema.replication_group_members`,
  )
  return { members: rows as unknown as readonly Member[], isWritable: rows[0]?.['isReadOnly'] === 0 }
}

/** Probes each survivor every 20 ms, and notes when each stage is first seen. */
const watch = (survivors: readonly ClusterNode[], lost: ClusterNode, begin: number) => {
  const stages: Record<string, number> = {}
  const watching = new AbortController()
  const isOver = () => watching.signal.aborted
  const reach = (stage: string) => void (stages[stage] ??= (Date.now() - begin) / 1000)
  const watchers = survivors.map(async (node) => {
    const connection = await createConnection({ uri: node.url })
    while (!isOver()) {
      const { members, isWritable } = await viewOf(connection)
      const other = members.find(({ port }) => port === portOf(lost))
      if (other?.state !== 'ONLINE') reach('suspected')
      if (other === undefined) reach('expelled')
      if (members.some(({ port, role }) => port !== portOf(lost) && role === 'PRIMARY')) reach('elected')
      if (isWritable) reach('is writable')
      await sleep(20)
    }
    connection.destroy()
  })
  return async () => {
    await sleep(100)
    watching.abort()
    await Promise.all(watchers)
    return stages
  }
}

const primaryOf = async (nodes: readonly ClusterNode[]): Promise<ClusterNode> => {
  const connection = await createConnection({ uri: nodes[0]!.url })
  const { members } = await viewOf(connection)
  connection.destroy()
  const port = members.find(({ role }) => role === 'PRIMARY')?.port
  return nodes.find((node) => portOf(node) === port)!
}

/**
 * Buys general tickets until it is stopped. Counts the sold ones and the responses by status, and notes the time of the last
 * sale.
 */
const startBuyers = (origin: string, count: number) => {
  const state = { lastSentAt: 0, statuses: new Map<number, number>(), isOver: false }
  const order = { ticketType: 'general', ticketDate: '2031-01-01', email: 'visitor@example.org' }
  const buyers = Array.from({ length: count }, async () => {
    while (!state.isOver) {
      const sentAt = Date.now()
      const attempt = await send(origin, 'POST', '/tickets', order)
      const status = attempt?.status ?? 0
      state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1)
      if (status === 201) state.lastSentAt = Math.max(state.lastSentAt, sentAt)
    }
  })
  return { state, stop: () => ((state.isOver = true), Promise.all(buyers)) }
}

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      faults: { type: 'string', default: 'kill,pause,isolate' },
      clients: { type: 'string', default: '8' },
    },
  })
  const cluster = await provideCluster('group', { serverArguments: positionals })
  console.log(`${cluster.description}; ${positionals.join(' ') || 'recommended settings'}`)
  const first = await primaryOf(cluster.nodes)
  const setUp = await createConnection({ uri: first.url })
  await setUp.query('create database museum character set utf8mb4 collate utf8mb4_bin')
  setUp.destroy()
  const { username, password } = new URL(first.url)
  const hosts = cluster.nodes.map((node) => new URL(node.url).host).join(',')
  const url = `mysql://${username}:${password}@${hosts}/museum`
  const log = join(mkdtempSync(join(tmpdir(), 'group-failover-')), 'server.log')
  await execute(program, ['migrate'], { cwd: root, env: serverEnvironment(url, {}) })
  const server = await startServer(url, log)
  console.log(`The log of the museum server is ${log}`)
  const { state, stop } = startBuyers(server.origin, Number(values.clients))
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const fault of values.faults.split(',') as Fault[]) {
      await sleep(2_000 + Math.random() * 1_000)
      const node = await primaryOf(cluster.nodes)
      state.statuses.clear()
      const begin = Date.now()
      const endWatch = watch(
        cluster.nodes.filter((each) => each !== node),
        node,
        begin,
      )
      await faults[fault].begin(node)
      const bought = () => state.statuses.get(201) ?? 0
      // Those that were in progress when the primary was lost may still be answered.
      await sleep(1_000)
      const before = bought()
      while (bought() === before) {
        await sleep(5)
        if (Date.now() - begin > 60_000) throw new Error('No ticket was sold for 60 s.')
      }
      const sold = (Date.now() - begin) / 1000
      const stages = await endWatch()
      await sleep(2_000)
      const statuses = Object.fromEntries(state.statuses)
      const ended = Date.now()
      await faults[fault].end(node)
      console.log(
        fault,
        JSON.stringify({ ...stages, 'a ticket is sold': sold, statuses, 'back after': (Date.now() - ended) / 1000 }),
      )
    }
  }
  await stop()
  await server.stop()
  await cluster.stop()
}

await main()
process.exit()
