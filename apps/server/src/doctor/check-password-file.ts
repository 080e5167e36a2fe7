import { readFile, stat } from 'node:fs/promises'
import process from 'node:process'
import { scryptPasswordHasher } from '@museum/adapters-access'
import { type MuseumDatabase, kyselyUserRepository } from '@museum/adapters-persistence'
import { asArgument } from '../command-line/as-argument.ts'
import { passwordFile } from '../startup/ensure-administrator.ts'
import type { Config } from '../configuration/config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { warning } = findingsOf('file-permissions')

/** The file with the generated password of the first administrator, which is needed only once. */
export const checkPasswordFile = async (database: MuseumDatabase, config: Config): Promise<readonly Finding[]> => {
  const file = passwordFile(config)
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) return []
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  return [
    ...(isOpen ? [warning(`Other users of this machine can read ${file}.`, `Run: chmod 600 ${asArgument(file)}`)] : []),
    (await holdsPassword(database, file))
      ? warning(
          `The password of the administrator admin is still in ${file}.`,
          'Keep it in a safe place, and delete the file.',
        )
      : warning(`The password in ${file} is not that of the administrator admin any more.`, 'Delete the file.'),
  ]
}

const holdsPassword = async (database: MuseumDatabase, file: string) => {
  const password = (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  const user = await kyselyUserRepository(database).find('admin')
  return user !== undefined && (await scryptPasswordHasher.verify(user.passwordHash, password))
}
