import { semaphoresByKey } from '@museum/concurrency'
import { type Refusal, isRefusal, refuse, refuseFaults } from '@museum/domain'
import type { CredentialRefusal } from '../access/credential-verifier.ts'
import type { Actor, Principal, Role } from '../access/principal.ts'
import { type AuditedValues, type NewAuditEntry, recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'
import { Password, type PasswordHasher } from './password.ts'
import { User, type UserAccount, type UserRepository } from './user-repository.ts'
import type { Username } from './username.ts'

/** Everything that the operations on users depend on. */
export type UserPorts = Readonly<{ users: UserRepository; passwordHasher: PasswordHasher }> &
  Pick<MuseumPorts, 'now' | 'randomInt'>

/** A user to add. Without a password, one is made. */
export type NewUser = Readonly<{ username: Username; role: Role; password?: Password | undefined }>

/** Changes of a user; what is absent stays as it is. In place of a password that is null, one is made. */
export type UserChanges = Readonly<{
  role?: Role | undefined
  isEnabled?: boolean | undefined
  password?: Password | null | undefined
}>

/** The password that was made, which is shown this once. */
type MadePassword = Readonly<{ madePassword?: Password }>

/** A user that was added. */
export type AddedUser = UserAccount & MadePassword

/** A user after an operation; `isChanged` is false when nothing was different, and nothing was written. */
export type UserChange = Readonly<{ user: UserAccount; isChanged: boolean }> & MadePassword

/**
 * Every operation on the users of the museum as a function. `actor` is recorded in the audit log as the one who made
 * the change.
 */
export interface Users extends ReturnType<typeof createUsers> {}

/** Builds the operations on these ports. A service with users of its own does not need them. */
export const createUsers = ({ users, passwordHasher, now, randomInt }: UserPorts) => {
  const record = (actor: Actor, username: string, operation: string, values: Parameters<typeof recordChange>[4] = {}) =>
    recordChange({ now }, actor, { kind: 'user', id: username }, operation, values)

  const newUser = async (
    { username, role }: NewUser,
    password: Password,
    passwordIsTemporary: boolean,
    actor: Actor,
    operation: 'addUser' | 'addFirstUser',
  ): Promise<readonly [User, NewAuditEntry]> => [
    {
      username,
      role,
      isEnabled: true,
      passwordHash: await passwordHasher.hash(password),
      ...(passwordIsTemporary && { passwordIsTemporary }),
    },
    record(actor, username, operation, { after: { role, enabled: true } }),
  ]

  /** Makes changes in one transaction, with an audit entry for each. `mayChange` is asked before a password is changed. */
  const change = async <R extends Refusal>(
    username: string,
    { role, isEnabled, password }: UserChanges,
    actor: Actor,
    mayChange: (stored: User) => Promise<R | undefined> = async () => undefined,
  ): Promise<UserChange | R | Refusal<'user-not-found'> | Refusal<'last-administrator'>> => {
    const madePassword = password === null ? Password.make(randomInt) : undefined
    const newPassword = password ?? madePassword
    let newHash: string | undefined
    for (;;) {
      const stored = newPassword === undefined ? undefined : await users.find(username)
      if (newPassword !== undefined) {
        if (stored === undefined) return User.notFound(username)
        const refusal = await mayChange(stored)
        if (refusal !== undefined) return refusal
        // A hash in an unknown format counts as a hash of another password, so that the user can get a new password.
        if (await passwordHasher.verify(stored.passwordHash, newPassword).catch(() => false)) {
          if (role === undefined && isEnabled === undefined) return { user: toUserAccount(stored), isChanged: false }
          newHash = undefined
        } else newHash ??= await passwordHasher.hash(newPassword)
      }
      const outcome = await users.update<Refusal<'changed-meanwhile'> | Refusal<'last-administrator'>>(
        username,
        (user, others) => {
          if (stored !== undefined && user.passwordHash !== stored.passwordHash) return changedMeanwhile
          const after: User = {
            ...user,
            role: role ?? user.role,
            isEnabled: isEnabled ?? user.isEnabled,
            ...(newHash !== undefined && {
              passwordHash: newHash,
              passwordIsTemporary: madePassword === undefined ? undefined : true,
            }),
          }
          if (changesOf(user, after).length === 0) return user
          const ends = !User.isEnabledAdministrator(after)
          return (ends ? User.checkNotLastAdministrator(user, others) : undefined) ?? after
        },
        (before, after) =>
          changesOf(before, after).map(([operation, values]) => record(actor, username, operation, values)),
      )
      if (!isRefusal(outcome)) return { ...toUserChange(outcome), ...(madePassword && { madePassword }) }
      // When several servers start at once with the same password, the first sets it and the others find it set.
      if (outcome.refusal !== 'changed-meanwhile') return outcome
    }
  }

  /** The users whose own password is being changed: hashing one takes a core for 0.2 s. */
  const changingOwnPassword = semaphoresByKey({ size: 1 })

  return {
    /** Adds an enabled user and returns it. */
    addUser: async (user: NewUser, actor: Actor): Promise<AddedUser | Refusal<'user-exists'>> => {
      const madePassword = user.password === undefined ? Password.make(randomInt) : undefined
      const password = user.password ?? madePassword!
      const added = await users.add(...(await newUser(user, password, madePassword !== undefined, actor, 'addUser')))
      return isRefusal(added) ? added : { ...toUserAccount(added), ...(madePassword && { madePassword }) }
    },

    /**
     * Adds the user, with a password that was made, if there is no user at all, and returns whether it did. Of several concurrent calls
     * one adds its user.
     */
    addFirstUser: async (user: NewUser & Readonly<{ password: Password }>, actor: Actor): Promise<boolean> => {
      if (!(await users.isEmpty())) return false
      return users.addFirst(...(await newUser(user, user.password, true, actor, 'addFirstUser')))
    },

    /** Returns every user, in ascending order of the UTF-8 bytes of the names. */
    listUsers: async (): Promise<readonly UserAccount[]> => (await users.list()).map(toUserAccount),

    /**
     * Changes a user. A disabled user stays listed, and is enabled again with the password and the role that the user had. Nothing
     * changes when the password is the user's already. Returns `last-administrator` when no other enabled administrator is left.
     */
    updateUser: (
      username: string,
      changes: UserChanges,
      actor: Actor,
    ): Promise<UserChange | Refusal<'user-not-found' | 'last-administrator'>> =>
      change<never>(username, changes, actor),

    /**
     * Gives the caller a new password. `verify` verifies the present one, and counts it when it is wrong; then `validation-failed` has
     * the fault `wrong-password`. `too-many-requests` while another request of the user changes it.
     */
    changeOwnPassword: async (
      { username }: Pick<Principal, 'username'>,
      { password, newPassword }: Readonly<{ password: string; newPassword: Password }>,
      verify: (username: string, password: string) => Promise<Principal | CredentialRefusal>,
    ): Promise<
      UserChange | Refusal<'validation-failed' | 'user-not-found'> | Exclude<CredentialRefusal, Refusal<'unauthorized'>>
    > => {
      const turn = changingOwnPassword(username)
      if (!turn.tryAcquire()) return inProgress
      try {
        const verified = await verify(username, password)
        if (isRefusal(verified)) return verified.refusal === 'unauthorized' ? wrongPassword : verified
        // The verifier may know the present password from before it was changed on another server.
        const outcome = await change(username, { password: newPassword }, { username }, async ({ passwordHash }) =>
          (await passwordHasher.verify(passwordHash, password)) ? undefined : wrongPassword,
        )
        return outcome as Exclude<typeof outcome, Refusal<'last-administrator'>>
      } finally {
        turn.release()
      }
    },

    /**
     * Removes a user with the idempotency records of the user, and returns the user as it was. Tickets that the user
     * sold, and audit entries, keep the name. Returns `last-administrator` when no other enabled administrator is left.
     */
    removeUser: async (
      username: string,
      actor: Actor,
    ): Promise<UserAccount | Refusal<'user-not-found' | 'last-administrator'>> => {
      const removed = await users.remove(username, User.checkNotLastAdministrator, (before) =>
        record(actor, username, 'removeUser', { before: { role: before.role, enabled: before.isEnabled } }),
      )
      return isRefusal(removed) ? removed : toUserAccount(removed)
    },
  }
}

const toUserAccount = ({ username, role, isEnabled, passwordIsTemporary }: User): UserAccount => ({
  username,
  role,
  isEnabled,
  ...(passwordIsTemporary && { passwordIsTemporary }),
})

/** What differs, by the names of the audit log. It never contains a password or a hash. */
const changesOf = (
  before: User,
  after: User,
): readonly (readonly [operation: string, Readonly<{ before: AuditedValues; after: AuditedValues }>?])[] => [
  ...(after.role === before.role
    ? []
    : [['changeUserRole', { before: { role: before.role }, after: { role: after.role } }] as const]),
  ...(after.isEnabled === before.isEnabled
    ? []
    : [
        [
          after.isEnabled ? 'enableUser' : 'disableUser',
          { before: { enabled: before.isEnabled }, after: { enabled: after.isEnabled } },
        ] as const,
      ]),
  ...(after.passwordHash === before.passwordHash ? [] : [['changeUserPassword'] as const]),
]

const toUserChange = ({ before, after }: Readonly<{ before: User; after: User }>): UserChange => ({
  user: toUserAccount(after),
  isChanged: after !== before,
})

const changedMeanwhile = refuse('changed-meanwhile', 'The password of the user has changed since the user was read.')

const wrongPassword = refuseFaults({
  member: 'password',
  code: 'wrong-password',
  detail: 'must be your present password',
})

const inProgress = {
  ...refuse('too-many-requests', 'Another request is changing this password.'),
  retryAfter: 1,
}
