import { type Role, type UserAccount, type Username, userExists } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { asArgument } from '../../command-line/as-argument.ts'
import { parseNewUsername, parseRole } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { commandName } from '../../command-line/command-name.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'
import { newPasswordOption, passwordNote } from './new-password-option.ts'
import { roleDescriptions } from './role-descriptions.ts'
import { toUserRecord } from './to-user-record.ts'

type Options = Readonly<{ role: Role; json?: true }>

export const addCommand = (): MuseumCommand => {
  const command = new MuseumCommand('add')
  const newPassword = newPasswordOption(command)
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
    .action((username: Username, { role, json }: Options) =>
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
          () => `${escapeForTerminal(username)} is added with the role ${role}, and can log in.`,
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
