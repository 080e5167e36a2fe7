import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce, createIndexesOnce, newTable } from '@museum/database'

/** Tickets get an admission, which is null for all existing ones, and scans get a table. No row is rewritten. */
export const admissions = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await addColumnsOnce(db, {
    museum_ticket: {
      admission_id: columns.uuid,
      admitted_at: columns.integer,
      admission_gate: columns.bytes(400),
    },
  })
  await newTable(db, engine, 'scan')
    .addColumn('admission_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('scanned_at', columns.integer, (column) => column.notNull())
    .addColumn('scan_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('gate', columns.bytes(400))
    .addColumn('scanned_by', columns.bytes(1020), (column) => column.notNull())
    .addColumn('is_offline', columns.integer, (column) => column.notNull())
    .addColumn('ticket_id', columns.uuid)
    .addColumn('reason', columns.text(32))
    .addColumn('scan_id', columns.uuid)
    .addColumn('request', columns.longText)
    .addColumn('outcome', columns.longText)
    .addUniqueConstraint('scan_scan_id', ['scan_id'])
    .execute()
  // Each index is in the order of the list, and has the columns that the other filters and the counts need.
  const order = ['scanned_at', 'admission_id']
  await createIndexesOnce(db, engine, {
    scan_by_time: ['scan', ...order, 'reason'],
    scan_by_date: ['scan', 'scan_date', ...order, 'gate', 'reason'],
    scan_by_gate: ['scan', 'gate', ...order, 'reason'],
    scan_by_ticket: ['scan', 'ticket_id', ...order],
  })
}
