import type { Kysely } from 'kysely'
import { createIndexOnce, type Engine, missingColumns } from '@museum/database'

/** Tickets get an admission, which is null for all existing ones, and scans get a table. No row is rewritten. */
export const admissions = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, tableOptions } = engine
  const types = {
    admission_id: columns.uuid,
    admitted_at: columns.integer,
    admission_gate: columns.bytes(400),
  }
  for (const { table, column } of await missingColumns(db, { museum_ticket: Object.keys(types) }))
    await db.schema
      .alterTable(table)
      .addColumn(column, types[column as keyof typeof types])
      .execute()
  await db.schema
    .createTable('scan')
    .ifNotExists()
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
    .modifyEnd(tableOptions)
    .execute()
  // Each index is in the order of the list, and has the columns that the other filters and the counts need.
  const order = ['scanned_at', 'admission_id']
  const indexes = {
    time: [...order, 'reason'],
    date: ['scan_date', ...order, 'gate', 'reason'],
    gate: ['gate', ...order, 'reason'],
    ticket: ['ticket_id', ...order],
  }
  for (const [name, indexed] of Object.entries(indexes))
    await createIndexOnce(engine, db.schema.createIndex(`scan_by_${name}`).on('scan').columns(indexed))
}
