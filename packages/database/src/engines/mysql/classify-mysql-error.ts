import type { DatabaseErrorKind } from '../engine.ts'

// By number only: mysql2 gives MariaDB's errors the names that MySQL has for the same numbers.
const readOnly = [1290, 1792, 1836]
const packetTooLarge = 1153

const kinds: readonly (readonly [DatabaseErrorKind, readonly number[]])[] = [
  ['duplicate', [1062]],
  ['index-exists', [1061]],
  ['index-missing', [1091]],
  [
    'locked',
    [
      1205, // lock wait timeout; on MariaDB also for `nowait`
      3572, // `nowait` (MySQL)
    ],
  ],
  ['read-only', readOnly],
  [
    'contended',
    [
      1020, // changed since it was read (MariaDB)
      1213, // deadlock, or a conflict with a transaction of another node (Galera), also at the commit: always rolled back
      3101, // a conflicting transaction of another member of the group was committed
    ],
  ],
  [
    'full',
    [
      1021, // the disk
      1114, // the table, or the disk when the table needs more room
    ],
  ],
  [
    'too-many-connections',
    [
      1040, // of all users
      1203, // of this user, by the server's limit for each user
      1226, // of this user, by the user's own limit
    ],
  ],
  [
    'unavailable',
    [
      1036, // the table is read-only (innodb_read_only)
      1037, // out of memory
      1038, // out of memory for sorting
      1041, // out of memory
      1047, // the node is not in the cluster (Galera): refused before it is executed, also a commit
      1053, // shutting down
      1142, // the user lacks a privilege on the table
      1146, // the table does not exist, as during a restore
      packetTooLarge,
      1206, // too many locks
      1317, // interrupted
      1665, // the binary log is written by statement, which `read committed` does not allow
      1927, // connection killed (MariaDB)
      1969, // statement timeout of the server (MariaDB)
      3024, // statement timeout of the server
      3032, // offline mode, as of a member that its group has expelled
    ],
  ],
  ['lost', [3100]], // the group did not answer to a commit, which the other members may have received
]
const kindByNumber: ReadonlyMap<unknown, DatabaseErrorKind> = new Map(
  kinds.flatMap(([kind, numbers]) => numbers.map((number) => [number, kind] as const)),
)

const errorDuringCommit = 1180
/**
 * In the message of `errorDuringCommit`: InnoDB's number of a deadlock, with which a group with several primaries rolls back a
 * conflicting transaction. With any other number, the commit may have succeeded: a Galera node that loses its quorum sends the
 * error for transactions that the other nodes may have received.
 */
const conflictDuringCommit = /\b149\b/

type MysqlError = Readonly<{ errno?: unknown; code?: unknown; fatal?: unknown; message?: unknown }>

/** What an error of MySQL or MariaDB means; `undefined` for a defect. */
export const classifyMysqlError = (error: unknown): DatabaseErrorKind | undefined => {
  const { errno, message } = (error ?? {}) as MysqlError
  if (errno === errorDuringCommit) return conflictDuringCommit.test(String(message)) ? 'contended' : 'lost'
  return kindByNumber.get(errno) ?? (breaksConnection(error) ? 'lost' : undefined)
}

/**
 * Whether the connection must not be used after this error. After a time-out it is still busy, and mysql2 would give it to the
 * next request. After a read-only error, another server may have become the primary; a new connection finds it.
 */
export const breaksConnection = (error: unknown): boolean => {
  const { errno, code, fatal } = (error ?? {}) as MysqlError
  return (
    fatal === true ||
    code === 'PROTOCOL_SEQUENCE_TIMEOUT' ||
    errno === packetTooLarge || // the rest of the packet is still being sent
    readOnly.includes(errno as number)
  )
}
