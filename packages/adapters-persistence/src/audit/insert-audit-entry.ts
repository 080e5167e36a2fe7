import type { NewAuditEntry } from '@museum/application'
import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { rowOf } from './audit-entry-row.ts'

/**
 * Inserts an audit entry. Called in the transaction of the change, while the thing that changes is locked, so that a later
 * change of it has a higher `audit_id`. Returns its `audit_id`.
 */
export const insertAuditEntry = async (tables: Transaction<MuseumTables>, entry: NewAuditEntry): Promise<number> => {
  const { insertId } = await tables.executeQuery(compileAuditEntries(tables, [entry]))
  return Number(insertId)
}

/** The statement that inserts entries, of which there must be one. */
export const compileAuditEntries = (tables: Kysely<MuseumTables>, entries: readonly NewAuditEntry[]): CompiledQuery =>
  tables.insertInto('audit_entry').values(entries.map(rowOf)).compile()

/** Replaces the values afterwards of an entry whose change goes on in this transaction. */
export const replaceValuesAfter = async (
  tables: Transaction<MuseumTables>,
  auditId: number,
  entry: NewAuditEntry,
): Promise<void> => {
  const { values_after } = rowOf(entry)
  await tables.updateTable('audit_entry').set({ values_after }).where('audit_id', '=', auditId).execute()
}
