import {
  type LastAdministrator,
  type ListUsers,
  type OperationName,
  type UserChange,
  type UserNotFound,
  type Users,
  userNotFound,
} from '@museum/application'
import { isRefusal } from '@museum/domain'
import { closest, distance } from 'fastest-levenshtein'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { commandName } from '../../command-line/command-name.ts'
import { print } from '../../command-line/print.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import type { OpenMuseum } from '../../startup/with-open-museum.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'
import { toUserRecord } from './to-user-record.ts'

export type UserOptions = Readonly<{ json?: true }>

/**
 * Calls an operation that changes one user, and prints how the user is now. Throws `CommandFailed` when there is no such
 * user, before `change` is called, and when the operation is refused.
 */
export const changeUser = <Name extends OperationName>(
  operation: Name,
  username: string,
  options: UserOptions,
  change: (open: OpenMuseum<Name | 'listUsers'>) => Promise<UserChange | UserNotFound | LastAdministrator>,
  describe: (change: UserChange) => string,
): Promise<void> =>
  withMuseum<Name | 'listUsers'>([operation, 'listUsers'], async (open) => {
    const { listUsers }: Pick<Users, 'listUsers'> = open.museum
    const isKnown = (await listUsers()).some((user) => user.username === username)
    const outcome = isKnown ? await change(open) : userNotFound(username)
    if (isRefusal(outcome))
      throw new CommandFailed(`${outcome.because} ${await whatToType(outcome, username, listUsers)}`)
    print(
      options,
      { ...toUserRecord(outcome.user), isChanged: outcome.isChanged },
      () => escapeForTerminal(describe(outcome)),
      outcome.isChanged,
    )
  })

const whatToType = async ({ refusal }: UserNotFound | LastAdministrator, username: string, listUsers: ListUsers) => {
  if (refusal === 'last-administrator') return `Run:\n  ${commandName()} users role NAME admin`
  const names = (await listUsers()).map((user) => user.username)
  const nearest = closest(username, names)
  const isNear = nearest !== undefined && distance(username, nearest) <= Math.max(2, nearest.length / 2)
  return `${isNear ? `The nearest is ${nearest}. ` : ''}To see all users:\n  ${commandName()} users list`
}
