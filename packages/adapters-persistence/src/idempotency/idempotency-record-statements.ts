import type { IdempotencyRecord } from '@museum/application'
import type { Kysely, Transaction } from 'kysely'
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
 * inserts one has not ended within the lock wait. While the outcome of an earlier attempt is unknown, that transaction may
 * be the earlier attempt: then it throws the error, so that the transaction is retried.
 */
export const insertRecord = async (
  tables: Transaction<MuseumTables>,
  { classifyError, now }: Engine,
  { username, idempotencyKey, fingerprint, answer }: IdempotencyRecord,
  isOutcomeUnknown: boolean,
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
    const kind = classifyError(error)
    if (kind === 'duplicate' || (kind === 'locked' && !isOutcomeUnknown)) return false
    throw error
  }
}

/** Inserts a record under a key and deletes it; returns false when the key has a record. */
export const writeKey = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  username: string,
  idempotencyKey: string,
): Promise<boolean> => {
  if (!(await insertRecord(tables, engine, { username, idempotencyKey, fingerprint: '', answer: '' }, false)))
    return false
  await tables
    .deleteFrom('idempotency_record')
    .where('username', '=', Buffer.from(username))
    .where('idempotency_key', '=', Buffer.from(idempotencyKey))
    .execute()
  return true
}
