import { IdempotencyRecord, type IdempotencyRecordRepository } from '@museum/application'
import { type ExpressionBuilder, type Kysely, type Transaction, sql } from 'kysely'
import { type Engine, millisecondsLeft, whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'

/** About how many records one call of `removeExpired` removes at most. */
const maxRemovedAtOnce = 1_000

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
  // In a transaction, because on SQLite only a transaction waits for another one: it takes the write lock when it begins.
  findAfterPending: (username, idempotencyKey) =>
    transaction(async (tables) => {
      const select = () => selectRecord(tables, username, idempotencyKey).modifyEnd(engine.forUpdate).executeTakeFirst()
      try {
        let row = await select()
        // A transaction with the key on another node of a cluster does not delay this one. One of the two is rolled back: the
        // other one, or this one, which finds the record at its next attempt.
        if (row === undefined && engine.hasLocalLocks() && !(await writeKey(tables, engine, username, idempotencyKey)))
          row = await select()
        return row && recordOf(username, idempotencyKey, row)
      } catch (error) {
        const isLocked = engine.classifyError(error) === 'locked'
        if (isLocked && (await isKeyLocked(tables, engine, { username, idempotencyKey })))
          return IdempotencyRecord.inProgress({ idempotencyKey })
        throw error
      }
    }, 'read'),
  removeExpired: () =>
    write(async (tables) => {
      const isExpired = ({ eb }: ExpressionBuilder<MuseumTables, 'idempotency_record'>) =>
        eb('recorded_at', '<', eb(engine.now, '-', IdempotencyRecord.retentionSeconds))
      const oldest = await tables
        .selectFrom('idempotency_record')
        .select('recorded_at')
        .where(isExpired)
        .orderBy('recorded_at')
        .limit(1)
        .offset(maxRemovedAtOnce - 1)
        .executeTakeFirst()
      const { numDeletedRows } = await tables
        .deleteFrom('idempotency_record')
        .where(isExpired)
        .$call(whenGiven(oldest, (some, first) => some.where('recorded_at', '<=', first.recorded_at)))
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    }),
})

const recordOf = (
  username: string,
  idempotencyKey: string,
  { fingerprint, answer }: Readonly<{ fingerprint: Uint8Array; answer: string }>,
) => ({ username, idempotencyKey, fingerprint: Buffer.from(fingerprint).toString(), answer })

/** Turns a record into a row, without the column `recorded_at`. */
export const recordRowOf = ({ username, idempotencyKey, fingerprint, answer }: IdempotencyRecord) => ({
  username: Buffer.from(username),
  idempotency_key: Buffer.from(idempotencyKey),
  fingerprint: Buffer.from(fingerprint),
  answer,
})

export const selectRecord = (tables: Kysely<MuseumTables>, username: string, idempotencyKey: string) =>
  tables
    .selectFrom('idempotency_record')
    .select(['fingerprint', 'answer'])
    .where('username', '=', Buffer.from(username))
    .where('idempotency_key', '=', Buffer.from(idempotencyKey))

/**
 * Whether the lock wait that was too long was for the key of a user. MySQL has the same error for a locked row and a locked
 * table, such as by `flush tables with read lock`. If the table is locked, it fails with that error; with too little time left
 * to find out, it returns false.
 */
export const isKeyLocked = async (
  tables: Kysely<MuseumTables>,
  { classifyError, forUpdate, shortestStatement }: Engine,
  { username, idempotencyKey }: Pick<IdempotencyRecord, 'username' | 'idempotencyKey'>,
): Promise<boolean> => {
  // If a statement reached the deadline, the outcome of the transaction would be unknown.
  if (millisecondsLeft() < shortestStatement) return false
  // Waits for the table, and locks no row.
  await tables
    .deleteFrom('idempotency_record')
    .where(sql<boolean>`1 = 0`)
    .execute()
  try {
    await selectRecord(tables, username, idempotencyKey)
      .modifyEnd(sql`${forUpdate} nowait`)
      .execute()
    return false
  } catch (error) {
    if (classifyError(error) === 'locked') return true
    throw error
  }
}

/**
 * Inserts a record, and returns whether it did so. It returns false when the key has a record, or when another transaction that
 * inserts one has not ended within the lock wait. It throws the error of the lock wait, so that the transaction is retried,
 * when the whole table is locked, or when the outcome of an earlier attempt is unknown, which may be that other transaction.
 */
export const insertRecord = async (
  tables: Transaction<MuseumTables>,
  engine: Engine,
  record: IdempotencyRecord,
  isOutcomeUnknown: boolean,
): Promise<boolean> => {
  try {
    await tables
      .insertInto('idempotency_record')
      .values({ ...recordRowOf(record), recorded_at: engine.now })
      .execute()
    return true
  } catch (error) {
    const kind = engine.classifyError(error)
    if (kind === 'duplicate') return false
    if (kind === 'locked' && !isOutcomeUnknown && (await isKeyLocked(tables, engine, record))) return false
    throw error
  }
}

/** Inserts a record under a key and deletes it; returns false when the key has a record. */
const writeKey = async (
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

/** Deletes the records of a user, since another user may get the same name later. */
export const deleteRecordsOf = async (tables: Transaction<MuseumTables>, username: string): Promise<void> => {
  await tables.deleteFrom('idempotency_record').where('username', '=', Buffer.from(username)).execute()
}
