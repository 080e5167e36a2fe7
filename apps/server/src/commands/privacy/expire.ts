import { type PurchaserDataCount, checkDateToExpire } from '@museum/application'
import { type CalendarDate, isRefusal } from '@museum/domain'
import { parseDate } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { type ErasureOptions, countOf, eraseAfterQuestion } from './erase-after-question.ts'

export const expireCommand = (): MuseumCommand =>
  new MuseumCommand('expire')
    .describe(
      'Erases the e-mail addresses and phone numbers from the tickets for past dates. The tickets stay and are counted. It ' +
        'cannot be undone.',
    )
    .option('--before <date>', 'The first date whose tickets keep the data: today at the latest.', parseDate)
    .option('--yes', 'Erase without asking.')
    .option('--json', 'Print JSON.')
    .example('privacy expire --before 2026-01-01', 'Erase the data on the tickets for the dates before a year.')
    .note('With the setting MUSEUM_RETENTION_DAYS, the server does it every day.')
    .action(async (options: ErasureOptions & Readonly<{ before?: CalendarDate }>, command: MuseumCommand) => {
      const before =
        options.before ?? command.rejectUsage('Use --before, with the first date whose tickets keep the data.')
      await withMuseum(['countPurchaserData', 'expirePurchaserData'], async ({ museum, principal, config, today }) => {
        const refusal = checkDateToExpire(before, today)
        if (refusal !== undefined)
          throw new CommandFailed(`${refusal.because} Use --before ${today}, or an earlier date.`)
        const count = await museum.countPurchaserData({ before })
        await eraseAfterQuestion(
          {
            count,
            found: describe(count, before),
            nothing: `No ticket for a date before ${before} has an e-mail address.`,
            erase: async (onProgress) => {
              const erasure = await museum.expirePurchaserData(before, principal, { onProgress })
              if (isRefusal(erasure)) throw new CommandFailed(erasure.because)
              return erasure
            },
          },
          options,
          config,
        )
      })
    })

const describe = ({ tickets }: PurchaserDataCount, before: CalendarDate) =>
  `${countOf(tickets)} for dates before ${before} ${tickets === 1 ? 'has' : 'have'} an e-mail address.`
