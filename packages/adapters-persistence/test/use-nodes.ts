import { randomInt } from 'node:crypto'
import { afterEach, beforeEach } from '@jest/globals'
import { type Museum, createMuseum } from '@museum/application'
import type { Repositories } from '@museum/testing/contracts'
import { inMemoryPorts } from '@museum/testing'
import { Instant } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { createConnection } from 'mysql2/promise'
import { query, useCluster, writableNode } from '../../../tools/mysql-server/use-cluster.ts'
import type { DatabaseOptions } from '../src/database/museum-database.ts'
import { type MuseumDatabase, openDatabase } from '../src/database/museum-database.ts'
import { kyselyRepositories } from '../src/kysely-repositories.ts'
import { migrate } from '../src/migrations/migrate.ts'

/** The database, the repositories and the use cases of a museum server that uses one node of a cluster. */
export type ServerOnNode = Readonly<{
  url: string
  database: MuseumDatabase
  repositories: Repositories
  /** The use cases, on Friday, 17 May 2030. */
  museum: Museum
  /** The use cases on another `MuseumDatabase`, such as one that behaves differently in a test. */
  museumOn: (database: MuseumDatabase) => Museum
  /**
   * Executes `work` while this node of Galera applies no writes of other nodes, from the first one to this table on. Clients of
   * the node can read the table.
   */
  whileBehind: <T>(table: string, work: () => Promise<T>) => Promise<T>
}>

/** For each test of a file: a migrated database on the cluster of the test run, opened through each of its nodes. */
export const useNodes = () => {
  const { cluster, newDatabase } = useCluster()
  let urls: readonly string[] = []
  let opened: ServerOnNode[] = []
  let ids = 0
  const newId = () => exampleId((ids += 1))
  const now = () => Instant(Date.UTC(2030, 4, 17, 10))
  /** Opens the database once more, through a node: its number in the order of `servers`. */
  const open = (node: number, options: DatabaseOptions = {}): ServerOnNode => {
    const url = urls[node]!
    const database = openDatabase(url, options)
    const repositories = kyselyRepositories(database)
    const ports = { ...inMemoryPorts({ now }), newId, randomInt: (below: number) => randomInt(below) }
    const server: ServerOnNode = {
      url,
      database,
      repositories,
      museum: createMuseum({ ...ports, ...repositories }),
      museumOn: (another) => createMuseum({ ...ports, ...kyselyRepositories(another) }),
      whileBehind: whileBehind(url),
    }
    opened.push(server)
    return server
  }
  let servers: readonly ServerOnNode[] = []
  beforeEach(async () => {
    ids = 0
    opened = []
    const [all, writable] = [await newDatabase(), cluster().nodes.indexOf(await writableNode(cluster()))]
    urls = [...all.splice(writable, 1), ...all]
    servers = urls.map((_, node) => open(node))
    await migrate(servers[0]!.database)
  })
  afterEach(() => Promise.all(opened.map(({ database }) => database.close())))
  return {
    cluster,
    /** The servers; that of a group's primary is the first. */
    servers: () => servers as readonly [ServerOnNode, ServerOnNode, ServerOnNode],
    open,
    /** Resolves when every node has what was committed on any of them before. */
    agree: async () => {
      for (const node of cluster().nodes) await query(node, 'set statement wsrep_sync_wait = 1 for select 1')
    },
  }
}

const whileBehind =
  (url: string): ServerOnNode['whileBehind'] =>
  async (table, work) => {
    const connection = await createConnection({ uri: url })
    try {
      await connection.query(`lock tables ${table} read`)
      return await work()
    } finally {
      // Closing the connection releases the lock.
      connection.destroy()
    }
  }
