import type { Flavour } from './flavour.ts'

/** A server that accepts connections over TCP, on this machine or where `TEST_MYSQL_URL` says. */
export type MysqlServer = {
  /** With user and password, without a database; the user may create databases. */
  readonly url: string
  /** The server's name, version and origin, for people to read. */
  readonly description: string
  /** Stops the server, unless it is the one of `TEST_MYSQL_URL`. */
  readonly stop: () => Promise<void>
  /** Kills a private instance that restarts when killed, and resolves when it accepts connections again. */
  readonly crash?: () => Promise<void>
}

export type MysqlServerOptions = {
  /** MariaDB or MySQL; the default is `TEST_MYSQL_SERVER`, else the first server that is found. */
  readonly flavour?: Flavour | undefined
  /** Added after our own arguments for the server, so that they take precedence. */
  readonly serverArguments?: readonly string[]
  /** A folder that keeps the data of a private instance for the next start; by default the data are removed at the end. */
  readonly dataFolder?: string
  /** The port of a private instance; the default is a free one. */
  readonly port?: number
  /** Starts a server even if `TEST_MYSQL_URL` names one: for a test that changes the settings of its server. */
  readonly ignoresTestMysqlUrl?: boolean
  /** Starts a private instance again, on its port and data, each time it is killed. */
  readonly restartsWhenKilled?: boolean
}
