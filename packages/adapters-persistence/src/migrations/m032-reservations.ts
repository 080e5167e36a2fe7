import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, newTable } from '@museum/database'

/** The reservations, and the places that they hold. `slot.held` is 0 in every row. */
export const reservations = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, orderedTableOptions } = engine
  await newTable(db, engine, 'reservation')
    .addColumn('reservation_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('state', columns.text(10), (column) => column.notNull())
    .addColumn('held_until', columns.integer, (column) => column.notNull())
    .addColumn('own_limit', columns.integer, (column) => column.notNull())
    .addColumn('has_given_end', columns.integer, (column) => column.notNull())
    .addColumn('is_of_shop', columns.integer, (column) => column.notNull())
    .addColumn('created_at', columns.integer, (column) => column.notNull())
    .addColumn('created_by', columns.bytes(1020))
    .addColumn('items', columns.longText, (column) => column.notNull())
    .addColumn('currency', columns.text(3), (column) => column.notNull())
    .addColumn('language', columns.text(35))
    .addColumn('email', columns.text(254))
    .addColumn('email_hash', columns.bytes(16))
    .addColumn('phone', columns.text(32))
    .addColumn('label', columns.text(100))
    .addColumn('comparable_label', columns.bytes(4000))
    .execute()
  await newTable(db, { tableOptions: orderedTableOptions }, 'held_place')
    .addColumn('reservation_id', columns.uuid, (column) => column.notNull())
    .addColumn('offer_id', columns.uuid, (column) => column.notNull())
    .addColumn('slot_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('number', columns.integer, (column) => column.notNull())
    .addColumn('slot_minute', columns.integer, (column) => column.notNull())
    .addColumn('places', columns.integer, (column) => column.notNull())
    .addColumn('expires_at', columns.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('held_place_key', ['reservation_id', 'offer_id', 'slot_date', 'number', 'slot_minute'])
    .execute()
  await createIndexesOnce(db, engine, {
    reservation_by_end: ['reservation', 'state', 'held_until', 'reservation_id'],
    reservation_by_email: ['reservation', 'email_hash'],
    held_place_by_slot: ['held_place', 'offer_id', 'slot_date', 'number', 'slot_minute', 'expires_at'],
    held_place_by_end: ['held_place', 'expires_at'],
  })
}
