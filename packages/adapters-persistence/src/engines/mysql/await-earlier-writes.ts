import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'

/** Milliseconds: longer than any write of a server of the museum takes. */
const longestWrite = 6_500

/** What a server reports when the user may not lock tables, or the server cannot. TiDB may report nothing. */
const notSupported: ReadonlySet<unknown> = new Set([
  1044, // access denied
  1142, // the user lacks a privilege on the table
  1105, // denied by the strict mode of Percona XtraDB Cluster
  1235, // not supported (Vitess)
])

/**
 * Waits until all transactions have ended that have written to a table, or execute a statement that does. Such a statement
 * takes a metadata lock before it reads anything, and the server grants `lock tables … read` only when no transaction has
 * one. Meanwhile later writes wait behind it. Where the user may not lock tables, waits for as long as a write can take.
 */
export const awaitEarlierWrites = async <Tables>(kysely: Kysely<Tables>, table: string): Promise<void> => {
  try {
    await kysely.connection().execute(async (connection) => {
      await sql`lock tables ${sql.table(table)} read`.execute(connection)
      await sql`unlock tables`.execute(connection)
    })
  } catch (error) {
    if (!notSupported.has((error as { errno?: unknown }).errno)) throw error
    await sleep(longestWrite)
  }
}
