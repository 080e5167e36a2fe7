import { Username } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { asArgument } from '../../command-line/as-argument.ts'
import { commandName } from '../../command-line/command-name.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import type { Config } from '../../configuration/config.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'
import { type UserOptions, changeUser } from './change-user.ts'

export const removeCommand = (): MuseumCommand =>
  new MuseumCommand('remove')
    .describe(
      'Removes a user. The tickets that the user sold stay valid, and the audit keeps the name. To end the access only, ' +
        'disable the user.',
    )
    .argument('<name>', 'the name of the user', Username.normalize)
    .option('--json', 'Print JSON.')
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
        () => `${username} is removed. Running servers refuse it within 5 seconds.`,
      ),
    )

const warnOfEnvironment = (username: string, { administrator }: Config) => {
  if (administrator?.username === username)
    console.error(
      `${escapeForTerminal(username)} is the administrator of the environment: when a server starts, it is added again. ` +
        'Remove MUSEUM_ADMIN_USERNAME and MUSEUM_ADMIN_PASSWORD from the settings of the servers, or keep the user ' +
        `disabled: ${commandName()} users disable ${asArgument(username)}`,
    )
}
