import { isRefusal } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { Role } from '../access/role.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Password } from './password.ts'
import type { UserPorts } from './user-ports.ts'
import { type User, type UserAccount, type UserExists, toUserAccount, userSubject } from './user.ts'
import type { Username } from './username.ts'

/** A user to add. */
export type NewUser = Readonly<{ username: Username; role: Role; password: Password }>

/** Adds an enabled user and returns it. */
export type AddUser = (user: NewUser, actor: Actor) => Promise<UserAccount | UserExists>

export const addUser =
  (ports: UserPorts): AddUser =>
  async (newUser, actor) => {
    const { user, entry } = await enabledUser(ports, newUser, actor, 'addUser')
    const added = await ports.users.add(user, entry)
    return isRefusal(added) ? added : toUserAccount(added)
  }

/** Adds the user if there is no user at all, and returns whether it did. Of several concurrent calls one adds its user. */
export type AddFirstUser = (user: NewUser, actor: Actor) => Promise<boolean>

export const addFirstUser =
  (ports: UserPorts): AddFirstUser =>
  async (newUser, actor) => {
    if (!(await ports.users.isEmpty())) return false
    const { user, entry } = await enabledUser(ports, newUser, actor, 'addFirstUser')
    return ports.users.addFirst(user, entry)
  }

const enabledUser = async (
  { passwordHasher, now }: UserPorts,
  { username, role, password }: NewUser,
  actor: Actor,
  operation: NewAuditEntry['operation'],
): Promise<Readonly<{ user: User; entry: NewAuditEntry }>> => ({
  user: { username, role, isEnabled: true, passwordHash: await passwordHasher.hash(password) },
  entry: recordChange({ now }, actor, {
    operation,
    subject: userSubject(username),
    before: null,
    after: { role, enabled: true },
  }),
})
