import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, newTable } from '@museum/database'

export const tickets = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'ticket')
    .addColumn('ticket_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('ticket_type', columns.text(16), (column) => column.notNull())
    .addColumn('event_id', columns.uuid)
    .addColumn('event_name', columns.text(255))
    .addColumn('event_location', columns.text(255))
    .addColumn('ticket_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('email', columns.text(254), (column) => column.notNull())
    .addColumn('phone', columns.text(32))
    .addColumn('confirmation_code', columns.text(64), (column) => column.notNull())
    .addColumn('price', columns.integer, (column) => column.notNull())
    .addColumn('currency', columns.text(3), (column) => column.notNull())
    .addColumn('state', columns.text(16), (column) => column.notNull())
    .addUniqueConstraint('ticket_confirmation_code', ['confirmation_code'])
    .execute()
  // An index by event and date, for the cancellation of the tickets.
  await createIndexesOnce(db, engine, { ticket_by_event: ['ticket', 'event_id', 'ticket_date'] })
}
