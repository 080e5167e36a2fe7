import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce, createIndexesOnce, newTable } from '@museum/database'

/**
 * Which refunds the payment provider gives, who asked for them, and what became of those that failed; and who has dealt with a payment
 * that needed a person. No row is rewritten.
 */
export const onlineRefunds = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await addColumnsOnce(db, {
    ticket_cancellation: { refund_id: columns.uuid, refund_failure: columns.text(500) },
    online_refund: { requested_by: columns.bytes(1020), ended_at: columns.integer },
    // Written by each change: of two through different nodes of Galera, the second is aborted, as it has locked the row.
    reservation: { changes: columns.integer },
    online_payment: { attended_at: columns.integer, attended_by: columns.bytes(1020) },
  })
  await newTable(db, engine, 'failed_refund')
    .addColumn('refund_id', columns.uuid, (column) => column.notNull())
    .addColumn('ticket_id', columns.uuid, (column) => column.notNull())
    .addPrimaryKeyConstraint('failed_refund_key', ['refund_id', 'ticket_id'])
    .execute()
  await createIndexesOnce(db, engine, {
    ticket_cancellation_of_refund: ['ticket_cancellation', 'refund_id'],
    // Payments that need a person are counted every minute.
    online_payment_by_attention: ['online_payment', 'needs_attention'],
  })
}
