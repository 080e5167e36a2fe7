import type { Refusal, TicketKey } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** A ticket key with its private part, unless that is not stored but given to the program that signs. */
export type StoredTicketKey = TicketKey & Readonly<{ privateKey?: string }>

/** The ticket keys. None is ever removed. */
export interface TicketKeyRepository {
  /** Every key, in ascending order of the identifiers. */
  list(): Promise<readonly StoredTicketKey[]>
  /**
   * Calls `decide` with all keys and stores the key that it returns, as a new key or in place of the one with its
   * identifier, while no other transaction can change a key. The audit entry is stored with it: either both or neither.
   * When `decide` returns a refusal or one of the keys, nothing is written. `decide` may be called again when the
   * attempt is repeated.
   */
  change<R extends Refusal>(
    decide: (keys: readonly StoredTicketKey[]) => StoredTicketKey | R,
    entryOf: (after: StoredTicketKey) => NewAuditEntry,
  ): Promise<Readonly<{ key: StoredTicketKey; isChanged: boolean }> | R>
}
