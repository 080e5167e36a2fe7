import type { Kysely } from 'kysely'
import { createIndexOnce, type Engine, withTables } from '@museum/database'

/** The e-mails that users requested lately, which are counted for each address and each user. */
export const mailRequests = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, tableOptions } = engine
  await db.schema
    .createTable('mail_request')
    .ifNotExists()
    .addColumn('message_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('requested_at', columns.integer, (column) => column.notNull())
    .addColumn('actor', columns.bytes(1024), (column) => column.notNull())
    .addColumn('email_hash', columns.bytes(16), (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  const indexes = {
    address: ['email_hash', 'requested_at'],
    user: ['actor', 'requested_at'],
    // For requests that are no longer counted.
    time: ['requested_at'],
  }
  for (const [name, indexed] of Object.entries(indexes))
    await createIndexOnce(engine, db.schema.createIndex(`mail_request_by_${name}`).on('mail_request').columns(indexed))
  const tables = withTables<{ change_lock: { kind: string; changes: number } }>(db)
  await tables.replaceInto('change_lock').values({ kind: 'mail', changes: 0 }).execute()
}
