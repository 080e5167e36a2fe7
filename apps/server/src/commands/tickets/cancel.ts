import { type CancellationReason, type TicketId, isRefusal } from '@museum/domain'
import { parseReason, parseTicketId } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { escapeForTerminal } from '../../system/escape-controls.ts'
import { admittedTo } from './admitted-to.ts'

type Options = Readonly<{ reason?: CancellationReason; json?: true }>

export const cancelCommand = (): MuseumCommand =>
  new MuseumCommand('cancel')
    .describe(
      'Cancels a ticket that was not used. It is refused at the gate from then on, and its place can be sold again. A ' +
        'cancellation cannot be undone.',
    )
    .argument('<id>', 'the ID of the ticket', parseTicketId)
    .option('--reason <text>', 'Why, for the audit, on one line. Name no person in it.', parseReason)
    .option('--json', 'Print JSON.')
    .example('tickets cancel 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Cancel a ticket; `tickets find` shows the IDs.')
    .example(
      'tickets cancel 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a --reason Returned',
      'Cancel a ticket, with the reason in the audit.',
    )
    .action((ticketId: TicketId, options: Options) =>
      withMuseum(['cancelTicket'], async ({ museum, principal }) => {
        const { toSoldTicketBody } = await import('@museum/adapters-http')
        const ticket = await museum.cancelTicket(ticketId, options.reason, principal)
        if (isRefusal(ticket)) throw new CommandFailed(ticket.because)
        print(
          options,
          toSoldTicketBody(ticket, { withPurchaser: true }),
          () => escapeForTerminal(`The ticket ${ticketId} (${admittedTo(ticket)}, ${ticket.ticketDate}) is cancelled.`),
          true,
        )
      }),
    )
