import { isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { Role } from '../access/role.ts'
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

/** Gives a user another role. `last-administrator` when the user is the last enabled one with the role admin. */
export type ChangeUserRole = (
  username: string,
  role: Role,
  actor: Actor,
) => Promise<UserChange | UserNotFound | LastAdministrator>

export const changeUserRole =
  ({ users, now }: UserPorts): ChangeUserRole =>
  async (username, role, actor) => {
    const outcome = await users.update(
      username,
      (user, others) => (user.role === role ? user : (checkNotLastAdministrator(user, others) ?? { ...user, role })),
      (before, after) =>
        recordChange({ now }, actor, {
          operation: 'changeUserRole',
          subject: userSubject(username),
          before: { role: before.role },
          after: { role: after.role },
        }),
    )
    return isRefusal(outcome) ? outcome : toUserChange(outcome)
  }
