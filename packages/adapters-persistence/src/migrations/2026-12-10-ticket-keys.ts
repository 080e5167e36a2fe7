import type { Kysely } from 'kysely'
import { type Engine, newTable } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/** A table for the keys that sign the codes of tickets. Tickets have a column for their key since 2026-12-08-occurrences. */
export const ticketKeys = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'ticket_key')
    .addColumn('key_id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('public_key', columns.text(64), (column) => column.notNull())
    .addColumn('private_key', columns.text(1_024))
    .addColumn('created_at', columns.integer, (column) => column.notNull())
    .addColumn('revoked_at', columns.integer)
    .addUniqueConstraint('ticket_key_public_key', ['public_key'])
    .execute()
  await addChangeLocks(db, 'ticket-key')
}
