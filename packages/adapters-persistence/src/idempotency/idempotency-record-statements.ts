import type { IdempotencyRecord } from '@museum/application'
import type { Kysely, Transaction } from 'kysely'
import type { DatabaseErrorKind } from '../engines/database-error-kind.ts'
import type { Engine } from '../engines/engine.ts'
import type { MuseumTables } from '../database/museum-tables.ts'

/** Selects the record of a user's key. */
export const selectRecord = (tables: Kysely<MuseumTables>, username: string, idempotencyKey: string) =>
  tables
    .selectFrom('idempotency_record')
    .select(['fingerprint', 'answer'])
    .where('username', '=', Buffer.from(username))
    .where('idempotency_key', '=', Buffer.from(idempotencyKey))

/**
 * Inserts a record, and returns whether it did. It does not when the key has a record, or when another transaction that
 * inserts one has not ended within the lock wait.
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

const isTaken = (kind: DatabaseErrorKind | undefined) => kind === 'duplicate' || kind === 'locked'
