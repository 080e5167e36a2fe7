import { type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { emailHash } from './email-hash.ts'

/** How many tickets one statement changes. */
const chunkSize = 1_000

/** Before the identifier of every ticket. */
export const beforeAllTickets: Uint8Array = Buffer.alloc(0)

/**
 * Stores the hashes of the addresses of the first tickets after `ticketId` that have none. Returns the identifier of the last
 * of them, or `undefined` when there are no more.
 */
export const storeEmailHashes = async (
  tables: Kysely<MuseumTables>,
  ticketId: Uint8Array,
): Promise<Uint8Array | undefined> => {
  const rows = await tables
    .selectFrom('museum_ticket')
    .select(['ticket_id', 'email'])
    .where('email_hash', 'is', null)
    .where('ticket_id', '>', ticketId)
    .orderBy('ticket_id')
    .limit(chunkSize)
    .execute()
  if (rows.length === 0) return undefined
  const cases = rows.map(({ ticket_id, email }) => sql`when ${ticket_id} then ${emailHash(email)}`)
  const last = rows.at(-1)!.ticket_id
  await tables
    .updateTable('museum_ticket')
    .set({ email_hash: sql<Uint8Array>`case ticket_id ${sql.join(cases, sql` `)} end` })
    .where('email_hash', 'is', null)
    .where('ticket_id', '>', ticketId)
    .where('ticket_id', '<=', last)
    .execute()
  return last
}
