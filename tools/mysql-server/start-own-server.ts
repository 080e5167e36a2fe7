import { randomUUID } from 'node:crypto'
import { type MysqlServer, provideMysqlServer } from './provide-mysql-server.ts'
import { runStatement } from './run-statement.ts'

export type OwnServer = MysqlServer &
  Readonly<{
    run: <Row = unknown>(statement: string) => Promise<Row[]>
    /** The URL of a new user who has rights on this database only. `limits` is the end of the `create user` statement. */
    urlOfUser: (database: string, limits?: string) => Promise<string>
    createDatabase: () => Promise<Readonly<{ name: string; url: string }>>
  }>

/** Starts a MySQL server for one test file, which may change its settings. */
export const startOwnServer = async (serverArguments: readonly string[] = []): Promise<OwnServer> => {
  const server = await provideMysqlServer({ ignoresTestMysqlUrl: true, serverArguments })
  const run = <Row = unknown>(statement: string) => runStatement<Row>(server.url, statement)
  return {
    ...server,
    run,
    async urlOfUser(database, limits = '') {
      const name = `user_${randomUUID().slice(0, 8)}`
      await run(`create user '${name}'@'127.0.0.1' identified by 'secret' ${limits}`)
      await run(`grant all privileges on ${database}.* to '${name}'@'127.0.0.1'`)
      return Object.assign(new URL(server.url), { username: name, password: 'secret', pathname: `/${database}` }).href
    },
    async createDatabase() {
      const name = `museum_${randomUUID().replaceAll('-', '')}`
      await run(`create database ${name}`)
      return { name, url: Object.assign(new URL(server.url), { pathname: `/${name}` }).href }
    },
  }
}
