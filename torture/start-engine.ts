import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { provideMysqlServer } from '../tools/mysql-server/provide-mysql-server.ts'
import { findPortBelowEphemeralRange } from '../tools/mysql-server/find-port-below-ephemeral-range.ts'

export const engines = ['mariadb', 'mysql', 'sqlite'] as const
export type EngineName = (typeof engines)[number]

/** A database engine. Each scenario gets a new database. */
export type Engine = Readonly<{
  name: EngineName
  /** Its name and version. */
  description: string
  /** Creates an empty database; resolves to its URL. */
  createDatabase: () => Promise<string>
  /** Kills the database server with SIGKILL; resolves when it accepts connections again, on the same port and data. */
  crash?: () => Promise<void>
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
  if (name === 'sqlite') {
    const createDatabase = async () => `sqlite:${join(folder, `${nextName()}.sqlite`)}`
    return { name, description: 'SQLite', createDatabase, folder, stop: async (options) => removeFolder(options) }
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
      return `${server.url}/${database}`
    },
    crash,
    folder,
    async stop(options) {
      await server.stop()
      removeFolder(options)
    },
  }
}
