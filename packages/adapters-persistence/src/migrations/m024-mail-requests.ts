import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, newTable } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/** The e-mails that users requested lately, which are counted for each address and each user. */
export const mailRequests = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'mail_request')
    .addColumn('message_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('requested_at', columns.integer, (column) => column.notNull())
    .addColumn('actor', columns.bytes(1024), (column) => column.notNull())
    .addColumn('email_hash', columns.bytes(16), (column) => column.notNull())
    .execute()
  await createIndexesOnce(db, engine, {
    mail_request_by_address: ['mail_request', 'email_hash', 'requested_at'],
    mail_request_by_user: ['mail_request', 'actor', 'requested_at'],
    // For requests that are no longer counted.
    mail_request_by_time: ['mail_request', 'requested_at'],
  })
  await addChangeLocks(db, 'mail')
}
