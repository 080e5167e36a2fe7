import { isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { UserPorts } from './user-ports.ts'
import {
  type LastAdministrator,
  type UserAccount,
  type UserNotFound,
  checkNotLastAdministrator,
  toUserAccount,
  userSubject,
} from './user.ts'

/**
 * Removes a user and returns the user as it was. Tickets that the user sold, and audit entries, keep the name.
 * `last-administrator` when no other enabled administrator is left.
 */
export type RemoveUser = (username: string, actor: Actor) => Promise<UserAccount | UserNotFound | LastAdministrator>

export const removeUser =
  ({ users, now }: UserPorts): RemoveUser =>
  async (username, actor) => {
    const removed = await users.remove(username, checkNotLastAdministrator, ({ role, isEnabled }) =>
      recordChange({ now }, actor, {
        operation: 'removeUser',
        subject: userSubject(username),
        before: { role, enabled: isEnabled },
        after: null,
      }),
    )
    return isRefusal(removed) ? removed : toUserAccount(removed)
  }
