import { readFile, stat } from 'node:fs/promises'
import process from 'node:process'
import { scryptPasswordHasher } from '@museum/adapters-access'
import { type MuseumDatabase, kyselyUserRepository } from '@museum/adapters-persistence'
import type { UserAccount } from '@museum/application'
import { asArgument, commandName } from '../command-line/command-name.ts'
import type { Config } from '../settings/settings.ts'
import { displayedUsername, enabledAdministrators, passwordFile } from '../startup/ensure-administrator.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('administrators')

const maxNamed = 20

/** Checks that an administrator can log in, and finds administrators that the environment does not name. */
export const checkAdministrators = async (
  database: MuseumDatabase,
  { adminUsername, adminPassword }: Config,
): Promise<readonly Finding[]> => {
  const users = await kyselyUserRepository(database).list()
  if (users.length === 0)
    return [ok('There are no users yet: the server creates the first administrator when it starts.')]
  const enabled = enabledAdministrators(users)
  const named = adminPassword === undefined ? undefined : adminUsername
  const others = enabled.filter((username) => username !== named)
  const findings = findingsIn([
    enabled.length === 0 &&
      serious('No administrator is enabled.', `Run \`${commandName()} users add NAME --role admin\`.`),
    checkNamed(users.find(({ username }) => username === named)),
    others.length > (named === undefined ? 1 : 0) &&
      warning(
        named === undefined
          ? `Several administrators are enabled: ${nameList(others)}.`
          : `Administrators are enabled that MUSEUM_ADMIN_USERNAME does not name: ${nameList(others)}.`,
        `Disable those who have left with \`${commandName()} users disable NAME\`.`,
      ),
  ])
  return findings.length > 0 ? findings : [ok(`One administrator is enabled: ${nameList(enabled)}.`)]
}

/** The administrator that the environment names. */
const checkNamed = (user: UserAccount | undefined) => {
  if (user === undefined) return undefined
  const [name, argument] = [displayedUsername(user.username), asArgument(user.username)]
  return [
    !user.isEnabled &&
      warning(
        `The administrator of the environment, ${name}, is disabled.`,
        `To enable it: \`${commandName()} users enable ${argument}\`.`,
      ),
    user.role !== 'admin' &&
      warning(
        `The administrator of the environment, ${name}, has the role ${user.role}.`,
        `To make it an administrator: \`${commandName()} users role ${argument} admin\`.`,
      ),
  ]
}

const nameList = (usernames: readonly string[]) => {
  const names = usernames.slice(0, maxNamed).map(displayedUsername)
  const more = usernames.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

const ofFile = findingsOf('file-permissions')

/** Checks the file with the generated password of the first administrator, which is needed only once. */
export const checkPasswordFile = async (database: MuseumDatabase, config: Config): Promise<readonly Finding[]> => {
  const file = passwordFile(config)
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) return []
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  return findingsIn([
    isOpen && ofFile.warning(`Other users of this machine can read ${file}.`, `Run: chmod 600 ${asArgument(file)}`),
    (await holdsPassword(database, file))
      ? ofFile.warning(
          `The password of the administrator admin is still in ${file}.`,
          'Keep it in a safe place, and delete the file.',
        )
      : ofFile.warning(`The password in ${file} is no longer that of the administrator admin.`, 'Delete the file.'),
  ])
}

const holdsPassword = async (database: MuseumDatabase, file: string) => {
  const password = (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  const user = await kyselyUserRepository(database).find('admin')
  return user !== undefined && (await scryptPasswordHasher.verify(user.passwordHash, password))
}
