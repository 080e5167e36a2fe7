import { hash } from 'node:crypto'
import { type TicketId, comparableEmail } from '@museum/domain'
import { type Kysely, sql } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Engine, partsOfRows, type UuidBytes } from '@museum/database'
import { erasedEmail, noTicketId } from './ticket-rows.ts'

const length = 16

/** The `email_hash` of a ticket that has no address, sold without or erased, to tell it from a ticket whose hash is not stored yet. */
export const erasedEmailHash: Uint8Array = Buffer.alloc(length)

/**
 * The first 16 bytes of the SHA-256 hash of an address in the form of `comparableEmail`, by which tickets are found. Every
 * engine compares texts in its own way, so the form is computed here; it can be longer than the address, so it is hashed. When
 * the form changes, a migration must store the hashes again.
 */
export const emailHash = (email: string): Uint8Array =>
  hash('sha256', comparableEmail(email), 'buffer').subarray(0, length)

type Tables = Kysely<MuseumTables>

/** The number of tickets that one statement changes: few, so that no other transaction waits long. */
const defaultChunkSize = 1_000

/**
 * Stores the missing hashes of addresses. A purchase stores none, since an index entry at a random place would take a sixth of
 * its processor time on SQLite. `run` runs the work on each chunk of tickets.
 */
export const storeEmailHashes = async (
  run: <T>(work: (tables: Tables) => Promise<T>) => Promise<T>,
  chunkSize = defaultChunkSize,
): Promise<void> => {
  let last: UuidBytes<TicketId> | undefined = noTicketId
  while (last !== undefined) {
    const ticketId: UuidBytes<TicketId> = last
    last = await run((tables) => storeChunk(tables, ticketId, chunkSize))
  }
}

/** Stores the hashes of the first tickets after `ticketId`. Returns the identifier of the last of them, if there may be more. */
const storeChunk = async (tables: Tables, ticketId: UuidBytes<TicketId>, chunkSize: number) => {
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
  await tables
    .updateTable('museum_ticket')
    .set({ email_hash: hashById(rows) })
    .where('email_hash', 'is', null)
    .where('ticket_id', '>', ticketId)
    .where('ticket_id', '<=', last)
    .execute()
  return rows.length < chunkSize ? undefined : last
}

const hashById = (rows: readonly Readonly<{ ticket_id: Uint8Array; email: string }>[]) => {
  const hashOf = (email: string) => (email === erasedEmail ? erasedEmailHash : emailHash(email))
  const cases = rows.map(({ ticket_id, email }) => sql`when ${ticket_id} then ${hashOf(email)}`)
  return sql<Uint8Array>`case ticket_id ${sql.join(cases, sql` `)} end`
}

/**
 * Replaces the hashes that were made from another form of the addresses, of `chunkSize` tickets at most with each statement. It
 * reads the addresses that can have another form than their lower case, so a few among millions take no longer than a search for
 * them.
 */
export const renewEmailHashes = async (tables: Tables, engine: Engine, chunkSize = defaultChunkSize): Promise<void> => {
  const after = (last: Pick<MuseumTables['museum_ticket'], 'ticket_id'> | undefined) =>
    tables
      .selectFrom('museum_ticket')
      .select(['ticket_id', 'email', 'email_hash'])
      .where('ticket_id', '>', last?.ticket_id ?? noTicketId)
      .where('email_hash', 'is not', null)
      .where(canHaveOtherForm(engine))
      .orderBy('ticket_id')
      .limit(chunkSize)
      .execute()
  for await (const rows of partsOfRows(chunkSize, after)) {
    const outdated = rows.filter(isOutdated)
    const ticketIds = outdated.map(({ ticket_id }) => ticket_id)
    if (outdated.length > 0)
      await tables
        .updateTable('museum_ticket')
        .set({ email_hash: hashById(outdated) })
        .where('ticket_id', 'in', ticketIds)
        // Their data may have been erased meanwhile.
        .where('email', '!=', erasedEmail)
        .execute()
  }
}

/** The same for the addresses of e-mails that are not sent to the purchasers: only some that wait. */
export const renewRecipientHashes = async (tables: Tables): Promise<void> => {
  const rows = await tables.selectFrom('mail_recipient').select(['message_id', 'email', 'email_hash']).execute()
  for (const { message_id, email } of rows.filter(isOutdated))
    await tables
      .updateTable('mail_recipient')
      .set({ email_hash: emailHash(email) })
      .where('message_id', '=', message_id)
      .execute()
}

/** Whether an address has other characters than ASCII, the ASCII form of an international domain, or an empty label. */
const canHaveOtherForm = ({ characterCount }: Engine) => sql<boolean>`(octet_length(email) > ${characterCount('email')}
  or lower(email) like '%xn--%' or email like '%@.%' or email like '%..%' or email like '%.')`

const isOutdated = ({ email, email_hash }: Readonly<{ email: string; email_hash: Uint8Array | null }>) =>
  email_hash !== null && Buffer.compare(email_hash, emailHash(email)) !== 0
