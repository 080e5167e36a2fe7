import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { type Engine, addColumnsOnce, createIndexesOnce, newTable, withTables } from '@museum/database'
import { storeEmailHashes } from '../tickets/email-hashes.ts'

/**
 * Tickets can be found by the address of their purchaser; individually cancelled tickets and removed occurrences can be found
 * by their date. Tickets that are cancelled already get the time of the migration as their cancellation time, since theirs is
 * not known.
 */
export const ticketSearch = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, now } = engine
  const tables = withTables<MuseumTables>(db)
  await newTable(db, engine, 'ticket_cancellation')
    .addColumn('ticket_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('ticket_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('cancelled_at', columns.integer, (column) => column.notNull())
    .execute()
  await tables
    .insertInto('ticket_cancellation')
    .columns(['ticket_id', 'ticket_date', 'cancelled_at'])
    .expression(({ selectFrom }) =>
      selectFrom('museum_ticket')
        .leftJoin('ticket_cancellation as earlier', 'earlier.ticket_id', 'museum_ticket.ticket_id')
        .select(['museum_ticket.ticket_id', 'museum_ticket.ticket_date', now.as('cancelled_at')])
        .where('state', '=', 'cancelled')
        .where('earlier.ticket_id', 'is', null),
    )
    .execute()
  await addColumnsOnce(db, { museum_ticket: { email_hash: columns.uuid } })
  await storeEmailHashes((work) => work(tables))
  // Each index has all columns that its list reads, in the order of the list.
  await createIndexesOnce(db, engine, {
    ticket_by_email: ['museum_ticket', 'email_hash', 'ticket_id'],
    ticket_cancellation_by_date: ['ticket_cancellation', 'ticket_date', 'cancelled_at', 'ticket_id'],
    removed_occurrence_by_date: [
      'removed_special_event_occurrence',
      'event_date',
      'event_id',
      'occurrence_number',
      'removed_at',
    ],
  })
}
