import { type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { emailHash } from './email-hash.ts'

type Tables = Kysely<MuseumTables>

/** How many tickets one statement changes. No other transaction waits for it for long. */
const defaultChunkSize = 1_000

/**
 * Stores the hashes of all addresses that have none. A purchase stores none, since an entry at a random place of an index
 * would cost it a sixth of its processor time on SQLite. `run` runs the work on each chunk of tickets.
 */
export const storeEmailHashes = async (
  run: <T>(work: (tables: Tables) => Promise<T>) => Promise<T>,
  chunkSize = defaultChunkSize,
): Promise<void> => {
  let last: Uint8Array | undefined = Buffer.alloc(0)
  while (last !== undefined) {
    const ticketId: Uint8Array = last
    last = await run((tables) => storeChunk(tables, ticketId, chunkSize))
  }
}

/** Stores the hashes of the first tickets after `ticketId`. Returns the identifier of the last of them, if there may be more. */
const storeChunk = async (tables: Tables, ticketId: Uint8Array, chunkSize: number) => {
  const rows = await tables
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'email'])
    .where('email_hash', 'is', null)
    .where('ticket_id', '>', ticketId)
    .orderBy('ticket_id')
    .limit(chunkSize)
    .execute()
  if (rows.length === 0) return undefined
  const last = rows.at(-1)!.ticket_id
  const cases = rows.map(({ ticket_id, email }) => sql`when ${ticket_id} then ${emailHash(email)}`)
  await tables
    .updateTable('museum_ticket')
    .set({ email_hash: sql<Uint8Array>`case ticket_id ${sql.join(cases, sql` `)} end` })
    .where('email_hash', 'is', null)
    .where('ticket_id', '>', ticketId)
    .where('ticket_id', '<=', last)
    .execute()
  return rows.length < chunkSize ? undefined : last
}
