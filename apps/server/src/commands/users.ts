import { type Role, type UserAccount, type Username, userExists } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { parseNewUsername, parseRole } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { asArgument, commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { addPasswordOption, passwordNote } from '../command-line/new-password.ts'
import { print, printList } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'
import {
  disableCommand,
  enableCommand,
  passwordCommand,
  removeCommand,
  roleCommand,
  roleDescriptions,
  toUserRecord,
} from './change-user.ts'

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

type AddOptions = Readonly<{ role: Role; json?: true }>

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
      withMuseum(['addUser', 'listUsers'], async ({ museum, principal }) => {
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
    `${userExists(username).because} To change it:\n` +
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
    .action((options: Readonly<{ json?: true }>) =>
      withMuseum(['listUsers'], async ({ museum }) => {
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
