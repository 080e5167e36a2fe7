import { type Result, type Role, User, type UserAccount, Username } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import { closest, distance } from 'fastest-levenshtein'
import { parseNewUsername, parseRole } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { asArgument, commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { addPasswordOption, passwordNote } from '../command-line/new-password.ts'
import type { OpenMuseum } from '../command-line/open-museum.ts'
import { print, printList } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'
import type { Config } from '../settings/settings.ts'

export const usersCommand = (): MuseumCommand =>
  new MuseumCommand('users')
    .describe(
      'Adds, lists, changes and removes users. A change takes effect on running servers within 5 seconds. ' +
        'One enabled administrator must remain.',
    )
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(roleCommand())
    .addCommand(passwordCommand())
    .addCommand(disableCommand())
    .addCommand(enableCommand())
    .addCommand(removeCommand())
    .example('users add box-office-1 --role box-office', 'Give a colleague access.')
    .example('users disable box-office-1', 'End the access of a colleague.')
    .example('users password box-office-1', 'Set a new password for one that was lost.')

type AddOptions = UserOptions & Readonly<{ role: Role }>

const addCommand = (): MuseumCommand => {
  const command = new MuseumCommand('add')
  const newPassword = addPasswordOption(command)
  return command
    .describe(`Adds a user, who can log in at once. ${passwordNote}`)
    .argument(
      '<name>',
      'the name with which the user logs in, in quotes if it has spaces; capitals count',
      parseNewUsername,
    )
    .requiredOption('--role <role>', 'What the user may do: admin, box-office, gate or reader.', parseRole)
    .option('--json', 'Print JSON.')
    .example('users add box-office-1 --role box-office', 'Add a user; the password is asked for.')
    .example('users add kiosk --role reader --password-file kiosk-password', 'Read the password from a file.')
    .addHelpText('after', `\n${roleDescriptions}`)
    .action((username: Username, { role, json }: AddOptions) =>
      withMuseum(async ({ museum, principal }) => {
        // Before the password is asked for.
        const isTaken = (await museum.listUsers()).some((user) => user.username === username)
        if (isTaken) throw nameIsTaken(username)
        const password = await newPassword(username)
        const added = await museum.addUser({ username, role, password }, principal)
        if (isRefusal(added)) throw nameIsTaken(username)
        print(
          { json },
          toUserRecord(added),
          () => `${textForTerminal(username)} is added with the role ${role}, and can log in.`,
          true,
        )
        warnWithoutAdministrator(await museum.listUsers())
      }),
    )
}

const nameIsTaken = (username: string) =>
  new CommandFailed(
    `${User.nameTaken(username).because} To change it:\n` +
      `  ${commandName()} users role ${asArgument(username)} ROLE\n` +
      `  ${commandName()} users password ${asArgument(username)}`,
  )

const warnWithoutAdministrator = (accounts: readonly UserAccount[]) => {
  if (!accounts.some(({ role, isEnabled }) => isEnabled && role === 'admin'))
    console.error(
      `No administrator is enabled, and servers add none while there are users. To add one:\n` +
        `  ${commandName()} users add NAME --role admin`,
    )
}

const listCommand = (): MuseumCommand =>
  new MuseumCommand('list')
    .describe('Shows all users with their roles, and whether they are enabled.')
    .option('--json', 'Print JSON.')
    .example('users list', 'Show all users.')
    .action((options: UserOptions) =>
      withMuseum(async ({ museum }) => {
        await printList(options, await museum.listUsers(), {
          none: 'There are no users.',
          recordOf: toUserRecord,
          columns: [
            { title: 'Name', textOf: ({ username }) => username, mayShorten: true },
            { title: 'Role', textOf: ({ role }) => role },
            { title: 'Enabled', textOf: ({ isEnabled }) => (isEnabled ? 'yes' : 'no') },
          ],
        })
      }),
    )

type UserOptions = Readonly<{ json?: true }>

const userCommand = (name: string) =>
  new MuseumCommand(name).argument('<name>', 'the name of the user', Username.normalize).option('--json', 'Print JSON.')

type ChangeRefusal = Refusal<'user-not-found' | 'last-administrator'>

/**
 * Calls an operation that changes one user, and prints the new state of the user. `describe` also gets the name as text. Throws
 * `CommandFailed` when there is no such user, without calling `change`, and when the operation is refused.
 */
const changeUser = (
  username: string,
  options: UserOptions,
  change: (open: OpenMuseum) => Promise<Result<'updateUser'> | ChangeRefusal>,
  describe: (change: Result<'updateUser'>, name: string) => string,
): Promise<void> =>
  withMuseum(async (open) => {
    const names = (await open.museum.listUsers()).map((user) => user.username)
    const outcome = names.some((name) => name === username) ? await change(open) : User.notFound(username)
    if (isRefusal(outcome)) throw new CommandFailed(`${outcome.because} ${whatToType(outcome, username, names)}`)
    const { user, isChanged } = outcome
    print(options, { ...toUserRecord(user), isChanged }, () => describe(outcome, textForTerminal(username)), isChanged)
  })

const whatToType = ({ refusal }: ChangeRefusal, username: string, names: readonly string[]) => {
  if (refusal === 'last-administrator') return `Run:\n  ${commandName()} users role NAME admin`
  const nearest = closest(username, names)
  const isNear = nearest !== undefined && distance(username, nearest) <= Math.max(2, nearest.length / 2)
  return `${isNear ? `The nearest is ${nearest}. ` : ''}To see all users:\n  ${commandName()} users list`
}

const roleCommand = (): MuseumCommand =>
  userCommand('role')
    .describe('Gives a user another role.')
    .argument('<role>', 'admin, box-office, gate or reader', parseRole)
    .example('users role box-office-1 gate', 'Give box-office-1 the role gate.')
    .addHelpText('after', `\n${roleDescriptions}`)
    .action((username: string, role: Role, options: UserOptions) =>
      changeUser(
        username,
        options,
        ({ museum, principal }) => museum.updateUser(username, { role }, principal),
        ({ isChanged }, name) =>
          `${name} has the role ${role}${isChanged ? '. It counts on running servers within 5 seconds.' : ', as before.'}`,
      ),
    )

const passwordCommand = (): MuseumCommand => {
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
        username,
        options,
        async ({ museum, principal, config }) => {
          const password = await newPassword(username)
          const outcome = await museum.updateUser(username, { password }, principal)
          if (config.adminPassword !== password)
            warnOfEnvironment(
              username,
              config,
              'the password is that of MUSEUM_ADMIN_PASSWORD again. Change that setting too.',
            )
          return outcome
        },
        ({ user, isChanged }, name) =>
          (isChanged
            ? `${name} has the new password. Running servers refuse the former one within 5 seconds.`
            : `${name} has this password, as before.`) +
          (user.isEnabled ? '' : ` ${name} is disabled, and cannot log in.`),
      ),
    )
}

