import type { IdempotencyRecord } from '@museum/application'
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { MuseumTables } from '../database/museum-database.ts'

/** Selects the record of a user's key. */
export const selectRecord = (tables: Kysely<MuseumTables>, username: string, idempotencyKey: string) =>
  tables
    .selectFrom('idempotency_record')
    .select(['fingerprint', 'answer'])
    .where('username', '=', Buffer.from(username))
    .where('idempotency_key', '=', Buffer.from(idempotencyKey))

/**
 * Inserts a record, and returns whether it did: not when the key is taken, or may soon be, since another transaction that
 * inserts the same key holds its lock for too long.
 */
export const insertRecord = async (
  tables: Transaction<MuseumTables>,
  { classifyError, now }: Engine,
  { username, idempotencyKey, fingerprint, answer }: IdempotencyRecord,
): Promise<boolean> => {
  try {
    await tables
      .insertInto('idempotency_record')
      .values({
        username: Buffer.from(username),
        idempotency_key: Buffer.from(idempotencyKey),
        fingerprint: Buffer.from(fingerprint),
        answer,
        recorded_at: now,
      })
      .execute()
    return true
  } catch (error) {
    if (isTaken(classifyError(error))) return false
    throw error
  }
}

const isTaken = (kind: ReturnType<Engine['classifyError']>) => kind === 'duplicate' || kind === 'locked'
