import { type UserAccount, type Users, serverPrincipal } from '@museum/application'
import { isRefusal } from '@museum/domain'
import type { Logger } from 'pino'
import { commandName } from '../command-line/command-name.ts'
import { asArgument } from '../command-line/as-argument.ts'
import type { Config } from '../configuration/config.ts'
import { displayedUsername } from './displayed-username.ts'

/**
 * Adds the administrator of the environment if there is no user of that name; otherwise gives it the password of the
 * environment if it has another one. A user that a command disabled, or gave another role, stays so: the log says it.
 */
export const applyAdministrator = async (
  users: Users,
  administrator: NonNullable<Config['administrator']>,
  log: Logger,
): Promise<void> => {
  const { username, password } = administrator
  const user = displayedUsername(username)
  const outcome = await users.changeUserPassword(username, password, serverPrincipal)
  if (isRefusal(outcome)) {
    const added = await users.addUser({ username, role: 'admin', password }, serverPrincipal)
    // Another server that starts at the same time has added it.
    if (isRefusal(added)) return applyAdministrator(users, administrator, log)
    log.info({ user }, 'created the administrator of the environment, with its password')
    return
  }
  if (outcome.isChanged) log.info({ user }, 'changed the password of the administrator to that of the environment')
  warnOfRestrictions(outcome.user, log)
}

const warnOfRestrictions = ({ username, role, isEnabled }: UserAccount, log: Logger) => {
  const user = displayedUsername(username)
  if (role !== 'admin')
    log.warn(
      { user, role },
      `the administrator of the environment has the role ${role} and keeps it; ` +
        `to make it an administrator: ${commandName()} users role ${asArgument(username)} admin`,
    )
  if (!isEnabled)
    log.warn(
      { user },
      'the administrator of the environment is disabled and stays so; ' +
        `to enable it: ${commandName()} users enable ${asArgument(username)}`,
    )
}
