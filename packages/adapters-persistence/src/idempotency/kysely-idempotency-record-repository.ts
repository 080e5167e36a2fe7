import {
  type IdempotencyRecord,
  type IdempotencyRecordRepository,
  type RequestInProgress,
  requestInProgress,
} from '@museum/application'
import type { Kysely, Transaction } from 'kysely'
import type { Engine } from '../engines/engine.ts'
import type { MuseumDatabase, MuseumTables } from '../museum-database.ts'

export const kyselyIdempotencyRecordRepository = ({ query }: MuseumDatabase): IdempotencyRecordRepository => ({
  find: (username, idempotencyKey) =>
    query(async (tables) => {
      const row = await tables
        .selectFrom('idempotency_record')
        .select(['fingerprint', 'answer'])
        .where('username', '=', Buffer.from(username))
        .where('idempotency_key', '=', Buffer.from(idempotencyKey))
        .executeTakeFirst()
      return (
        row && { username, idempotencyKey, fingerprint: Buffer.from(row.fingerprint).toString(), answer: row.answer }
      )
    }),
})

class KeyNotFree extends Error {}

/** Stores the record of what its transaction stored before, or ends the transaction where its key is not free. */
export const insertRecord = async (
  tables: Transaction<MuseumTables>,
  { classifyError, now }: Engine,
  { username, idempotencyKey, fingerprint, answer }: IdempotencyRecord,
): Promise<void> => {
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
  } catch (error) {
    // Whoever stores the same key just now has it locked.
    const isNotFree = ['duplicate', 'locked'].includes(classifyError(error) ?? '')
    throw isNotFree ? new KeyNotFree() : error
  }
}

/** Whether a transaction was ended by `insertRecord`: then that is an answer. */
export const unlessNotFree =
  (record: IdempotencyRecord) =>
  (error: unknown): RequestInProgress => {
    if (error instanceof KeyNotFree) return requestInProgress(record)
    throw error
  }

const secondsKept = 24 * 60 * 60
const mostAtOnce = 1_000

/** Removes records that are older than 24 hours, some thousand at most, and answers how many. */
export const removeExpiredRecords = ({ write, engine: { now } }: MuseumDatabase): Promise<number> =>
  write(async (tables) => {
    const expired = (from: Kysely<MuseumTables>) =>
      from.selectFrom('idempotency_record').where(({ eb }) => eb('recorded_at', '<', eb(now, '-', secondsKept)))
    const oldest = await expired(tables)
      .select('recorded_at')
      .orderBy('recorded_at')
      .limit(1)
      .offset(mostAtOnce - 1)
      .executeTakeFirst()
    const { numDeletedRows } = await tables
      .deleteFrom('idempotency_record')
      .where(({ eb }) => eb('recorded_at', '<', eb(now, '-', secondsKept)))
      .$if(oldest !== undefined, (some) => some.where('recorded_at', '<=', oldest!.recorded_at))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
