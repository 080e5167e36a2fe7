import type { PurchaserDataCount } from '@museum/application'
import { Email } from '@museum/domain'
import { parseEmail } from '../../command-line/argument-parsers.ts'
import { askLine } from '../../command-line/ask-line.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { canAsk } from '../../command-line/confirm.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { readFirstLine } from '../../command-line/read-first-line.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { type ErasureOptions, countOf, eraseAfterQuestion } from './erase-after-question.ts'

const standardInput = '-'

export const eraseCommand = (): MuseumCommand =>
  new MuseumCommand('erase')
    .describe(
      'Erases the e-mail address and the phone number of a visitor from all tickets. The tickets stay: they are counted, and ' +
        'an upcoming one still admits with its code. It cannot be undone.',
    )
    .option(
      '--email <address>',
      'The e-mail address; case is ignored. With - it is asked for, or read from standard input, so that it is in no ' +
        'history of a shell.',
      (text) => (text === standardInput ? standardInput : parseEmail(text)),
    )
    .option('--yes', 'Erase without asking.')
    .option('--json', 'Print JSON.')
    .example('privacy erase --email visitor@example.org', 'Erase the data of a visitor.')
    .example('privacy erase --email -', 'Erase the data of a visitor, and type the address when it is asked for.')
    .action(
      async (options: ErasureOptions & Readonly<{ email?: Email | typeof standardInput }>, command: MuseumCommand) => {
        const given = options.email ?? command.rejectUsage('Use --email, with the address of the visitor.')
        await withMuseum(['countPurchaserData', 'erasePurchaserData'], async ({ museum, principal, config }) => {
          const email = given === standardInput ? await readEmail() : given
          const count = await museum.countPurchaserData({ email })
          await eraseAfterQuestion(
            {
              count,
              found: describe(count),
              nothing: 'No ticket has this e-mail address.',
              erase: (onProgress) => museum.erasePurchaserData(email, principal, { onProgress }),
            },
            options,
            config,
          )
        })
      },
    )

const readEmail = async (): Promise<Email> => {
  const line = canAsk() ? await askLine('E-mail address: ') : (await readFirstLine(process.stdin)).toString()
  const fault = Email.faultOf(line.trim())
  if (fault === undefined) return Email(line.trim())
  throw new CommandFailed(`The first line of standard input ${fault.detail}.`)
}

const describe = ({ tickets, upcoming }: PurchaserDataCount) => {
  const have = `${countOf(tickets)} ${tickets === 1 ? 'has' : 'have'} this e-mail address.`
  if (upcoming === 0) return have
  const valid =
    upcoming === 1
      ? '1 of them is valid for today or later and stays'
      : `${upcoming} of them are valid for today or later and stay`
  return `${have} ${valid} valid, but cannot be found by the address any more.`
}
