import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Password, Username, type Users, serverPrincipal } from '@museum/application'
import { CannotStart } from './cannot-start.ts'

/** The new administrator, and the file with the password if it was written to one. */
export type FirstAdministrator = Readonly<{ username: string; password: string; file?: string }>

/**
 * Adds the user `admin` with a random password if there is no user; returns `undefined` if there is one. The password
 * is written to `file`, with mode 0600. Throws `CannotStart` if that fails.
 */
export const createFirstAdministrator = async (
  users: Users,
  file: string | undefined,
): Promise<FirstAdministrator | undefined> => {
  if ((await users.listUsers()).length > 0) return undefined
  const username = Username('admin')
  const password = Password(randomBytes(15).toString('base64url'))
  // The file is written before the user is added: a password that is stored and not shown would lock the operator out.
  // It has a name of its own until then, since several servers may start on one database.
  const draft = file && `${file}.${randomBytes(4).toString('hex')}`
  if (draft !== undefined) await writePassword(draft, password, file!)
  if (!(await users.addFirstUser({ username, role: 'admin', password }, serverPrincipal))) {
    if (draft !== undefined) await rm(draft)
    return undefined
  }
  if (file === undefined || draft === undefined) return { username, password }
  const isRenamed = await rename(draft, file).then(
    () => true,
    () => false, // There is a folder of that name: the password stays in the draft.
  )
  return { username, password, file: isRenamed ? file : draft }
}

const writePassword = async (draft: string, password: string, file: string) => {
  try {
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${password}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new CannotStart(
      `The password of the new administrator cannot be written to ${file} (${(error as NodeJS.ErrnoException).code}). ` +
        'Give the user that runs the server the right to write there, or set MUSEUM_ADMIN_PASSWORD.',
    )
  }
}
