/** The nodes of a cluster: whether each is a member, and which position it has committed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, type RowDataPacket, createConnection } from 'mysql2/promise'
import type { ClusterKind } from '../../tools/mysql-server/cluster.ts'

type NodeState = Readonly<{
  /** Whether the node has caught up with the cluster. */
  isReady: boolean
  /** How many nodes it sees in the cluster, itself included. */
  members: number
  /** What the node has committed. Nodes with the same position hold the same rows. */
  position: string
}>

const rowsOf = async (connection: Connection, sql: string) =>
  (await connection.query<RowDataPacket[]>({ sql, timeout: 5_000 }))[0]

const readers: Readonly<Record<ClusterKind, (connection: Connection) => Promise<NodeState>>> = {
  async galera(connection) {
    const rows = await rowsOf(connection, "show global status like 'wsrep%'")
    const status = Object.fromEntries(rows.map((row) => [row['Variable_name'], String(row['Value'])]))
    return {
      isReady:
        status['wsrep_cluster_status'] === 'Primary' &&
        status['wsrep_local_state_comment'] === 'Synced' &&
        status['wsrep_ready'] === 'ON',
      members: Number(status['wsrep_cluster_size']),
      position: status['wsrep_last_committed'] ?? '',
    }
  },
  async group(connection) {
    const [row] = await rowsOf(
      connection,
      // A primary without a quorum is online in its own view; it sees that others are unreachable.
      `select @@global.gtid_executed as position, count(*) as members, max(member_id = @@server_uuid) as is_self
       from performance_schema.replication_group_members where member_state = 'ONLINE'`,
    )
    return {
      isReady: row?.['is_self'] === 1,
      members: Number(row?.['members']),
      position: String(row?.['position']),
    }
  },
}

/** Reads the state of a node over a connection of its own. `undefined` when the node does not respond. */
const readNodeState = async (kind: ClusterKind, url: string): Promise<NodeState | undefined> => {
  const connection = await createConnection({ uri: url, connectTimeout: 5_000 }).catch(() => undefined)
  try {
    return connection && (await readers[kind](connection))
  } catch {
    return undefined
  } finally {
    connection?.destroy()
  }
}

/** The longest time for nodes to become members again and to apply what the others have committed, in milliseconds. */
const timeout = 120_000

const waitForStates = async (
  kind: ClusterKind,
  urls: readonly string[],
  isReached: (states: readonly NodeState[]) => boolean,
) => {
  for (const startedAt = performance.now(); performance.now() - startedAt < timeout; await sleep(100)) {
    const states = await Promise.all(urls.map((url) => readNodeState(kind, url)))
    const known = states.filter((state) => state !== undefined)
    const areMembers = known.every(({ isReady, members }) => isReady && members === urls.length)
    if (known.length === urls.length && areMembers && isReached(known)) return known
  }
  return undefined
}

/** Waits until every node is a member. */
export const waitForMembers = async (kind: ClusterKind, urls: readonly string[]): Promise<void> => {
  if ((await waitForStates(kind, urls, () => true)) === undefined)
    throw new Error(`The nodes are not all members after ${timeout} ms.`)
}

/**
 * Waits until every node is a member and all have committed the same. Resolves to their common position, or `undefined` after a
 * time limit.
 */
export const waitForAgreement = async (kind: ClusterKind, urls: readonly string[]): Promise<string | undefined> => {
  const isAgreed = (states: readonly NodeState[]) => new Set(states.map(({ position }) => position)).size === 1
  return (await waitForStates(kind, urls, isAgreed))?.[0]?.position
}
