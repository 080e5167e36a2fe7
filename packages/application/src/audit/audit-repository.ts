import type { Instant } from '@museum/domain'
import type { Page, PageRequest } from '../paging.ts'
import type { AuditEntry, AuditedKind } from './audit-entry.ts'

/** Which things: those of a kind, or with an identifier, or both. */
export type AuditedThings = Readonly<{ kind?: AuditedKind | undefined; id?: string | undefined }>

/** Which entries: `at` is from `since` on and before `until`. What is not given does not limit the entries. */
export type AuditFilter = Readonly<{
  since?: Instant | undefined
  until?: Instant | undefined
  about?: AuditedThings | undefined
  actor?: string | undefined
}>

/** The audit: what was changed. Entries are added by the repositories that make the changes, in the same transaction. */
export interface AuditRepository {
  /** One page of the entries, the latest first, and among those of one millisecond the one with the highest auditId. */
  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>
}
