import { setTimeout as sleep } from 'node:timers/promises'
import { type RowDataPacket, createConnection } from 'mysql2/promise'
import type { Cluster, ClusterKind, ClusterNode } from '../../tools/mysql-server/cluster.ts'
import { provideCluster } from '../../tools/mysql-server/provide-cluster.ts'
import type { DatabaseFailure } from './database-failure.ts'
import { waitForMembers } from './node-state.ts'
import { randomBetween, randomItem } from './random.ts'
import type { Engine } from './engine.ts'
import { createWriteProbe, everyNodeWrites, someNodeWrites } from './write-probe.ts'

/** Starts a cluster of three nodes as an engine. `nextName` gives each database its name. */
export const startClusterEngine = async (
  kind: ClusterKind,
  nextName: () => string,
): Promise<Omit<Engine, 'folder' | 'stop'> & Readonly<{ stop: () => Promise<void> }>> => {
  const cluster = await provideCluster(kind)
  const { nodes, description, stop } = cluster
  await createWriteProbe((await writableNode(cluster)).url)
  const hosts = nodes.map(({ url }) => new URL(url).host)
  const [{ username, password }] = nodes.map(({ url }) => new URL(url)) as [URL, ...URL[]]
  return {
    name: kind,
    description: description.split(',')[0]!,
    cluster: kind,
    async createDatabase() {
      const database = nextName()
      const connection = await createConnection((await writableNode(cluster)).url)
      await connection.query(`create database ${database} character set utf8mb4 collate utf8mb4_bin`)
      await connection.end()
      return {
        urlOf(number) {
          // In a group only the primary is writable, so the order of the hosts has no effect.
          const first = kind === 'galera' ? number % hosts.length : 0
          const inOrder = [...hosts.slice(first), ...hosts.slice(0, first)]
          return `mysql://${username}:${password}@${inOrder.join(',')}/${database}`
        },
        nodes: nodes.map(({ name, url }) => ({ name, url: `${url}/${database}` })),
      }
    },
    ...failuresOf(cluster),
    stop,
  }
}

/** The node that servers write to: in a group the primary, on Galera any. */
const writableNode = async ({ kind, nodes }: Cluster): Promise<ClusterNode> => {
  if (kind === 'galera') return randomItem(nodes)
  for (const { url } of nodes) {
    const connection = await createConnection({ uri: url, connectTimeout: 2_000 })
    const [[primary]] = await connection.query<RowDataPacket[]>(
      "select member_port as port from performance_schema.replication_group_members where member_role = 'PRIMARY'",
    )
    connection.destroy()
    const found = nodes.find((node) => new URL(node.url).port === String(primary?.['port']))
    if (found !== undefined) return found
  }
  throw new Error('The group has no primary.')
}

/**
 * How long servers may take from the moment when a cluster is writable again, in milliseconds: they check the host in use every
 * half second, probe all hosts for a second at most, and then replace their connections.
 */
const moveTime = 2_000

/** For how long two of three nodes are cut off, in milliseconds, so that no node has a quorum. */
const [shortestCut, longestCut] = [2_000, 5_000]

const failuresOf = (cluster: Cluster): Pick<Engine, 'write' | 'failures'> => {
  const { kind, nodes } = cluster
  const urls = nodes.map(({ url }) => url)
  const primary = kind === 'group' ? 'primary' : 'node'
  let failed: readonly ClusterNode[] = []
  const written = () =>
    (kind === 'galera' ? everyNodeWrites : someNodeWrites)(urls, (url) => failed.some((node) => node.url === url))
  const failure = (
    name: string,
    victim: () => Promise<ClusterNode>,
    fail: (node: ClusterNode) => Promise<void>,
    repair: (node: ClusterNode) => Promise<void>,
  ): DatabaseFailure => ({
    name,
    moveTime,
    async begin() {
      failed = [await victim()]
      await fail(failed[0]!)
      await written()
    },
    async repair() {
      await repair(failed[0]!)
      await waitForMembers(kind, urls)
      failed = []
    },
  })
  const writable = () => writableNode(cluster)
  const secondary = async () => {
    const current = await writable()
    return randomItem(nodes.filter((node) => node !== current))
  }
  const failures = [
    failure(
      `${primary} killed`,
      writable,
      (node) => node.kill(),
      (node) => node.start(),
    ),
    failure(
      `${primary} cut off`,
      writable,
      (node) => node.isolate(),
      (node) => node.rejoin(),
    ),
    failure(
      `${primary} paused`,
      writable,
      async (node) => node.pause(),
      async (node) => node.resume(),
    ),
    ...(kind === 'group'
      ? [
          failure(
            'secondary killed',
            secondary,
            (node) => node.kill(),
            (node) => node.start(),
          ),
        ]
      : []),
    {
      name: 'quorum lost',
      moveTime,
      async begin() {
        const current = await writable()
        const cut = [current, randomItem(nodes.filter((node) => node !== current))]
        await Promise.all(cut.map((node) => node.isolate()))
        await sleep(randomBetween(shortestCut, longestCut))
        await Promise.all(cut.map((node) => node.rejoin()))
        failed = []
        await waitForMembers(kind, urls)
        await written()
      },
    },
  ]
  return { write: written, failures }
}
