import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { findPortBelowEphemeralRange } from '../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { provideMysqlServer } from '../../tools/mysql-server/provide-mysql-server.ts'
import type { Engine, EngineName } from './engine.ts'
import { startClusterEngine } from './start-cluster-engine.ts'

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
