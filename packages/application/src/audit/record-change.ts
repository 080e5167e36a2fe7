import type { Actor } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import type { AuditedValues, NewAuditEntry } from './audit-entry.ts'

/** Makes the audit entry of a change that the actor makes now. */
export const recordChange = (
  { now }: Pick<MuseumPorts, 'now'>,
  { username }: Actor,
  change: Pick<NewAuditEntry, 'operation' | 'subject' | 'before' | 'after'>,
): NewAuditEntry => ({ at: now(), actor: username, ...change })

/** The members that differ between two objects with the same members, as they were and as they are. */
export const changedValues = (
  before: AuditedValues,
  after: AuditedValues,
): Readonly<{ before: AuditedValues; after: AuditedValues }> => {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (values: AuditedValues) => Object.fromEntries(names.map((name) => [name, values[name]!]))
  return { before: only(before), after: only(after) }
}
