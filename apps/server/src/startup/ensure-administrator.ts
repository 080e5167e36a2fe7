import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashPassword, verifyPassword } from '@museum/adapters-access'
import type { UserRepository } from '@museum/application'
import type { Logger } from 'pino'
import { CannotStart } from './cannot-start.ts'
import type { Config } from '../configuration/config.ts'
import { shownUsername } from './shown-username.ts'

/** A password that was just made, and where it was written when nobody was there to read it. */
export type Generated = Readonly<{ username: string; password: string; file?: string }>

/**
 * Sees to it that there is an administrator: the one of the environment, with the password that stands there now;
 * without one, where no user exists, `admin` with a random password, of which only the hash is kept. `file` is where
 * the password goes (mode 0600) when there is no terminal to show it on. What is stored from the environment is logged.
 */
export const ensureAdministrator = async (
  users: UserRepository,
  administrator: Config['administrator'],
  file: string | undefined,
  log: Logger,
): Promise<Generated | undefined> => {
  if (administrator !== undefined) {
    const { username, password } = administrator
    const present = await users.find(username)
    if (present !== undefined && (await verifyPassword(present.passwordHash, password))) return undefined
    await users.put({ username, passwordHash: await hashPassword(password) })
    log.info(
      { user: shownUsername(username) },
      present === undefined
        ? 'created the administrator of the environment, with its password'
        : 'changed the password of the administrator to that of the environment',
    )
    return undefined
  }
  const [username, password] = ['admin', randomBytes(15).toString('base64url')]
  // Where users exist, nothing is hashed, and nothing written.
  if (!(await users.isEmpty())) return undefined
  const user = { username, passwordHash: await hashPassword(password) }
  // Written first, for a password that nobody was told would lock everyone out; under a name of its own, for other
  // servers may start on the same database.
  const draft = file && `${file}.${randomBytes(4).toString('hex')}`
  if (draft !== undefined) {
    try {
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
      await writeFile(draft, `${password}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      throw new CannotStart(
        `The password of the new administrator cannot be written to ${file} (${(error as NodeJS.ErrnoException).code}). ` +
          'Let the user of the museum write there, or set MUSEUM_ADMIN_PASSWORD.',
      )
    }
  }
  const isFirst = await users.addFirst(user)
  if (!isFirst) {
    if (draft !== undefined) await rm(draft)
    return undefined
  }
  if (file === undefined || draft === undefined) return { username, password }
  const isRenamed = await rename(draft, file).then(
    () => true,
    () => false, // There is a folder of that name: the password stays in the file that has it.
  )
  return { username, password, file: isRenamed ? file : draft }
}
