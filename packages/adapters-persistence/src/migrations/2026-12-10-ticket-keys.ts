import type { Kysely } from 'kysely'
import { type Engine, withTables } from '@museum/database'

/** A table for the keys that sign the codes of tickets. Tickets have a column for their key since 2026-12-08-occurrences. */
export const ticketKeys = async (db: Kysely<never>, { columns, tableOptions }: Engine): Promise<void> => {
  await db.schema
    .createTable('ticket_key')
    .ifNotExists()
    .addColumn('key_id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('public_key', columns.text(64), (column) => column.notNull())
    .addColumn('private_key', columns.text(1_024))
    .addColumn('created_at', columns.integer, (column) => column.notNull())
    .addColumn('revoked_at', columns.integer)
    .addUniqueConstraint('ticket_key_public_key', ['public_key'])
    .modifyEnd(tableOptions)
    .execute()
  await withTables<{ change_lock: { kind: string; changes: number } }>(db)
    .replaceInto('change_lock')
    .values({ kind: 'ticket-key', changes: 0 })
    .execute()
}
