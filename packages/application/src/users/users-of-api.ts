import { type Refusal, refuse } from '@museum/domain'
import type { Users } from './users.ts'

/** How an API offers the operations on users. */
export type UserAdministration = Readonly<{
  /** Where users and passwords are changed: by the API too, or by commands only. */
  userAdministration?: 'api' | 'commands' | undefined
  /** The user whose password is that of the environment after each start of a server, so that a change of it would not last. */
  environmentUser?: string | undefined
}>

/** The operations on users that an API calls. */
export interface UsersOfApi extends ReturnType<typeof usersOfApi> {}

/** The operations on users, with the refusals that hold for an API and not for commands. */
export const usersOfApi = (users: Users, { userAdministration, environmentUser }: UserAdministration) => {
  const changed = async <Outcome>(change: () => Promise<Outcome>): Promise<Outcome | Refusal<'users-by-commands'>> =>
    userAdministration === 'commands' ? usersByCommands : change()
  const changedPassword = <Outcome>(username: string, change: () => Promise<Outcome>) =>
    changed(async () => (username === environmentUser ? setByEnvironment : change()))

  return {
    /** As `Users.listUsers`. */
    listUsers: users.listUsers,
    /** As `Users.addUser`; `users-by-commands` where only commands change users. */
    addUser: (...call: Parameters<Users['addUser']>) => changed(() => users.addUser(...call)),
    /** As `Users.updateUser`; `users-by-commands`, or `set-by-environment` for a password that a start would set again. */
    updateUser: (...[username, changes, actor]: Parameters<Users['updateUser']>) => {
      const change = () => users.updateUser(username, changes, actor)
      return changes.password === undefined ? changed(change) : changedPassword(username, change)
    },
    /** As `Users.removeUser`; `users-by-commands` where only commands change users. */
    removeUser: (...call: Parameters<Users['removeUser']>) => changed(() => users.removeUser(...call)),
    /** As `Users.changeOwnPassword`; refused as a password by `updateUser`. */
    changeOwnPassword: (...[caller, passwords, verify]: Parameters<Users['changeOwnPassword']>) =>
      changedPassword(caller.username, () => users.changeOwnPassword(caller, passwords, verify)),
  }
}

const usersByCommands = refuse(
  'users-by-commands',
  'The users of this museum are changed by the command `museum users` only.',
)

const setByEnvironment = refuse(
  'set-by-environment',
  'The password of this user is set by a setting of the server at each start. Change that setting instead.',
)
