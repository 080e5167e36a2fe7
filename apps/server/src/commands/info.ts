import { Price } from '@museum/domain'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { print } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { escapeForTerminal } from '../observability/log/escape-controls.ts'

export const infoCommand = (): MuseumCommand =>
  new MuseumCommand('info')
    .describe(
      'Shows what clients of the API are told: name, time zone, current date, price of general entry and language of the museum.',
    )
    .option('--json', 'Print JSON.')
    .example('info', 'Show the museum as clients see it with these settings.')
    .action((options: Readonly<{ json?: true }>) =>
      withMuseum(['getMuseum'], async ({ museum, principal }) => {
        const { toMuseumBody } = await import('@museum/adapters-http')
        const profile = await museum.getMuseum()
        const { name, timeZone, today, generalPrice, currency, language } = profile
        print(options, toMuseumBody(profile, principal), () =>
          [
            `Name           ${escapeForTerminal(name)}`,
            `Time zone      ${timeZone}`,
            `Today          ${today}`,
            `General entry  ${Price.toAmount(generalPrice).toFixed(2)} ${currency}`,
            `Language       ${language}`,
          ].join('\n'),
        )
      }),
    )
