import { type Refusal, refuse } from '@museum/domain'
import type { Role } from '../access/principal.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** A user without the password. User names are compared character by character. A disabled user cannot authenticate. */
export type UserAccount = Readonly<{
  username: string
  role: Role
  isEnabled: boolean
  /** The password was made by the museum, and has not been changed since. */
  passwordIsTemporary?: true | undefined
}>

/** A user and the salted hash of the password. */
export type User = UserAccount & Readonly<{ passwordHash: string }>
/** The rules of users. */
export const User = {
  /** The refusal for a user name that is taken. */
  nameTaken: (username: string): Refusal<'user-exists'> =>
    refuse('user-exists', `There is a user ${username} already.`),
  /** The refusal for a name that no user has. */
  notFound: (username: string): Refusal<'user-not-found'> => refuse('user-not-found', `There is no user ${username}.`),
  /** Whether a user is enabled and an administrator. */
  isEnabledAdministrator: ({ role, isEnabled }: UserAccount): boolean => role === 'admin' && isEnabled,
  /** Returns `last-administrator` when `user` is enabled and an administrator, and none of the `others` is both. */
  checkNotLastAdministrator: (user: User, others: readonly User[]): Refusal<'last-administrator'> | undefined =>
    User.isEnabledAdministrator(user) && !others.some(User.isEnabledAdministrator)
      ? refuse(
          'last-administrator',
          `${user.username} is the last enabled administrator; without one, no user could manage the museum. ` +
            'Give another user the role admin first.',
        )
      : undefined,
}

/**
 * The users. Each change is stored together with its audit entries: either all or nothing. The idempotency records of a
 * user are removed with the user, so that a user who is added later under the same name has none of them. A request
 * that is in progress meanwhile may still store one.
 */
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
  add(user: User, entry: NewAuditEntry): Promise<User | Refusal<'user-exists'>>
  /**
   * Replaces a user by what `decide` returns for it and for all other users, while no other transaction can change any
   * user. When `decide` returns a refusal or the same object, nothing is written. `decide` may be called again when the
   * attempt is repeated.
   */
  update<R extends Refusal>(
    username: string,
    decide: (current: User, others: readonly User[]) => User | R,
    entriesOf: (before: User, after: User) => readonly NewAuditEntry[],
  ): Promise<Readonly<{ before: User; after: User }> | R | Refusal<'user-not-found'>>
  /** Removes a user unless `findRefusal` returns a refusal, in the same way, and returns the user as it was. */
  remove<R extends Refusal>(
    username: string,
    findRefusal: (current: User, others: readonly User[]) => R | undefined,
    entryOf: (before: User) => NewAuditEntry,
  ): Promise<User | R | Refusal<'user-not-found'>>
}
