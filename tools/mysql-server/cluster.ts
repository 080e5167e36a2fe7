/** MariaDB Galera, where every node is writable, or MySQL Group Replication, where one member is. */
export type ClusterKind = 'galera' | 'group'

/** Reads the kind of a cluster, Galera by default, from the variable `TEST_CLUSTER`. */
export const readClusterKind = (name: string | undefined): ClusterKind => {
  if (name === undefined || name === '') return 'galera'
  if (name === 'galera' || name === 'group') return name
  throw new Error(`TEST_CLUSTER must be galera or group, not ${JSON.stringify(name)}.`)
}

/** One server of a cluster. */
export type ClusterNode = {
  readonly name: string
  /** With user and password, without a database, over TCP on 127.0.0.1. */
  readonly url: string
  /** Kills the server with SIGKILL; resolves when the process has ended. There is no automatic restart. */
  readonly kill: () => Promise<void>
  /**
   * Starts the server after `kill`, or after it ended by itself; resolves when it has joined the cluster and can be
   * used.
   */
  readonly start: () => Promise<void>
  /** Cuts the node off from the other nodes, not from its clients; resolves when it is cut off, not when they notice. */
  readonly isolate: () => Promise<void>
  /** Connects the node to the other nodes again; resolves when it is back in the cluster. */
  readonly rejoin: () => Promise<void>
  /** Stops the process with SIGSTOP: the node does not respond, but its connections stay open. */
  readonly pause: () => Promise<void>
  /** Continues the process with SIGCONT. */
  readonly resume: () => Promise<void>
}

/** A private cluster of database servers on 127.0.0.1. */
export type Cluster = {
  readonly kind: ClusterKind
  /** The name and version of the servers, for people to read. */
  readonly description: string
  readonly nodes: readonly ClusterNode[]
  readonly stop: () => Promise<void>
}

export type ClusterOptions = {
  /** The number of nodes, 3 by default. */
  readonly size?: number
  /** Arguments for each server, after ours, so that they take precedence. By default, commits are durable. */
  readonly serverArguments?: readonly string[]
  /** Options of Galera's provider, such as `evs.suspect_timeout`, instead of ours of the same name. */
  readonly galeraOptions?: Readonly<Record<string, string>>
  /** Whether every member of a group is writable; by default only its primary is. */
  readonly severalPrimaries?: boolean
}
