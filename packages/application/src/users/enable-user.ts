import { isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { UserPorts } from './user-ports.ts'
import { type UserChange, type UserNotFound, toUserChange, userSubject } from './user.ts'

/** Gives a disabled user access again, with the password and the role that the user had. */
export type EnableUser = (username: string, actor: Actor) => Promise<UserChange | UserNotFound>

export const enableUser =
  ({ users, now }: UserPorts): EnableUser =>
  async (username, actor) => {
    const outcome = await users.update<never>(
      username,
      (user) => (user.isEnabled ? user : { ...user, isEnabled: true }),
      () =>
        recordChange({ now }, actor, {
          operation: 'enableUser',
          subject: userSubject(username),
          before: { enabled: false },
          after: { enabled: true },
        }),
    )
    return isRefusal(outcome) ? outcome : toUserChange(outcome)
  }
