import {
  type IdempotencyRecordRepository,
  maxRecordsRemovedAtOnce,
  requestInProgress,
  recordRetentionSeconds,
} from '@museum/application'
import type { Kysely } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { selectRecord, writeKey } from './idempotency-record-statements.ts'

/** The idempotency records, in SQL. */
export const kyselyIdempotencyRecordRepository = ({
  query,
  write,
  transaction,
  engine,
}: MuseumDatabase): IdempotencyRecordRepository => ({
  find: (username, idempotencyKey) =>
    query(async (tables) => {
      const row = await selectRecord(tables, username, idempotencyKey).executeTakeFirst()
      return row && recordOf(username, idempotencyKey, row)
    }),
  // In a transaction, because on SQLite only a transaction waits for another one: each takes the write lock when it begins.
  findAfterPending: (username, idempotencyKey) =>
    transaction(async (tables) => {
      const select = () => selectRecord(tables, username, idempotencyKey).modifyEnd(engine.forUpdate).executeTakeFirst()
      try {
        let row = await select()
        // A transaction on another node of a cluster is not waited for. It is rolled back when this one writes its key, or
        // this one is and finds the record at the next attempt.
        if (row === undefined && engine.hasLocalLocks() && !(await writeKey(tables, engine, username, idempotencyKey)))
          row = await select()
        return row && recordOf(username, idempotencyKey, row)
      } catch (error) {
        if (engine.classifyError(error) === 'locked') return requestInProgress({ idempotencyKey })
        throw error
      }
    }, 'read'),
  removeExpired: () =>
    write(async (tables) => {
      const expired = (from: Kysely<MuseumTables>) =>
        from
          .selectFrom('idempotency_record')
          .where(({ eb }) => eb('recorded_at', '<', eb(engine.now, '-', recordRetentionSeconds)))
      const oldest = await expired(tables)
        .select('recorded_at')
        .orderBy('recorded_at')
        .limit(1)
        .offset(maxRecordsRemovedAtOnce - 1)
        .executeTakeFirst()
      const { numDeletedRows } = await tables
        .deleteFrom('idempotency_record')
        .where(({ eb }) => eb('recorded_at', '<', eb(engine.now, '-', recordRetentionSeconds)))
        .$if(oldest !== undefined, (some) => some.where('recorded_at', '<=', oldest!.recorded_at))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    }),
})

const recordOf = (
  username: string,
  idempotencyKey: string,
  { fingerprint, answer }: Readonly<{ fingerprint: Uint8Array; answer: string }>,
) => ({ username, idempotencyKey, fingerprint: Buffer.from(fingerprint).toString(), answer })
