import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll } from '@jest/globals'
import { createConnection } from 'mysql2/promise'
import type { Cluster, ClusterNode } from './cluster.ts'
import { sharedCluster } from './shared-cluster.ts'

/**
 * The cluster of the test run (`pnpm test:cluster`), for the tests of a file. After each test, its databases are
 * dropped, and nodes that it killed, isolated or paused are brought back into the cluster.
 */
export const useCluster = () => {
  let cluster: Cluster | undefined
  const changed = new Set<ClusterNode>()
  let names: string[] = []

  const marking = (node: ClusterNode): ClusterNode => {
    const change = (action: () => Promise<void>) => async () => {
      changed.add(node)
      await action()
    }
    return { ...node, kill: change(node.kill), isolate: change(node.isolate), pause: change(node.pause) }
  }
  const theCluster = (): Cluster => {
    if (cluster === undefined) throw new Error('The cluster is known from `beforeAll` on.')
    return cluster
  }
  beforeAll(async () => {
    const socket = process.env['TEST_CLUSTER_SOCKET']
    if (!socket) throw new Error('TEST_CLUSTER_SOCKET is missing: run these tests by `pnpm test:cluster`.')
    const shared = await sharedCluster(socket)
    cluster = { ...shared, nodes: shared.nodes.map(marking) }
  })
  afterEach(async () => {
    for (const node of changed) {
      // Not a node that was killed while it was paused: its process has ended.
      await node.resume().catch(() => undefined)
      await node.start()
      await node.rejoin()
    }
    changed.clear()
    for (const name of names) await query(await writableNode(theCluster()), `drop database if exists ${name}`)
    names = []
  })
  return {
    cluster: theCluster,
    /** Creates an empty database; resolves with its URLs, through each node, in their order. */
    async newDatabase(): Promise<string[]> {
      const name = `museum_${randomUUID().replaceAll('-', '')}`
      const { nodes } = theCluster()
      names.push(name)
      await query(await writableNode(theCluster()), `create database ${name} character set utf8mb4 collate utf8mb4_bin`)
      for (const node of nodes) {
        while ((await query(node, `show databases like '${name}'`)).length === 0) {
          await sleep(10)
          // Some seconds after a quorum is there again, a member of a group may be expelled.
          await node.rejoin()
        }
      }
      return nodes.map(({ url }) => `${url}/${name}`)
    },
  }
}

/** Runs a statement on a node, on a connection of its own. */
export const query = async (node: Pick<ClusterNode, 'url'>, statement: string): Promise<Record<string, unknown>[]> => {
  const connection = await createConnection({ uri: node.url, connectTimeout: 5000 })
  try {
    const [rows] = await connection.query(statement)
    return rows as Record<string, unknown>[]
  } finally {
    connection.destroy()
  }
}

/** The first writable node: any node of Galera, the primary of a group. */
export const writableNode = async ({ nodes }: Cluster): Promise<ClusterNode> => {
  for (;;) {
    for (const node of nodes) {
      const rows = await query(node, 'select @@global.read_only as readOnly').catch(() => [])
      if (rows[0]?.['readOnly'] === 0) return node
    }
    await sleep(50)
  }
}
