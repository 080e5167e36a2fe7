import { sql } from 'kysely'
import type { MuseumDatabase } from '../src/database/museum-database.ts'

/** Milliseconds. InnoDB renews its list of transactions only if nobody has read it for a tenth of a second. */
const renewal = 150

/** Resolves when a transaction on this MySQL database, or as many as `count`, wait for a lock. */
export const lockWait = async (database: MuseumDatabase, count = 1): Promise<void> => {
  while ((await countLockWaits(database)) < count) await new Promise((resolve) => setTimeout(resolve, renewal))
}

/**
 * The number of transactions on this MySQL database that wait for a lock. Other tests wait for locks on other databases of
 * the same server. Two statements, since MySQL 9.7 cannot join the tables while a statement with binary values runs.
 */
export const countLockWaits = async ({ kysely }: MuseumDatabase): Promise<number> => {
  const waiting = await kysely.connection().execute(async (connection) => {
    // In its strict mode, MySQL cannot read the table either while the text of a statement has bytes that are not UTF-8.
    await sql`set @strict = @@sql_mode, sql_mode = ''`.execute(connection)
    try {
      return await sql<{ id: number }>`
        select trx_mysql_thread_id as id from information_schema.innodb_trx where trx_state = 'LOCK WAIT'
      `.execute(connection)
    } catch (error) {
      // Some of these bytes fail in any mode: it is read again when the statement has ended.
      if (!/Cannot convert string/.test(String(error))) throw error
      return { rows: [] }
    } finally {
      await sql`set sql_mode = @strict`.execute(connection)
    }
  })
  const [processes, database] = [
    await sql<{ Id: number; db: string | null }>`show processlist`.execute(kysely),
    await sql<{ name: string }>`select database() as name`.execute(kysely),
  ]
  const own = new Set(processes.rows.filter(({ db }) => db === database.rows[0]!.name).map(({ Id }) => Id))
  return waiting.rows.filter(({ id }) => own.has(id)).length
}
