import { type Refusal, isRefusal, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Password } from './password.ts'
import type { UserPorts } from './user-ports.ts'
import { type UserChange, type UserNotFound, toUserAccount, toUserChange, userNotFound, userSubject } from './user.ts'

/** Gives a user another password. Nothing changes when it is the user's password already. */
export type ChangeUserPassword = (
  username: string,
  password: Password,
  actor: Actor,
) => Promise<UserChange | UserNotFound>

const changedMeanwhile = refuse('changed-meanwhile', 'The user has another password than when it was read.')

export const changeUserPassword =
  ({ users, passwordHasher, now }: UserPorts): ChangeUserPassword =>
  async (username, password, actor) => {
    let passwordHash: string | undefined
    for (;;) {
      const stored = await users.find(username)
      if (stored === undefined) return userNotFound(username)
      // A hash in an unknown format is that of another password: a new one recovers its user.
      if (await passwordHasher.verify(stored.passwordHash, password).catch(() => false))
        return { user: toUserAccount(stored), isChanged: false }
      const newHash = (passwordHash ??= await passwordHasher.hash(password))
      const outcome = await users.update<Refusal<'changed-meanwhile'>>(
        username,
        (user) => (user.passwordHash === stored.passwordHash ? { ...user, passwordHash: newHash } : changedMeanwhile),
        // The values are left out: no password and no hash is in the audit.
        () =>
          recordChange({ now }, actor, {
            operation: 'changeUserPassword',
            subject: userSubject(username),
            before: null,
            after: null,
          }),
      )
      if (!isRefusal(outcome)) return toUserChange(outcome)
      // Several servers that start at once set the same password: each of them after the first finds it set.
      if (outcome.refusal === 'user-not-found') return outcome
    }
  }
