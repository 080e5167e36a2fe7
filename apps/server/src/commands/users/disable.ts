import { Username } from '@museum/application'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { type UserOptions, changeUser } from './change-user.ts'

export const disableCommand = (): MuseumCommand =>
  new MuseumCommand('disable')
    .describe('Ends the access of a user, who stays listed and can be enabled again.')
    .argument('<name>', 'the name of the user', Username.normalize)
    .option('--json', 'Print JSON.')
    .example('users disable box-office-1', 'End the access of box-office-1.')
    .action((username: string, options: UserOptions) =>
      changeUser(
        'disableUser',
        username,
        options,
        ({ museum, principal }) => museum.disableUser(username, principal),
        ({ isChanged }) =>
          isChanged
            ? `${username} is disabled. Running servers refuse it within 5 seconds.`
            : `${username} is disabled, as before.`,
      ),
    )
