import { Username } from '@museum/application'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { type UserOptions, changeUser } from './change-user.ts'

export const enableCommand = (): MuseumCommand =>
  new MuseumCommand('enable')
    .describe('Gives a disabled user access again, with the password and the role that the user had.')
    .argument('<name>', 'the name of the user', Username.normalize)
    .option('--json', 'Print JSON.')
    .example('users enable box-office-1', 'Give box-office-1 access again.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        'enableUser',
        username,
        options,
        ({ museum, principal }) => museum.enableUser(username, principal),
        ({ user, isChanged }) =>
          isChanged
            ? `${username} is enabled with the role ${user.role}, and can log in.`
            : `${username} is enabled, as before.`,
      ),
    )
