import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
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
  const user = { username, passwordHash: await passwordHash(password) }
  // Written first, for a password that nobody was told would lock everyone out; under a name of its own, for other
  // servers may start on the same database.
  const draft = file && `${file}.${randomBytes(4).toString('hex')}`
  if (draft !== undefined) {
    await mkdir(dirname(draft), { recursive: true })
    await writeFile(draft, `${password}\n`, { mode: 0o600, flag: 'wx' })
  }
  const isFirst = await users.addFirst(user)
  if (file !== undefined && draft !== undefined) await (isFirst ? rename(draft, file) : rm(draft))
  return isFirst ? { username, password, ...(file !== undefined && { file }) } : undefined
}
