import { type ErasedCount, type Erasure, type Result, checkDateToExpire } from '@museum/application'
import { type CalendarDate, Email, isRefusal } from '@museum/domain'
import { parseDate, parseEmail } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { askLine, canAsk, confirm, readFirstLine } from '../command-line/input.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { counted, print } from '../command-line/output.ts'
import { withProgress } from '../command-line/progress.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import type { Config } from '../settings/settings.ts'

export const privacyCommand = (): MuseumCommand =>
  new MuseumCommand('privacy')
    .describe('Erases the e-mail addresses and phone numbers of visitors.')
    .addCommand(eraseCommand())
    .addCommand(expireCommand())
    .example('privacy erase --email visitor@example.org', 'Erase the data of a visitor who asks for it.')
    .example('privacy expire --before 2026-01-01', 'Erase the data on the tickets for the dates before a year.')

const standardInput = '-'

const eraseCommand = (): MuseumCommand =>
  new MuseumCommand('erase')
    .describe(
      'Erases the e-mail address and the phone number of a visitor from all tickets and reservations, and the labels of these ' +
        'reservations. The tickets stay: they are counted, and an upcoming one still admits with its code. It cannot be undone.',
    )
    .option(
      '--email <address>',
      'The e-mail address; case is ignored, and both forms of an international domain are found. With - it is asked for, or ' +
        'read from standard input, to keep it out of the history of the shell and of ps.',
      (text) => (text === standardInput ? standardInput : parseEmail(text)),
    )
    .option('--yes', 'Erase without asking.')
    .option('--json', 'Print JSON.')
    .example('privacy erase --email visitor@example.org', 'Erase the data of a visitor.')
    .example('privacy erase --email -', 'Erase the data of a visitor, and type the address when it is asked for.')
    .action(
      async (options: ErasureOptions & Readonly<{ email?: Email | typeof standardInput }>, command: MuseumCommand) => {
        const given = options.email ?? command.rejectUsage('Use --email, with the address of the visitor.')
        await withMuseum(async ({ museum, principal, config }) => {
          const email = given === standardInput ? await readEmail() : given
          const count = await museum.countPurchaserData({ email })
          await eraseAfterQuestion(
            {
              count,
              found: foundByEmail(count),
              nothing: 'No ticket and no reservation has this e-mail address.',
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
  const fault = Email.stored.faultOf(line.trim())
  if (fault === undefined) return Email.stored(line.trim())
  throw new CommandFailed(`The first line of standard input ${fault.detail}.`)
}

const foundByEmail = ({ tickets, upcoming, reservations }: Result<'countPurchaserData'>) => {
  const have = `${countedBoth({ tickets, reservations })} ${tickets + reservations === 1 ? 'has' : 'have'} this e-mail address.`
  if (upcoming === 0) return have
  const valid =
    upcoming === 1
      ? '1 ticket is valid for today or later and stays'
      : `${upcoming} tickets are valid for today or later and stay`
  return `${have} ${valid} valid, but can no longer be found by e-mail address.`
}

/** Such as "2 tickets and 1 reservation". */
const countedBoth = ({ tickets, reservations }: ErasedCount): string =>
  [
    ...(tickets > 0 || reservations === 0 ? [counted(tickets, 'ticket')] : []),
    ...(reservations > 0 ? [counted(reservations, 'reservation')] : []),
  ].join(' and ')

const expireCommand = (): MuseumCommand =>
  new MuseumCommand('expire')
    .describe(
      'Erases the e-mail addresses and phone numbers from the tickets for past dates, and from reservations for such dates that ' +
        'were not sold, and the labels of both. The tickets stay and are counted. It cannot be undone.',
    )
    .option('--before <date>', 'The first date whose tickets keep the data: today at the latest.', parseDate)
    .option('--yes', 'Erase without asking.')
    .option('--json', 'Print JSON.')
    .example('privacy expire --before 2026-01-01', 'Erase the data on the tickets for the dates before a year.')
    .note('With the setting MUSEUM_RETENTION_DAYS, the server does it every day.')
    .action(async (options: ErasureOptions & Readonly<{ before?: CalendarDate }>, command: MuseumCommand) => {
      const before =
        options.before ?? command.rejectUsage('Use --before, with the first date whose tickets keep the data.')
      await withMuseum(async ({ museum, principal, config, today }) => {
        const refusal = checkDateToExpire(before, today)
        if (refusal !== undefined)
          throw new CommandFailed(`${refusal.because} Use --before ${today}, or an earlier date.`)
        const count = await museum.countPurchaserData({ before })
        await eraseAfterQuestion(
          {
            count,
            found: foundBefore(count, before),
            nothing: `No ticket and no reservation for a date before ${before} has an e-mail address.`,
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

const foundBefore = (count: Result<'countPurchaserData'>, before: CalendarDate) =>
  `${countedBoth(count)} for dates before ${before} ${count.tickets + count.reservations === 1 ? 'has' : 'have'} an e-mail address` +
  `${count.reservations > 0 ? ' or a label' : ''}.`

type ErasureOptions = Readonly<{ yes?: true; json?: true }>

/** An erasure that a command prepares. */
type PlannedErasure = Readonly<{
  count: Result<'countPurchaserData'>
  /** The sentence about the tickets and reservations, before the question. */
  found: string
  /** The sentence that is printed when none has the data. */
  nothing: string
  erase: (onProgress: (tickets: number) => void) => Promise<Erasure>
}>

/** Prints how many tickets and reservations there are, asks, erases the data, and names the copies that the command cannot change. */
const eraseAfterQuestion = async (
  { count, found, nothing, erase }: PlannedErasure,
  options: ErasureOptions,
  { databaseUrl }: Config,
): Promise<void> => {
  if (count.tickets + count.reservations > 0 && !options.yes) {
    if (!canAsk()) throw new CommandFailed(`${found} Nothing was changed. Add --yes to erase the data.`)
    if (!(await confirm(`${found} Erase the data? It cannot be undone.`)))
      throw new CommandFailed('Nothing was changed.')
  }
  // Done even without a ticket: an earlier run may have been interrupted before it overwrote the data.
  const erasure = await withProgress(count.tickets, (advance) => {
    let done = 0
    return erase((tickets) => {
      advance('tickets', tickets - done)
      done = tickets
    })
  })
  const { tickets, reservations, isOverwritten } = erasure
  const isErased = tickets + reservations > 0
  if (!isOverwritten)
    console.error(
      'Another process, such as a backup, keeps reading the database: the files beside it may still contain the data. ' +
        'Run the same command again later.',
    )
  if (isErased) console.error(describeCopies(databaseUrl))
  print(
    options,
    { tickets, upcoming: count.upcoming, reservations, isOverwritten },
    () => (isErased ? `The e-mail address and the phone number are erased from ${countedBoth(erasure)}.` : nothing),
    isErased,
  )
}

const describeCopies = (databaseUrl: string) =>
  databaseUrl.startsWith('sqlite:')
    ? 'Copies are not changed: backups, and files beside the database with `.before-` or `.replaced-` in their names. Delete ' +
      'those that you no longer need.'
    : 'Copies are not changed: backups, and the binary logs of the database server, which it deletes after ' +
      'binlog_expire_logs_seconds. Delete backups that you no longer need.'
