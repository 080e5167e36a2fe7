import type { Generated } from 'kysely'

/**
 * The changes that were made. `audit_id` is assigned by the database in ascending order, with gaps. `made_at` is in
 * milliseconds since 1970. `actor` and `subject_id` are stored as UTF-8 bytes, so that every engine compares them exactly.
 * `values_before` and `values_after` are JSON text.
 */
type AuditEntryTable = {
  audit_id: Generated<number>
  made_at: number
  actor: Uint8Array
  operation: string
  subject_kind: string
  subject_id: Uint8Array
  values_before: string | null
  values_after: string | null
}

export type AuditTables = { audit_entry: AuditEntryTable }
