import { isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { UserPorts } from './user-ports.ts'
import {
  type LastAdministrator,
  type UserChange,
  type UserNotFound,
  checkNotLastAdministrator,
  toUserChange,
  userSubject,
} from './user.ts'

/** Ends the access of a user, who stays listed. `last-administrator` when no other enabled administrator is left. */
export type DisableUser = (username: string, actor: Actor) => Promise<UserChange | UserNotFound | LastAdministrator>

export const disableUser =
  ({ users, now }: UserPorts): DisableUser =>
  async (username, actor) => {
    const outcome = await users.update(
      username,
      (user, others) =>
        user.isEnabled ? (checkNotLastAdministrator(user, others) ?? { ...user, isEnabled: false }) : user,
      () =>
        recordChange({ now }, actor, {
          operation: 'disableUser',
          subject: userSubject(username),
          before: { enabled: true },
          after: { enabled: false },
        }),
    )
    return isRefusal(outcome) ? outcome : toUserChange(outcome)
  }
