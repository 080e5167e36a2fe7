import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, newTable } from '@museum/database'

/** The payments of reservations at the payment provider, and what is given back through it. */
export const payments = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'online_payment')
    .addColumn('payment_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('reservation_id', columns.uuid, (column) => column.notNull())
    .addColumn('state', columns.text(8), (column) => column.notNull())
    .addColumn('amount', columns.integer, (column) => column.notNull())
    .addColumn('currency', columns.text(3), (column) => column.notNull())
    .addColumn('opened_at', columns.integer, (column) => column.notNull())
    .addColumn('expires_at', columns.integer, (column) => column.notNull())
    .addColumn('held_until', columns.integer, (column) => column.notNull())
    .addColumn('lines', columns.longText, (column) => column.notNull())
    .addColumn('return_url', columns.longText, (column) => column.notNull())
    .addColumn('language', columns.text(35))
    .addColumn('provider_id', columns.text(255))
    .addColumn('url', columns.longText)
    .addColumn('reference', columns.text(100))
    .addColumn('returned', columns.text(14))
    .addColumn('needs_attention', columns.integer, (column) => column.notNull())
    .execute()
  await newTable(db, engine, 'online_refund')
    .addColumn('refund_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('payment_id', columns.uuid, (column) => column.notNull())
    .addColumn('reference', columns.text(100), (column) => column.notNull())
    .addColumn('state', columns.text(7), (column) => column.notNull())
    .addColumn('amount', columns.integer, (column) => column.notNull())
    .addColumn('currency', columns.text(3), (column) => column.notNull())
    .addColumn('requested_at', columns.integer, (column) => column.notNull())
    .addColumn('failure', columns.text(500))
    .execute()
  await createIndexesOnce(db, engine, {
    online_payment_by_reservation: ['online_payment', 'reservation_id', 'opened_at'],
    online_payment_by_state: ['online_payment', 'state', 'opened_at'],
    online_refund_by_payment: ['online_refund', 'payment_id'],
    online_refund_by_state: ['online_refund', 'state', 'requested_at'],
  })
}
