import type { ClusterKind } from '../../tools/mysql-server/cluster.ts'
import type { DatabaseFailure } from './database-failure.ts'

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
  /** Writes directly to each writable node of a cluster; resolves when all have committed. */
  write?: () => Promise<void>
  /** The folder of logs and database files. */
  folder: string
  stop: (options: Readonly<{ keepFolder: boolean }>) => Promise<void>
}>
