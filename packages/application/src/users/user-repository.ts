import type { Refusal } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { User, UserExists, UserNotFound } from './user.ts'

/** The users. Each change is stored together with its audit entry: either both or neither. */
export interface UserRepository {
  /** The user with this name, if there is one. Names are compared character by character. */
  find(username: string): Promise<User | undefined>
  /** Every user, in ascending order of the UTF-8 bytes of the names. */
  list(): Promise<readonly User[]>
  /** Whether there is no user at all. */
  isEmpty(): Promise<boolean>
  /**
   * Adds the user if there is no user at all, and returns whether it did. Of several concurrent calls exactly one adds
   * its user.
   */
  addFirst(user: User, entry: NewAuditEntry): Promise<boolean>
  /** Stores a new user, or returns `user-exists`. */
  add(user: User, entry: NewAuditEntry): Promise<User | UserExists>
  /**
   * Replaces a user by what `decide` returns for it and for all other users, while no other transaction can change any
   * user. When `decide` returns a refusal or the same object, nothing is written. `decide` may be called again when the
   * attempt is repeated.
   */
  update<R extends Refusal>(
    username: string,
    decide: (current: User, others: readonly User[]) => User | R,
    entryOf: (before: User, after: User) => NewAuditEntry,
  ): Promise<Readonly<{ before: User; after: User }> | R | UserNotFound>
  /** Removes a user unless `permit` refuses, in the same way, and returns the user as it was. */
  remove<R extends Refusal>(
    username: string,
    permit: (current: User, others: readonly User[]) => R | undefined,
    entryOf: (before: User) => NewAuditEntry,
  ): Promise<User | R | UserNotFound>
}
