import type { Kysely } from 'kysely'
import { createIndexOnce, type Engine } from '@museum/database'

export const idempotencyRecords = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, tableOptions } = engine
  await db.schema
    .createTable('idempotency_record')
    .ifNotExists()
    .addColumn('username', columns.bytes(1020), (column) => column.notNull())
    .addColumn('idempotency_key', columns.bytes(255), (column) => column.notNull())
    .addColumn('fingerprint', columns.bytes(64), (column) => column.notNull())
    .addColumn('answer', columns.longText, (column) => column.notNull())
    .addColumn('recorded_at', columns.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_record_key', ['username', 'idempotency_key'])
    .modifyEnd(tableOptions)
    .execute()
  // An index by time, for the removal of expired records.
  await createIndexOnce(
    engine,
    db.schema.createIndex('idempotency_record_by_time').on('idempotency_record').column('recorded_at'),
  )
}
