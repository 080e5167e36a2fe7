import { Price, type Ticket, type TicketId, isRefusal } from '@museum/domain'
import { parseTicketId } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { commandName } from '../../command-line/command-name.ts'
import { localTime } from '../../command-line/local-time.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'
import { admittedTo } from './admitted-to.ts'

export const showCommand = (): MuseumCommand =>
  new MuseumCommand('show')
    .describe(
      'Shows a ticket: whether it is valid, admitted or cancelled, who bought it, and when and where it was used.',
    )
    .argument('<id>', 'the ID of the ticket', parseTicketId)
    .option('--json', 'Print JSON.')
    .example('tickets show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show a ticket; `tickets find` shows the IDs.')
    .action((ticketId: TicketId, options: Readonly<{ json?: true }>) =>
      withMuseum(['getTicket'], async ({ museum, config }) => {
        const { toSoldTicketBody } = await import('@museum/adapters-http')
        const ticket = await museum.getTicket(ticketId)
        if (isRefusal(ticket))
          throw new CommandFailed(`${ticket.because} To find one:\n  ${commandName()} tickets find --email ADDRESS`)
        print(options, toSoldTicketBody(ticket, { withPurchaser: true }), () => asText(ticket, config.timeZone))
      }),
    )

const asText = (ticket: Ticket, timeZone: string) => {
  const { ticketId, ticketDate, confirmationCode, purchaser, price, currency, state, soldAt, soldBy, admission } =
    ticket
  const timeOf = (milliseconds: number) => `${localTime(milliseconds, timeZone)} ${timeZone}`
  const lines: readonly (readonly [title: string, text: string])[] = [
    ['ID', ticketId],
    ['Code', confirmationCode],
    ['State', state],
    ['For', admittedTo(ticket)],
    ...(ticket.ticketType === 'event' ? ([['Location', ticket.event.location]] as const) : []),
    ['Date', ticketDate],
    ['Price', `${Price.toAmount(price).toFixed(2)} ${currency}`],
    ['E-mail', purchaser === undefined ? 'erased' : purchaser.email],
    ['Phone', purchaser === undefined ? 'erased' : (purchaser.phone ?? '-')],
    ['Sold', soldAt === undefined ? '-' : joined(timeOf(soldAt), 'by', soldBy)],
    ['Admitted', admission === undefined ? '-' : joined(timeOf(admission.at), 'at', admission.gate)],
  ]
  return lines.map(([title, text]) => `${title.padEnd(10)}${escapeForTerminal(text)}`).join('\n')
}

const joined = (text: string, preposition: string, name: string | undefined) =>
  name === undefined ? text : `${text} ${preposition} ${name}`
