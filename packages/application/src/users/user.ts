import { type Refusal, refuse } from '@museum/domain'
import type { AuditSubject } from '../audit/audit-entry.ts'
import type { Role } from '../access/role.ts'

/** A user as it is shown. User names are compared character by character. A disabled user cannot authenticate. */
export type UserAccount = Readonly<{ username: string; role: Role; isEnabled: boolean }>

/** A user and the salted hash of the password. */
export type User = UserAccount & Readonly<{ passwordHash: string }>

/** A user after an operation; `isChanged` is false when the user was as wanted before, and nothing was written. */
export type UserChange = Readonly<{ user: UserAccount; isChanged: boolean }>

export const toUserAccount = ({ username, role, isEnabled }: User): UserAccount => ({ username, role, isEnabled })

export const toUserChange = ({ before, after }: Readonly<{ before: User; after: User }>): UserChange => ({
  user: toUserAccount(after),
  isChanged: after !== before,
})

/** A user as the subject of an audit entry. */
export const userSubject = (username: string): AuditSubject => ({ kind: 'user', id: username })

/** A user has the name already. */
export type UserExists = Refusal<'user-exists'>
/** The refusal for the name of a user that exists. */
export const userExists = (username: string): UserExists =>
  refuse('user-exists', `There is a user ${username} already.`)

/** No user has the name. */
export type UserNotFound = Refusal<'user-not-found'>
/** The refusal for a name that no user has. */
export const userNotFound = (username: string): UserNotFound =>
  refuse('user-not-found', `There is no user ${username}.`)

/** The change would leave no enabled administrator. */
export type LastAdministrator = Refusal<'last-administrator'>

/** `last-administrator` when `user` is enabled and an administrator, and none of the `others` is both. */
export const checkNotLastAdministrator = (user: User, others: readonly User[]): LastAdministrator | undefined =>
  isEnabledAdministrator(user) && !others.some(isEnabledAdministrator)
    ? refuse(
        'last-administrator',
        `${user.username} is the last enabled administrator; without one, the museum could not be managed. ` +
          'Give another user the role admin first.',
      )
    : undefined

const isEnabledAdministrator = ({ role, isEnabled }: User) => role === 'admin' && isEnabled
