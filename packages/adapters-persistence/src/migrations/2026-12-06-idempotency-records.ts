import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, newTable } from '@museum/database'

export const idempotencyRecords = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'idempotency_record')
    .addColumn('username', columns.bytes(1020), (column) => column.notNull())
    .addColumn('idempotency_key', columns.bytes(255), (column) => column.notNull())
    .addColumn('fingerprint', columns.bytes(64), (column) => column.notNull())
    .addColumn('answer', columns.longText, (column) => column.notNull())
    .addColumn('recorded_at', columns.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_record_key', ['username', 'idempotency_key'])
    .execute()
  // An index by time, for the removal of expired records.
  await createIndexesOnce(db, engine, { idempotency_record_by_time: ['idempotency_record', 'recorded_at'] })
}