/** Says what happens with this user when a server starts, if the environment has the name and the password. */
const warnOfEnvironment = (username: string, { adminUsername, adminPassword }: Config, atStart: string) => {
  if (adminPassword === undefined || adminUsername !== username) return
  console.error(
    `${textForTerminal(username)} is the administrator of the environment: when a server starts, ${atStart}`,
  )
}

const disableCommand = (): MuseumCommand =>
  userCommand('disable')
    .describe('Ends the access of a user, who stays listed and can be enabled again.')
    .example('users disable box-office-1', 'End the access of box-office-1.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        username,
        options,
        ({ museum, principal }) => museum.updateUser(username, { isEnabled: false }, principal),
        ({ isChanged }, name) =>
          `${name} is disabled${isChanged ? '. Running servers refuse it within 5 seconds.' : ', as before.'}`,
      ),
    )

const enableCommand = (): MuseumCommand =>
  userCommand('enable')
    .describe('Gives a disabled user access again, with the password and the role that the user had.')
    .example('users enable box-office-1', 'Give box-office-1 access again.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        username,
        options,
        ({ museum, principal }) => museum.updateUser(username, { isEnabled: true }, principal),
        ({ user, isChanged }, name) =>
          `${name} is enabled${isChanged ? ` with the role ${user.role}, and can log in.` : ', as before.'}`,
      ),
    )

const removeCommand = (): MuseumCommand =>
  userCommand('remove')
    .describe(
      'Removes a user. The tickets that the user sold stay valid, and the audit log keeps the name. To only end the access, ' +
        'disable the user.',
    )
    .example('users remove box-office-1', 'Remove box-office-1.')
    .note('The administrator of the environment is added again when a server starts: disable it instead.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        username,
        options,
        async ({ museum, principal, config }) => {
          const user = await museum.removeUser(username, principal)
          if (isRefusal(user)) return user
          warnOfEnvironment(
            username,
            config,
            'it is added again. Remove MUSEUM_ADMIN_USERNAME and MUSEUM_ADMIN_PASSWORD from the settings of the servers, ' +
              `or keep the user disabled: ${commandName()} users disable ${asArgument(username)}`,
          )
          return { user, isChanged: true }
        },
        (_, name) => `${name} is removed. Running servers refuse it within 5 seconds.`,
      ),
    )

const descriptions: Readonly<Record<Role, string>> = {
  admin: 'everything',
  'box-office':
    'reserve places; sell, find, send, cancel and refund tickets, fetch their images; read capacities, prices, hours and events',
  shop: "for the museum's website: reserve places, sell what is free; read its orders and tickets, fetch their images; read prices, hours and events",
  gate: 'admit tickets, fetch their images; read scans, ticket keys, prices, hours and events',
  reader: 'read prices, hours and events',
}

/** The rights of each role, for the help. */
export const roleDescriptions = [
  'Roles:',
  ...Object.entries(descriptions).map(([role, description]) => `  ${role.padEnd(12)}${description}`),
].join('\n')

/** A user in JSON, with the member names of the audit log. */
const toUserRecord = ({ username, role, isEnabled }: UserAccount) => ({ username, role, enabled: isEnabled })
