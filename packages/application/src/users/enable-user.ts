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

/** Gives a disabled user access again, with the password and the role that the user had. */
export type EnableUser = (username: string, actor: Actor) => Promise<UserChange | UserNotFound>

export const disableUser =
  ({ users, now }: UserPorts): DisableUser =>
  async (username, actor) => {
    const outcome = await users.update(
      username,
      (user, others) =>
        user.isEnabled ? (checkNotLastAdministrator(user, others) ?? { ...user, isEnabled: false }) : user,
      () => recordChange({ now }, actor, { operation: 'disableUser', ...enabledValues(username, false) }),
    )
    return isRefusal(outcome) ? outcome : toUserChange(outcome)
  }

export const enableUser =
  ({ users, now }: UserPorts): EnableUser =>
  async (username, actor) => {
    const outcome = await users.update<never>(
      username,
      (user) => (user.isEnabled ? user : { ...user, isEnabled: true }),
      () => recordChange({ now }, actor, { operation: 'enableUser', ...enabledValues(username, true) }),
    )
    return isRefusal(outcome) ? outcome : toUserChange(outcome)
  }

const enabledValues = (username: string, enabled: boolean) => ({
  subject: userSubject(username),
  before: { enabled: !enabled },
  after: { enabled },
})
