import type { Users } from '@museum/application'
import type { Logger } from 'pino'
import { commandName } from '../command-line/command-name.ts'
import { displayedUsername } from './displayed-username.ts'

const maxNames = 20

/**
 * Logs a warning with the names of all enabled administrators except `administrator`, the one in the environment: former
 * ones can still log in. If the environment names none, one is expected; if there are several, all are named. Logs a
 * warning too when no administrator is enabled.
 */
export const warnOfAdministrators = async (
  { listUsers }: Users,
  administrator: string | undefined,
  log: Logger,
): Promise<void> => {
  const enabled = (await listUsers())
    .filter(({ role, isEnabled }) => isEnabled && role === 'admin')
    .map(({ username }) => username)
  if (enabled.length === 0)
    log.warn(`no administrator is enabled; to add one: ${commandName()} users add NAME --role admin`)
  const others = enabled.filter((username) => username !== administrator)
  if (others.length <= (administrator === undefined ? 1 : 0)) return
  const more = others.length - maxNames
  log.warn(
    { users: others.slice(0, maxNames).map(displayedUsername), ...(more > 0 && { more }) },
    administrator === undefined
      ? 'several administrators are enabled: each can log in with their password'
      : 'other administrators are enabled: they can still log in with their passwords',
  )
}
