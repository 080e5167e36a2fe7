import { MuseumCommand } from '../command-line/museum-command.ts'
import { settingDescriptions } from '../settings/settings.ts'

export const serveCommand = (): MuseumCommand =>
  new MuseumCommand('serve')
    .describe(
      'Starts the server. It runs until SIGTERM or SIGINT (Ctrl-C), and then answers the requests in progress before it ends.',
    )
    .example('serve', 'Start with the settings in the environment.')
    .addHelpText('after', `\n${settingDescriptions}`)
    .action(async () => (await import('../startup/serve.ts')).serve())
