import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OpenedDatabase } from './a-database.ts'

/**
 * Calls `work` while, on MySQL, every insert of a ticket waits. They wait for a lock by name: the wait for a row would end after a
 * second. `isWaiting` resolves when one of them waits.
 */
export const whileInsertsWait = async (
  { open }: Pick<OpenedDatabase, 'open'>,
  work: (isWaiting: () => Promise<void>) => Promise<unknown>,
): Promise<void> => {
  const { kysely } = open()
  const lock = sql.lit(`insert ${randomUUID()}`)
  const isWaiting = async () => {
    // A lock by name is awaited by the inserts of this test only, on a server that has the databases of other tests too.
    const { rows } = await sql`select 1 from information_schema.processlist
      where state = 'User lock' and db = database()`.execute(kysely)
    if (rows.length > 0) return
    await sleep(10)
    await isWaiting()
  }
  await kysely.connection().execute(async (connection) => {
    await sql`select get_lock(${lock}, 0)`.execute(connection)
    await sql`create trigger insert_waits before insert on museum_ticket
      for each row set @released = if(get_lock(${lock}, 60), release_lock(${lock}), null)`.execute(connection)
    try {
      await work(isWaiting)
    } finally {
      await sql`select release_lock(${lock})`.execute(connection)
    }
  })
}
