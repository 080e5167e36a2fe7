import type { UserRepository } from '@museum/application'
import type { Logger } from 'pino'
import { displayedUsername } from './displayed-username.ts'

const maxNames = 20

/**
 * Logs a warning with the names of all users except `administrator`, the one in the environment: former administrators
 * can still log in. If the environment names none, one user is expected; if there are several, all are named.
 */
export const warnOfOtherAdministrators = async (
  users: UserRepository,
  administrator: string | undefined,
  log: Logger,
): Promise<void> => {
  const others = (await users.usernames()).filter((username) => username !== administrator).toSorted()
  if (others.length <= (administrator === undefined ? 1 : 0)) return
  const more = others.length - maxNames
  log.warn(
    { users: others.slice(0, maxNames).map(displayedUsername), ...(more > 0 && { more }) },
    administrator === undefined
      ? 'several administrators are enabled: each can log in with their password'
      : 'other administrators are enabled: they can still log in with their passwords',
  )
}
