import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import type { ClusterKind } from '../tools/mysql-server/cluster.ts'
import { findPortBelowEphemeralRange } from '../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { provideMysqlServer } from '../tools/mysql-server/provide-mysql-server.ts'
import type { DatabaseFailure } from './database-failure.ts'
import { startClusterEngine } from './start-cluster-engine.ts'

export const engines = ['mariadb', 'mysql', 'sqlite', 'galera', 'group'] as const
export type EngineName = (typeof engines)[number]

/** A new database, which all processes of a scenario share. */
type NewDatabase = Readonly<{
  /** The URL for a process by its number, from 0 on. On Galera, the first host is another node for each. */
  urlOf: (process: number) => string
  /** The nodes of a cluster, each with a URL of its own; none for a single server. */
  nodes: readonly DatabaseNode[]
}>

/** A node of a cluster, and the URL of the database on it. */
export type DatabaseNode = Readonly<{ name: string; url: string }>

/** A database engine. Each scenario gets a new database. */
export type Engine = Readonly<{
  name: EngineName
  /** Its name and version. */
  description: string
  /** Which kind of cluster it is, unless it is a single server. */
  cluster?: ClusterKind
  createDatabase: () => Promise<NewDatabase>
  /** The ways in which scenarios make the database fail, which they take in turn; none for SQLite, which has no server. */
  failures: readonly DatabaseFailure[]
  /** Writes to a cluster past the servers: to each node that takes writes; resolves when all have committed. */
  write?: () => Promise<void>
  /** The folder of logs and database files. */
  folder: string
  stop: (options: Readonly<{ keepFolder: boolean }>) => Promise<void>
}>

/** Starts an engine with the settings that make every commit durable. */
export const startEngine = async (name: EngineName): Promise<Engine> => {
  const folder = mkdtempSync(join(tmpdir(), `museum-torture-${name}-`))
  const removeFolder = ({ keepFolder }: Readonly<{ keepFolder: boolean }>) => {
    if (!keepFolder) rmSync(folder, { recursive: true, force: true })
  }
  let number = 0
  const nextName = () => `torture_${(number += 1)}`
  if (name === 'galera' || name === 'group') {
    const cluster = await startClusterEngine(name, nextName)
    return {
      ...cluster,
      folder,
      async stop(options) {
        await cluster.stop()
        removeFolder(options)
      },
    }
  }
  if (name === 'sqlite')
    return {
      name,
      description: 'SQLite',
      async createDatabase() {
        const url = `sqlite:${join(folder, `${nextName()}.sqlite`)}`
        return { urlOf: () => url, nodes: [] }
      },
      failures: [],
      folder,
      stop: async (options) => removeFolder(options),
    }
  const server = await provideMysqlServer({
    flavour: name,
    serverArguments: ['--innodb-flush-log-at-trx-commit=1'],
    port: await findPortBelowEphemeralRange(),
    restartsWhenKilled: true,
  })
  const { crash } = server
  if (crash === undefined) throw new Error(`Only a private instance can be killed, not ${server.description}.`)
  return {
    name,
    description: server.description.split(',')[0]!,
    async createDatabase() {
      const database = nextName()
      const connection = await createConnection(server.url)
      await connection.query(`create database ${database} character set utf8mb4 collate utf8mb4_bin`)
      await connection.end()
      const url = `${server.url}/${database}`
      return { urlOf: () => url, nodes: [] }
    },
    failures: [{ name: 'database killed', begin: crash, moveTime: 0 }],
    folder,
    async stop(options) {
      await server.stop()
      removeFolder(options)
    },
  }
}
