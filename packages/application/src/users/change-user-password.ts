import { isRefusal } from '@museum/domain'
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

export const changeUserPassword =
  ({ users, passwordHasher, now }: UserPorts): ChangeUserPassword =>
  async (username, password, actor) => {
    const stored = await users.find(username)
    if (stored === undefined) return userNotFound(username)
    if (await passwordHasher.verify(stored.passwordHash, password))
      return { user: toUserAccount(stored), isChanged: false }
    const passwordHash = await passwordHasher.hash(password)
    const outcome = await users.update<never>(
      username,
      (user) => ({ ...user, passwordHash }),
      // The values are left out: no password and no hash is in the audit.
      () =>
        recordChange({ now }, actor, {
          operation: 'changeUserPassword',
          subject: userSubject(username),
          before: null,
          after: null,
        }),
    )
    return isRefusal(outcome) ? outcome : toUserChange(outcome)
  }
