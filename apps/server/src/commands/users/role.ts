import { type Role, Username } from '@museum/application'
import { parseRole } from '../../command-line/argument-parsers.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { type UserOptions, changeUser } from './change-user.ts'
import { roleDescriptions } from './role-descriptions.ts'

export const roleCommand = (): MuseumCommand =>
  new MuseumCommand('role')
    .describe('Gives a user another role.')
    .argument('<name>', 'the name of the user', Username.normalize)
    .argument('<role>', 'admin, box-office, gate or reader', parseRole)
    .option('--json', 'Print JSON.')
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
            ? `${username} has the role ${role}. It counts on running servers within 5 seconds.`
            : `${username} has the role ${role}, as before.`,
      ),
    )
