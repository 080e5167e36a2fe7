import { MuseumCommand } from '../command-line/museum-command.ts'

export const serveCommand = (): MuseumCommand =>
  new MuseumCommand('serve')
    .describe(
      'Starts the server. It runs until SIGTERM or SIGINT (Ctrl-C), and then answers the requests in progress before it ends.',
    )
    .example('serve', 'Start with the settings in the environment.')
    .helpOf(async () => (await import('../settings/describe-settings.ts')).settingsHelp())
    .action(async () => (await import('../startup/serve.ts')).serve())
