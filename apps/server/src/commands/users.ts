import { MuseumCommand } from '../command-line/museum-command.ts'
import { addCommand } from './users/add.ts'
import { disableCommand } from './users/disable.ts'
import { enableCommand } from './users/enable.ts'
import { listCommand } from './users/list.ts'
import { passwordCommand } from './users/password.ts'
import { removeCommand } from './users/remove.ts'
import { roleCommand } from './users/role.ts'

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
