import type { Erasure, PurchaserDataCount } from '@museum/application'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { canAsk, confirm } from '../../command-line/confirm.ts'
import { print } from '../../command-line/print.ts'
import { withProgress } from '../../command-line/with-progress.ts'
import type { Config } from '../../configuration/config.ts'

export type ErasureOptions = Readonly<{ yes?: true; json?: true }>

/** An erasure that a command is about to make. */
type PlannedErasure = Readonly<{
  count: PurchaserDataCount
  /** What is said of the tickets before the question. */
  found: string
  /** What is said when no ticket has the data. */
  nothing: string
  erase: (onProgress: (tickets: number) => void) => Promise<Erasure>
}>

/** Says how many tickets there are, asks, erases the data, and says what the command cannot reach. */
export const eraseAfterQuestion = async (
  { count, found, nothing, erase }: PlannedErasure,
  options: ErasureOptions,
  { databaseUrl }: Config,
): Promise<void> => {
  const hasTickets = count.tickets > 0
  if (hasTickets && !options.yes) {
    if (!canAsk()) throw new CommandFailed(`${found} Nothing was changed. Add --yes to erase the data.`)
    if (!(await confirm(`${found} Erase the data? It cannot be undone.`)))
      throw new CommandFailed('Nothing was changed.')
  }
  // Also without a ticket: an earlier run may have been interrupted before it overwrote the data.
  const erasure = await withProgress(count.tickets, (advance) => {
    let done = 0
    return erase((tickets) => {
      advance('tickets', tickets - done)
      done = tickets
    })
  })
  const { tickets, isOverwritten } = erasure
  if (!isOverwritten)
    console.error(
      'Another process reads the database all the time, such as a backup: the files beside it may still have the data. ' +
        'Run the same command again later.',
    )
  if (tickets > 0) console.error(describeCopies(databaseUrl))
  print(
    options,
    { tickets, upcoming: count.upcoming, isOverwritten },
    () => (tickets === 0 ? nothing : `The e-mail address and the phone number are erased from ${countOf(tickets)}.`),
    tickets > 0,
  )
}

/** A number of tickets, in words. */
export const countOf = (tickets: number): string => `${tickets} ${tickets === 1 ? 'ticket' : 'tickets'}`

const describeCopies = (databaseUrl: string) =>
  databaseUrl.startsWith('sqlite:')
    ? 'Copies are not changed: backups, and files beside the database with `.before-` or `.replaced-` in their names. Delete ' +
      'those that you do not need any more.'
    : 'Copies are not changed: backups, and the binary logs of the database server, which it deletes after ' +
      'binlog_expire_logs_seconds. Delete backups that you do not need any more.'
