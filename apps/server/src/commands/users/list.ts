import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { table } from '../../command-line/table.ts'
import { terminalWidth } from '../../command-line/terminal-width.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { toUserRecord } from './to-user-record.ts'

export const listCommand = (): MuseumCommand =>
  new MuseumCommand('list')
    .describe('Shows all users with their roles, and whether they are enabled.')
    .option('--json', 'Print JSON.')
    .example('users list', 'Show all users.')
    .action((options: Readonly<{ json?: true }>) =>
      withMuseum(['listUsers'], async ({ museum }) => {
        const accounts = await museum.listUsers()
        if (accounts.length === 0) console.error('There are no users.')
        if (accounts.length > 0 || options.json)
          print(options, accounts.map(toUserRecord), () =>
            table(
              accounts,
              [
                { title: 'Name', textOf: ({ username }) => username, mayShorten: true },
                { title: 'Role', textOf: ({ role }) => role },
                { title: 'Enabled', textOf: ({ isEnabled }) => (isEnabled ? 'yes' : 'no') },
              ],
              terminalWidth(),
            ),
          )
      }),
    )
