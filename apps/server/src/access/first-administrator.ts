import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { UserRepository } from '@museum/application'
import type { Config } from '../config.ts'
import { isPasswordOf, passwordHash } from './password-hash.ts'

/** A password that was just made, and where it was written when nobody was there to read it. */
export type Generated = Readonly<{ username: string; password: string; file?: string }>

/**
 * Sees to it that there is an administrator: the one of the environment, with the password that stands there now;
 * without one, where no user exists, `admin` with a random password, of which only the hash is kept. `file` is where
 * the password goes (mode 0600) when there is no terminal to show it on.
 */
export const ensureAdministrator = async (
  users: UserRepository,
  administrator: Config['administrator'],
  file: string | undefined,
): Promise<Generated | undefined> => {
  if (administrator !== undefined) {
    const { username, password } = administrator
    const present = await users.find(username)
    if (present === undefined || !(await isPasswordOf(present.passwordHash, password)))
      await users.put({ username, passwordHash: await passwordHash(password) })
    return undefined
  }
  const [username, password] = ['admin', randomBytes(15).toString('base64url')]
  // Where users exist, nothing is hashed, and nothing written.
  if (!(await users.isEmpty())) return undefined
  const hash = await passwordHash(password)
  // The file first: a password that nobody was told would lock everyone out.
  if (file !== undefined) {
    await mkdir(dirname(file), { recursive: true })
    await rm(file, { force: true })
    await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' })
  }
  if (await users.addFirst({ username, passwordHash: hash })) return { username, password, ...(file && { file }) }
  if (file !== undefined) await rm(file, { force: true })
  return undefined
}
