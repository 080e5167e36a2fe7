import { hashPassword, verifyPassword } from '@museum/adapters-access'
import type { UserRepository } from '@museum/application'
import type { Logger } from 'pino'
import type { Config } from '../configuration/config.ts'
import { displayedUsername } from './displayed-username.ts'

/** Stores the administrator of the environment with its current password, and logs what it changes. */
export const applyAdministrator = async (
  users: UserRepository,
  { username, password }: NonNullable<Config['administrator']>,
  log: Logger,
): Promise<void> => {
  const stored = await users.find(username)
  if (stored !== undefined && (await verifyPassword(stored.passwordHash, password))) return
  await users.put({ username, passwordHash: await hashPassword(password) })
  log.info(
    { user: displayedUsername(username) },
    stored === undefined
      ? 'created the administrator of the environment, with its password'
      : 'changed the password of the administrator to that of the environment',
  )
}
