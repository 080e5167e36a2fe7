import { type MuseumDatabase, kyselyUserRepository } from '@museum/adapters-persistence'
import { asArgument } from '../command-line/as-argument.ts'
import { commandName } from '../command-line/command-name.ts'
import type { Config } from '../configuration/config.ts'
import { displayedUsername } from '../startup/displayed-username.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('administrators')

/** How many administrators are named. */
const maxNamed = 20

/** Whether an administrator can log in, and which ones the environment does not name. */
export const checkAdministrators = async (
  database: MuseumDatabase,
  { administrator }: Config,
): Promise<readonly Finding[]> => {
  const users = await kyselyUserRepository(database).list()
  if (users.length === 0)
    return [ok('There are no users yet: the server creates the first administrator when it starts.')]
  const enabled = users.filter(({ role, isEnabled }) => isEnabled && role === 'admin').map(({ username }) => username)
  const others = enabled.filter((username) => username !== administrator?.username)
  const findings = [
    ...(enabled.length === 0
      ? [serious('No administrator is enabled.', `Run \`${commandName()} users add NAME --role admin\`.`)]
      : []),
    ...checkNamed(users.find(({ username }) => username === administrator?.username)),
    ...(others.length > (administrator === undefined ? 1 : 0)
      ? [
          warning(
            administrator === undefined
              ? `Several administrators are enabled: ${listOf(others)}.`
              : `Administrators are enabled that MUSEUM_ADMIN_USERNAME does not name: ${listOf(others)}.`,
            `Disable those who have left with \`${commandName()} users disable NAME\`.`,
          ),
        ]
      : []),
  ]
  return findings.length > 0 ? findings : [ok(`One administrator is enabled: ${listOf(enabled)}.`)]
}

type User = Awaited<ReturnType<ReturnType<typeof kyselyUserRepository>['list']>>[number]

/** The administrator that the environment names. */
const checkNamed = (user: User | undefined): readonly Finding[] => {
  if (user === undefined) return []
  const [name, argument] = [displayedUsername(user.username), asArgument(user.username)]
  return [
    ...(user.isEnabled
      ? []
      : [
          warning(
            `The administrator of the environment, ${name}, is disabled.`,
            `To enable it: \`${commandName()} users enable ${argument}\`.`,
          ),
        ]),
    ...(user.role === 'admin'
      ? []
      : [
          warning(
            `The administrator of the environment, ${name}, has the role ${user.role}.`,
            `To make it an administrator: \`${commandName()} users role ${argument} admin\`.`,
          ),
        ]),
  ]
}

const listOf = (usernames: readonly string[]) => {
  const names = usernames.slice(0, maxNamed).map(displayedUsername)
  const more = usernames.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
