import { type Role, type UserAccount, type UserChange, type Users, Username, userNotFound } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import { closest, distance } from 'fastest-levenshtein'
import { parseRole } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { asArgument, commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { addPasswordOption, passwordNote } from '../command-line/new-password.ts'
import type { CommandOperation, OpenMuseum } from '../command-line/open-museum.ts'
import { print } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'
import type { Config } from '../settings/settings.ts'

type UserOptions = Readonly<{ json?: true }>

/** A command that changes the user of this name. */
const userCommand = (name: string) =>
  new MuseumCommand(name).argument('<name>', 'the name of the user', Username.normalize).option('--json', 'Print JSON.')

/**
 * Calls an operation that changes one user, and prints the new state of the user. Throws `CommandFailed` when there is no such
 * user, without calling `change`, and when the operation is refused.
 */
const changeUser = <Name extends CommandOperation>(
  operation: Name,
  username: string,
  options: UserOptions,
  change: (
    open: OpenMuseum<Name | 'listUsers'>,
  ) => Promise<UserChange | Refusal<'user-not-found' | 'last-administrator'>>,
  describe: (change: UserChange) => string,
): Promise<void> =>
  withMuseum<Name | 'listUsers'>([operation, 'listUsers'], async (open) => {
    const { listUsers }: Pick<Users, 'listUsers'> = open.museum
    const isKnown = (await listUsers()).some((user) => user.username === username)
    const outcome = isKnown ? await change(open) : userNotFound(username)
    if (isRefusal(outcome))
      throw new CommandFailed(`${outcome.because} ${await whatToType(outcome, username, listUsers)}`)
    print(
      options,
      { ...toUserRecord(outcome.user), isChanged: outcome.isChanged },
      () => describe(outcome),
      outcome.isChanged,
    )
  })

const whatToType = async (
  { refusal }: Refusal<'user-not-found' | 'last-administrator'>,
  username: string,
  listUsers: Users['listUsers'],
) => {
  if (refusal === 'last-administrator') return `Run:\n  ${commandName()} users role NAME admin`
  const names = (await listUsers()).map((user) => user.username)
  const nearest = closest(username, names)
  const isNear = nearest !== undefined && distance(username, nearest) <= Math.max(2, nearest.length / 2)
  return `${isNear ? `The nearest is ${nearest}. ` : ''}To see all users:\n  ${commandName()} users list`
}

export const roleCommand = (): MuseumCommand =>
  userCommand('role')
    .describe('Gives a user another role.')
    .argument('<role>', 'admin, box-office, gate or reader', parseRole)
    .example('users role box-office-1 gate', 'Give box-office-1 the role gate.')
    .addHelpText('after', `\n${roleDescriptions}`)
    .action((username: string, role: Role, options: UserOptions) =>
      changeUser(
        'changeUserRole',
        username,
        options,
        ({ museum, principal }) => museum.changeUserRole(username, role, principal),
        ({ isChanged }) =>
          isChanged
            ? `${textForTerminal(username)} has the role ${role}. It counts on running servers within 5 seconds.`
            : `${textForTerminal(username)} has the role ${role}, as before.`,
      ),
    )

export const passwordCommand = (): MuseumCommand => {
  const command = new MuseumCommand('password')
  const newPassword = addPasswordOption(command)
  return command
    .describe(`Gives a user a new password. ${passwordNote}`)
    .argument('<name>', 'the name of the user', Username.normalize)
    .option('--json', 'Print JSON.')
    .example('users password box-office-1', 'Give box-office-1 a new password; it is asked for.')
    .example('users password box-office-1 --password-file new-password', 'Read the password from a file.')
    .note(
      'The administrator of the environment gets the password of MUSEUM_ADMIN_PASSWORD again whenever a server starts: ' +
        'change that setting instead.',
    )
    .action((username: string, options: UserOptions) =>
      changeUser(
        'changeUserPassword',
        username,
        options,
        async ({ museum, principal, config }) => {
          const password = await newPassword(username)
          const outcome = await museum.changeUserPassword(username, password, principal)
          if (config.adminPassword !== password) warnOfPasswordInEnvironment(username, config)
          return outcome
        },
        ({ user, isChanged }) =>
          (isChanged
            ? `${textForTerminal(username)} has the new password. Running servers refuse the former one within 5 seconds.`
            : `${textForTerminal(username)} has this password, as before.`) +
          (user.isEnabled ? '' : ` ${textForTerminal(username)} is disabled, and cannot log in.`),
      ),
    )
}

/** Whether each start of a server adds this user and sets the password. */
const isInEnvironment = (username: string, { adminUsername, adminPassword }: Config) =>
  adminPassword !== undefined && adminUsername === username

const warnOfPasswordInEnvironment = (username: string, config: Config) => {
  if (isInEnvironment(username, config))
    console.error(
      `${textForTerminal(username)} is the administrator of the environment: when a server starts, the password is ` +
        'that of MUSEUM_ADMIN_PASSWORD again. Change that setting too.',
    )
}

export const disableCommand = (): MuseumCommand =>
  userCommand('disable')
    .describe('Ends the access of a user, who stays listed and can be enabled again.')
    .example('users disable box-office-1', 'End the access of box-office-1.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        'disableUser',
        username,
        options,
        ({ museum, principal }) => museum.disableUser(username, principal),
        ({ isChanged }) =>
          isChanged
            ? `${textForTerminal(username)} is disabled. Running servers refuse it within 5 seconds.`
            : `${textForTerminal(username)} is disabled, as before.`,
      ),
    )

