import type { AuditEntry, AuditedKind, AuditedValues, NewAuditEntry } from '@museum/application'
import type { Instant } from '@museum/domain'
import type { Insertable, Selectable } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'

/** Turns an entry into a row. */
export const rowOf = (entry: NewAuditEntry): Insertable<MuseumTables['audit_entry']> => ({
  made_at: entry.at,
  actor: Buffer.from(entry.actor),
  operation: entry.operation,
  subject_kind: entry.subject.kind,
  subject_id: Buffer.from(entry.subject.id),
  values_before: textOf(entry.before),
  values_after: textOf(entry.after),
})

/** Turns a row into an entry. The values are not validated again: a row that an older version stored stays readable. */
export const entryOf = (row: Selectable<MuseumTables['audit_entry']>): AuditEntry => ({
  auditId: row.audit_id,
  at: row.made_at as Instant,
  actor: Buffer.from(row.actor).toString(),
  operation: row.operation as AuditEntry['operation'],
  subject: { kind: row.subject_kind as AuditedKind, id: Buffer.from(row.subject_id).toString() },
  before: valuesOf(row.values_before),
  after: valuesOf(row.values_after),
})

const textOf = (values: AuditedValues | null) => (values === null ? null : JSON.stringify(values))
const valuesOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as AuditedValues))
