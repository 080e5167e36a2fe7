import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { executeWith } from './execute-statement.ts'
import { isGaleraNode } from './is-galera-node.ts'

/** Milliseconds: longer than any write of a server of the museum takes. */
const longestWrite = 6_500

/** What a server reports when the user may not lock or alter tables, or the server cannot. TiDB may report nothing. */
const notSupported: ReadonlySet<unknown> = new Set([
  1044, // access denied
  1142, // the user lacks a privilege on the table
  1235, // not supported (Vitess)
])

/**
 * Waits until all transactions have ended that have written to a table, or execute a statement that does. Where the user may
 * neither lock nor alter tables, waits for as long as a write can take.
 */
export const awaitEarlierWrites = async <Tables>(kysely: Kysely<Tables>, table: string): Promise<void> => {
  try {
    await kysely.connection().execute(async (connection) => {
      if (await isGaleraNode(executeWith(connection))) await endWritesOfCluster(connection, table)
      else await awaitWritesOfServer(connection, table)
    })
  } catch (error) {
    if (!notSupported.has((error as { errno?: unknown }).errno)) throw error
    await sleep(longestWrite)
  }
}

/**
 * A statement that writes takes a metadata lock before it reads anything, and the server grants `lock tables … read` only
 * when no transaction has one. Meanwhile later writes wait behind it.
 */
const awaitWritesOfServer = async (connection: QueryExecutorProvider, table: string): Promise<void> => {
  await sql`lock tables ${sql.table(table)} read`.execute(connection)
  await sql`unlock tables`.execute(connection)
}

/**
 * The nodes of a Galera cluster do not see each other's locks. They execute a change of a table in total order with the
 * writes of all nodes: what is before it is committed on this node, and every other transaction that has the metadata lock
 * of the table on any node is rolled back, and retried. This change has no effect, and no node copies the table for it.
 */
const endWritesOfCluster = async (connection: QueryExecutorProvider, table: string): Promise<void> => {
  for (;;) {
    try {
      await sql`alter table ${sql.table(table)} comment = '', algorithm = instant`.execute(connection)
      return
    } catch (error) {
      if ((error as { errno?: unknown }).errno !== interrupted) throw error
    }
  }
}

/** What a change of a table fails with while another node changes it. */
const interrupted = 1317
