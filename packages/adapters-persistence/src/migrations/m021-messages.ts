import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, newTable, withTables } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/** The subscriptions of other services, and the deliveries of messages to them and to purchasers. */
export const messages = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'webhook')
    .addColumn('webhook_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('url', columns.longText, (column) => column.notNull())
    .addColumn('types', columns.text(500), (column) => column.notNull())
    .addColumn('description', columns.text(200))
    .addColumn('has_purchaser', columns.integer, (column) => column.notNull())
    .addColumn('created_at', columns.integer, (column) => column.notNull())
    .addColumn('failing_since', columns.integer)
    .addColumn('disabled_at', columns.integer)
    .addColumn('hmac_key', columns.bytes(64), (column) => column.notNull())
    .addColumn('ed25519_seed', columns.bytes(32), (column) => column.notNull())
    .addColumn('previous_hmac_key', columns.bytes(64))
    .addColumn('previous_ed25519_seed', columns.bytes(32))
    .addColumn('previous_until', columns.integer)
    .execute()
  await newTable(db, engine, 'delivery')
    .addColumn('delivery_id', columns.integer, (column) => column.notNull().primaryKey().autoIncrement())
    .addColumn('receiver_id', columns.uuid, (column) => column.notNull())
    .addColumn('message_id', columns.uuid, (column) => column.notNull())
    .addColumn('message_type', columns.text(32), (column) => column.notNull())
    .addColumn('subject_id', columns.uuid, (column) => column.notNull())
    .addColumn('content', columns.longText)
    .addColumn('changed_at', columns.integer, (column) => column.notNull())
    .addColumn('state', columns.text(9), (column) => column.notNull())
    .addColumn('due_at', columns.integer)
    .addColumn('claim', columns.uuid)
    .addColumn('attempts', columns.integer, (column) => column.notNull())
    .addColumn('attempted_at', columns.integer)
    .addColumn('status', columns.integer)
    .addColumn('because', columns.text(500))
    .execute()
  await createIndexesOnce(db, engine, {
    // For deliveries that are due, in the order in which they became due.
    delivery_by_due: ['delivery', 'receiver_id', 'due_at'],
    // For the question whether an earlier delivery with the same subject is pending.
    delivery_by_subject: ['delivery', 'receiver_id', 'subject_id', 'due_at'],
    // For the list of a receiver, in the order of the primary key, which ends each index.
    delivery_by_receiver: ['delivery', 'receiver_id'],
    // For deliveries that are removed or counted.
    delivery_by_state: ['delivery', 'state'],
  })
  await newTable(db, engine, 'mail_setting')
    .addColumn('id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('is_on', columns.integer, (column) => column.notNull())
    .execute()
  await newTable(db, engine, 'mail_recipient')
    .addColumn('message_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('email', columns.text(254), (column) => column.notNull())
    .addColumn('email_hash', columns.bytes(16), (column) => column.notNull())
    .execute()
  await addChangeLocks(db, 'webhook')
  await withTables<{ mail_setting: { id: number; is_on: number } }>(db)
    .replaceInto('mail_setting')
    .values({ id: 1, is_on: 0 })
    .execute()
}
