import { Username } from '@museum/application'
import type { Config } from '../../configuration/config.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'
import { type UserOptions, changeUser } from './change-user.ts'
import { newPasswordOption, passwordNote } from './new-password-option.ts'

export const passwordCommand = (): MuseumCommand => {
  const command = new MuseumCommand('password')
  const newPassword = newPasswordOption(command)
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
          if (config.administrator?.password !== password) warnOfEnvironment(username, config)
          return outcome
        },
        ({ user, isChanged }) =>
          (isChanged
            ? `${username} has the new password. Running servers refuse the former one within 5 seconds.`
            : `${username} has this password, as before.`) +
          (user.isEnabled ? '' : ` ${username} is disabled, and cannot log in.`),
      ),
    )
}

const warnOfEnvironment = (username: string, { administrator }: Config) => {
  if (administrator?.username === username)
    console.error(
      `${escapeForTerminal(username)} is the administrator of the environment: when a server starts, the password is ` +
        'that of MUSEUM_ADMIN_PASSWORD again. Change that setting too.',
    )
}
