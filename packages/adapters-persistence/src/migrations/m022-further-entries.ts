import type { Kysely } from 'kysely'
import { type Engine, createIndexesOnce, inParts, newTable, withTables } from '@museum/database'

type Tables = {
  scan: {
    admission_id: Uint8Array
    ticket_id: Uint8Array
    scan_date: string
    is_offline: number
    reason: string | null
    outcome: string | null
  }
  further_entry: { admission_id: Uint8Array; ticket_id: Uint8Array; scan_date: string }
}

/**
 * The scans that let a visitor in although they are not the admission of their ticket get rows of their own. No scan is
 * rewritten. An online scan without a stored response, whose admission an offline scan replaced before, is not known as one.
 */
export const furtherEntries = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'further_entry')
    .addColumn('admission_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('ticket_id', columns.uuid, (column) => column.notNull())
    .addColumn('scan_date', columns.calendarDate, (column) => column.notNull())
    .execute()
  await createIndexesOnce(db, engine, { further_entry_by_date: ['further_entry', 'scan_date', 'ticket_id'] })
  const tables = withTables<Tables>(db)
  // Read first, and then written by key: `insert … select` would lock the scans that it reads.
  const entries = await tables
    .selectFrom('scan')
    .select(['admission_id', 'ticket_id', 'scan_date'])
    .where('reason', '=', 'already-admitted')
    .where(({ or, eb }) => or([eb('is_offline', '=', 1), eb('outcome', 'like', '{"isAdmitted":true%')]))
    .execute()
  for (const some of inParts(entries, 1_000)) await tables.replaceInto('further_entry').values(some).execute()
}
