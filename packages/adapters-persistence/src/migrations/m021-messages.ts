import type { Kysely } from 'kysely'
import { createIndexOnce, type Engine, withTables } from '@museum/database'

/** The subscriptions of other services, and the deliveries of messages to them and to purchasers. */
export const messages = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, tableOptions } = engine
  await db.schema
    .createTable('webhook')
    .ifNotExists()
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
    .modifyEnd(tableOptions)
    .execute()
  await db.schema
    .createTable('delivery')
    .ifNotExists()
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
    .modifyEnd(tableOptions)
    .execute()
  const indexes = {
    // For deliveries that are due, in the order in which they became due.
    due: ['receiver_id', 'due_at'],
    // For the question whether an earlier delivery with the same subject is pending.
    subject: ['receiver_id', 'subject_id', 'due_at'],
    // For the list of a receiver, in the order of the primary key, which ends each index.
    receiver: ['receiver_id'],
    // For deliveries that are removed or counted.
    state: ['state'],
  }
  for (const [name, indexed] of Object.entries(indexes))
    await createIndexOnce(engine, db.schema.createIndex(`delivery_by_${name}`).on('delivery').columns(indexed))
  await db.schema
    .createTable('mail_setting')
    .ifNotExists()
    .addColumn('id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('is_on', columns.integer, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  await db.schema
    .createTable('mail_recipient')
    .ifNotExists()
    .addColumn('message_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('email', columns.text(254), (column) => column.notNull())
    .addColumn('email_hash', columns.bytes(16), (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  const tables = withTables<{
    change_lock: { kind: string; changes: number }
    mail_setting: { id: number; is_on: number }
  }>(db)
  await tables.replaceInto('change_lock').values({ kind: 'webhook', changes: 0 }).execute()
  await tables.replaceInto('mail_setting').values({ id: 1, is_on: 0 }).execute()
}
