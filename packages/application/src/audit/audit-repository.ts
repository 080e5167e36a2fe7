import type { Instant } from '@museum/domain'
import type { ListRequest, Page } from '../lists.ts'
import type { AuditEntry, AuditedKind } from './audit-entry.ts'

/** Which things: of a kind, or with an identifier, or both. */
export type AuditedThings = Readonly<{ kind?: AuditedKind | undefined; id?: string | undefined }>

/** Which entries: `at` is from `since` on and before `until`, the actor is one of `actors`. A member that is absent does not limit the entries. */
export type AuditFilter = Readonly<{
  since?: Instant | undefined
  until?: Instant | undefined
  about?: AuditedThings | undefined
  actors?: readonly string[] | undefined
}>

/** The audit log. The repository that makes a change adds its entry, in the same transaction. */
export interface AuditRepository {
  /**
   * A part of the entries, the latest first; of entries in the same millisecond, the one with the highest auditId
   * first.
   */
  list(filter: AuditFilter, request: ListRequest<AuditEntry>): Promise<Page<AuditEntry>>
}
