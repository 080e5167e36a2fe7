import type { Flavour } from './server-program.ts'

/** A server that answers over TCP on this machine, or where `TEST_MYSQL_URL` says. */
export type MysqlServer = {
  /** With user and password, without a database; the user may create databases. */
  readonly url: string
  /** What it is and where it comes from, for people to read. */
  readonly description: string
  /** Ends the server, unless it was there before. */
  readonly stop: () => Promise<void>
  /** Kills a private instance that restartsWhenKilled, and resolves when it lets its user in again. */
  readonly crash?: () => Promise<void>
}

/** What may be asked of a server. */
export type MysqlServerOptions = {
  /** MariaDB or MySQL; by default `TEST_MYSQL_SERVER` says, else whatever is found first is taken. */
  readonly flavour?: Flavour | undefined
  /** More arguments for the server, after our own, so that the last word is theirs. */
  readonly serverArguments?: readonly string[]
  /** Where the data of a private instance is kept for the next time; by default it goes when the server ends. */
  readonly dataFolder?: string
  /** The port of a private instance; by default one that is free. */
  readonly port?: number
  /** Whether a server is started although `TEST_MYSQL_URL` names one: for a test that changes the settings of its server. */
  readonly ignoresTestMysqlUrl?: boolean
  /** Whether a private instance is started again whenever it was killed, on its port and data. */
  readonly restartsWhenKilled?: boolean
}