export const enableCommand = (): MuseumCommand =>
  userCommand('enable')
    .describe('Gives a disabled user access again, with the password and the role that the user had.')
    .example('users enable box-office-1', 'Give box-office-1 access again.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        'enableUser',
        username,
        options,
        ({ museum, principal }) => museum.enableUser(username, principal),
        ({ user, isChanged }) =>
          isChanged
            ? `${textForTerminal(username)} is enabled with the role ${user.role}, and can log in.`
            : `${textForTerminal(username)} is enabled, as before.`,
      ),
    )

export const removeCommand = (): MuseumCommand =>
  userCommand('remove')
    .describe(
      'Removes a user. The tickets that the user sold stay valid, and the audit log keeps the name. To only end the access, ' +
        'disable the user.',
    )
    .example('users remove box-office-1', 'Remove box-office-1.')
    .note('The administrator of the environment is added again when a server starts: disable it instead.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        'removeUser',
        username,
        options,
        async ({ museum, principal, config }) => {
          const user = await museum.removeUser(username, principal)
          if (isRefusal(user)) return user
          warnOfEnvironment(username, config)
          return { user, isChanged: true }
        },
        () => `${textForTerminal(username)} is removed. Running servers refuse it within 5 seconds.`,
      ),
    )

const warnOfEnvironment = (username: string, config: Config) => {
  if (isInEnvironment(username, config))
    console.error(
      `${textForTerminal(username)} is the administrator of the environment: when a server starts, it is added again. ` +
        'Remove MUSEUM_ADMIN_USERNAME and MUSEUM_ADMIN_PASSWORD from the settings of the servers, or keep the user ' +
        `disabled: ${commandName()} users disable ${asArgument(username)}`,
    )
}

const descriptions: Readonly<Record<Role, string>> = {
  admin: 'everything',
  'box-office':
    'sell, find, send, cancel and refund tickets, fetch their images; read capacities, prices, hours and events',
  gate: 'admit tickets, fetch their images; read scans, ticket keys, prices, hours and events',
  reader: 'read prices, hours and events',
}

/** The rights of each role, for the help. */
export const roleDescriptions = [
  'Roles:',
  ...Object.entries(descriptions).map(([role, description]) => `  ${role.padEnd(12)}${description}`),
].join('\n')

/** A user in JSON, with the member names of the audit log. */
export const toUserRecord = ({ username, role, isEnabled }: UserAccount) => ({ username, role, enabled: isEnabled })
