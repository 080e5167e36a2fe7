import type { Instant } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** A key of the links of visitors: 32 bytes in base64url. */
export type LinkKey = Readonly<{ key: string; createdAt: Instant }>

/** The keys of the links of visitors. None is ever removed. */
export interface LinkKeyRepository {
  /** The newest keys, at most two, the newest first. */
  list(): Promise<readonly LinkKey[]>
  /**
   * Adds a key, which is the newest one from now on, with its audit entry: either both or neither. Where `isFirst` is set, it is
   * added only if there is none, also when several programs do so at once.
   */
  add(added: LinkKey, entry: NewAuditEntry, options?: Readonly<{ isFirst?: true }>): Promise<void>
}
