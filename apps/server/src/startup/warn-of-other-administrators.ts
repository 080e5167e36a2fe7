import type { UserRepository } from '@museum/application'
import type { Logger } from 'pino'
import { shownUsername } from './shown-username.ts'

const maxNames = 20

/**
 * Warns of every user but the administrator of the environment: each was named there once, and its password still counts.
 * Where the environment names none, one user is as it should be, and several are all named.
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
    { users: others.slice(0, maxNames).map(shownUsername), ...(more > 0 && { more }) },
    administrator === undefined
      ? 'several administrators are enabled: the password of each lets them in'
      : 'other administrators are enabled: their passwords still let them in',
  )
}
