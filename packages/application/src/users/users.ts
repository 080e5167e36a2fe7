import { type Refusal, isRefusal, refuse } from '@museum/domain'
import type { Actor, Role } from '../access/principal.ts'
import { type AuditedValues, type NewAuditEntry, changedValues, recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import type { Password, PasswordHasher } from './password.ts'
import { User, type UserAccount, type UserRepository } from './user-repository.ts'
import type { Username } from './username.ts'

/** Everything that the operations on users depend on. */
export type UserPorts = Readonly<{ users: UserRepository; passwordHasher: PasswordHasher }> & Pick<MuseumPorts, 'now'>

/** A user to add. */
export type NewUser = Readonly<{ username: Username; role: Role; password: Password }>

/** A user after an operation; `isChanged` is false when nothing was different, and nothing was written. */
export type UserChange = Readonly<{ user: UserAccount; isChanged: boolean }>

/**
 * Every operation on the users of the museum as a function. `actor` is recorded in the audit log as the one who made
 * the change.
 */
export interface Users extends ReturnType<typeof createUsers> {}

/** Builds the operations on these ports. A service with users of its own does not need them. */
export const createUsers = ({ users, passwordHasher, now }: UserPorts) => {
  const newUser = async (
    { username, role, password }: NewUser,
    actor: Actor,
    operation: 'addUser' | 'addFirstUser',
  ): Promise<Readonly<{ user: User; entry: NewAuditEntry }>> => ({
    user: { username, role, isEnabled: true, passwordHash: await passwordHasher.hash(password) },
    entry: recordChange({ now }, actor, { kind: 'user', id: username }, operation, { after: { role, enabled: true } }),
  })

  /** Replaces a user by what `decide` returns; the audit entry has the values that differ. */
  const change = async <R extends Refusal>(
    username: string,
    actor: Actor,
    operation: string,
    decide: (user: User, others: readonly User[]) => User | R,
  ): Promise<UserChange | R | Refusal<'user-not-found'>> => {
    const outcome = await users.update<R>(username, decide, (before, after) =>
      recordChange(
        { now },
        actor,
        { kind: 'user', id: username },
        operation,
        changedValues(userValues(before), userValues(after)),
      ),
    )
    return isRefusal(outcome) ? outcome : toUserChange(outcome as Readonly<{ before: User; after: User }>)
  }

  return {
    /** Adds an enabled user and returns it. */
    addUser: async (user: NewUser, actor: Actor): Promise<UserAccount | Refusal<'user-exists'>> => {
      const { user: stored, entry } = await newUser(user, actor, 'addUser')
      const added = await users.add(stored, entry)
      return isRefusal(added) ? added : toUserAccount(added)
    },

    /** Adds the user if there is no user at all, and returns whether it did. Of several concurrent calls one adds its user. */
    addFirstUser: async (user: NewUser, actor: Actor): Promise<boolean> => {
      if (!(await users.isEmpty())) return false
      const { user: stored, entry } = await newUser(user, actor, 'addFirstUser')
      return users.addFirst(stored, entry)
    },

    /** Returns every user, in ascending order of the UTF-8 bytes of the names. */
    listUsers: async (): Promise<readonly UserAccount[]> => (await users.list()).map(toUserAccount),

    /**
     * Gives a user another role. Returns `last-administrator` when the user is the last enabled one with the role
     * admin.
     */
    changeUserRole: (
      username: string,
      role: Role,
      actor: Actor,
    ): Promise<UserChange | Refusal<'user-not-found' | 'last-administrator'>> =>
      change(username, actor, 'changeUserRole', (user, others) =>
        user.role === role ? user : (User.checkNotLastAdministrator(user, others) ?? { ...user, role }),
      ),

    /** Gives a user another password. Nothing changes when it is the user's password already. */
    changeUserPassword: async (
      username: string,
      password: Password,
      actor: Actor,
    ): Promise<UserChange | Refusal<'user-not-found'>> => {
      let passwordHash: string | undefined
      for (;;) {
        const stored = await users.find(username)
        if (stored === undefined) return User.notFound(username)
        // A hash in an unknown format counts as a hash of another password, so that the user can get a new password.
        if (await passwordHasher.verify(stored.passwordHash, password).catch(() => false))
          return { user: toUserAccount(stored), isChanged: false }
        const newHash = (passwordHash ??= await passwordHasher.hash(password))
        const outcome = await users.update<Refusal<'changed-meanwhile'>>(
          username,
          (user) => (user.passwordHash === stored.passwordHash ? { ...user, passwordHash: newHash } : changedMeanwhile),
          // No values: the audit log never contains a password or a hash.
          () => recordChange({ now }, actor, { kind: 'user', id: username }, 'changeUserPassword'),
        )
        if (!isRefusal(outcome)) return toUserChange(outcome)
        // When several servers start at once with the same password, the first sets it and the others find it set.
        if (outcome.refusal === 'user-not-found') return outcome
      }
    },

    /**
     * Ends the access of a user, who stays listed. Returns `last-administrator` when no other enabled administrator is
     * left.
     */
    disableUser: (
      username: string,
      actor: Actor,
    ): Promise<UserChange | Refusal<'user-not-found' | 'last-administrator'>> =>
      change(username, actor, 'disableUser', (user, others) =>
        user.isEnabled ? (User.checkNotLastAdministrator(user, others) ?? { ...user, isEnabled: false }) : user,
      ),

    /** Gives a disabled user access again, with the password and the role that the user had. */
    enableUser: (username: string, actor: Actor): Promise<UserChange | Refusal<'user-not-found'>> =>
      change<never>(username, actor, 'enableUser', (user) => (user.isEnabled ? user : { ...user, isEnabled: true })),

    /**
     * Removes a user with the idempotency records of the user, and returns the user as it was. Tickets that the user
     * sold, and audit entries, keep the name. Returns `last-administrator` when no other enabled administrator is left.
     */
    removeUser: async (
      username: string,
      actor: Actor,
    ): Promise<UserAccount | Refusal<'user-not-found' | 'last-administrator'>> => {
      const removed = await users.remove(username, User.checkNotLastAdministrator, (before) =>
        recordChange({ now }, actor, { kind: 'user', id: username }, 'removeUser', { before: userValues(before) }),
      )
      return isRefusal(removed) ? removed : toUserAccount(removed)
    },
  }
}

const toUserAccount = ({ username, role, isEnabled }: User): UserAccount => ({ username, role, isEnabled })

/** The members of a user in audit entries: those of a response body. */
const userValues = ({ role, isEnabled }: User): AuditedValues => ({ role, enabled: isEnabled })

const toUserChange = ({ before, after }: Readonly<{ before: User; after: User }>): UserChange => ({
  user: toUserAccount(after),
  isChanged: after !== before,
})

const changedMeanwhile = refuse('changed-meanwhile', 'The password of the user has changed since the user was read.')
