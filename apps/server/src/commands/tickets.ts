import type { TicketFilter } from '@museum/application'
import {
  type CalendarDate,
  type CancellationReason,
  type ConfirmationCodes,
  type Email,
  type EventId,
  type Ticket,
  type TicketId,
  Price,
  isRefusal,
} from '@museum/domain'
import {
  parseConfirmationCode,
  parseDate,
  parseEmail,
  parseEventId,
  parseReason,
  parseTicketId,
} from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { localTime, print, printList } from '../command-line/output.ts'
import { readList, withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'
import { ticketsExportCommand as exportCommand } from './tickets-export.ts'

export const ticketsCommand = (): MuseumCommand =>
  new MuseumCommand('tickets')
    .describe('Finds, shows, cancels and exports tickets that are sold.')
    .addCommand(findCommand())
    .addCommand(showCommand())
    .addCommand(cancelCommand())
    .addCommand(exportCommand())
    .example('tickets find --email visitor@example.org', 'Find the tickets of a visitor who lost them.')
    .example('tickets show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show a ticket, and whether it was used.')

type FindOptions = Readonly<{
  code?: ConfirmationCodes
  email?: Email
  event?: EventId
  date?: CalendarDate
  json?: true
}>

const findCommand = (): MuseumCommand =>
  new MuseumCommand('find')
    .describe(
      'Finds tickets: the one with a confirmation code, those of an e-mail address, or those for a date of an event.',
    )
    .option('--code <code>', 'The confirmation code, such as ticket-general-e5e5gh-jk234.', parseConfirmationCode)
    .option(
      '--email <address>',
      'The e-mail address of the purchaser; case is ignored, and both forms of an international domain are found.',
      parseEmail,
    )
    .option('--event <id>', 'The ID of an event, which may be deleted; needs --date.', parseEventId)
    .option('--date <date>', 'The date of the event.', parseDate)
    .option('--json', 'Print JSON.')
    .example('tickets find --email visitor@example.org', 'Find the tickets of a visitor who lost them.')
    .example('tickets find --code ticket-general-e5e5gh-jk234', 'Find the ticket with a confirmation code.')
    .example(
      'tickets find --event 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a --date 2030-05-17',
      'Find the tickets for a date of an event.',
    )
    .action(async (options: FindOptions, command: MuseumCommand) => {
      const filter = filterOf(options) ?? command.rejectUsage('Use one of --code, --email, or --event with --date.')
      await withMuseum(['findTickets', 'findRefunds'], async ({ museum }) => {
        const { toSoldTicketBody } = await import('@museum/adapters-http/wire')
        const tickets = await readList<Ticket>(
          (request) => museum.findTickets(filter, request),
          ({ ticketId }) => ticketId,
        )
        const refunds = await museum.findRefunds(tickets)
        await printList(options, tickets, {
          none: 'There are no such tickets.',
          recordOf: (ticket) => toSoldTicketBody(ticket, { withPurchaser: true, refunds }),
          columns: [
            { title: 'ID', textOf: ({ ticketId }) => ticketId },
            { title: 'Code', textOf: ({ confirmationCode }) => confirmationCode },
            { title: 'State', textOf: ({ state }) => state },
            { title: 'Date', textOf: ({ ticketDate }) => ticketDate },
            { title: 'For', textOf: admittedTo, mayShorten: true },
            { title: 'E-mail', textOf: ({ purchaser }) => purchaser?.email ?? 'none' },
            ...(tickets.some(({ orderId }) => orderId !== undefined)
              ? [{ title: 'Order', textOf: ({ orderId }: Ticket) => orderId ?? '-' }]
              : []),
          ],
        })
      })
    })

/** The filter of the options; `undefined` if they do not form exactly one. */
const filterOf = ({ code, email, event, date }: FindOptions): TicketFilter | undefined => {
  const filters = [
    ...(code === undefined ? [] : [{ confirmationCodes: code }]),
    ...(email === undefined ? [] : [{ email }]),
    ...(event === undefined || date === undefined ? [] : [{ eventId: event, date }]),
  ]
  const isComplete = (event === undefined) === (date === undefined)
  return filters.length === 1 && isComplete ? filters[0] : undefined
}

const showCommand = (): MuseumCommand =>
  new MuseumCommand('show')
    .describe(
      'Shows a ticket: whether it is valid, admitted or cancelled, who bought it, and when and where it was used.',
    )
    .argument('<id>', 'the ID of the ticket', parseTicketId)
    .option('--json', 'Print JSON.')
    .example('tickets show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show a ticket; `tickets find` shows the IDs.')
    .action((ticketId: TicketId, options: Readonly<{ json?: true }>) =>
      withMuseum(['getTicket', 'findRefunds'], async ({ museum, config }) => {
        const { toSoldTicketBody } = await import('@museum/adapters-http/wire')
        const ticket = await museum.getTicket(ticketId)
        if (isRefusal(ticket))
          throw new CommandFailed(`${ticket.because} To find one:\n  ${commandName()} tickets find --email ADDRESS`)
        const refunds = await museum.findRefunds([ticket])
        const body = toSoldTicketBody(ticket, { withPurchaser: true, refunds })
        print(options, body, () => asText(ticket, body.refund?.state, config.timeZone))
      }),
    )

const asText = (ticket: Ticket, refund: string | undefined, timeZone: string) => {
  const { ticketId, ticketDate, confirmationCode, purchaser, price, currency, state, soldAt, soldBy, admission } =
    ticket
  const timeOf = (milliseconds: number) => `${localTime(milliseconds, timeZone)} ${timeZone}`
  const lines: readonly (readonly [title: string, text: string])[] = [
    ['ID', ticketId],
    ['Code', confirmationCode],
    ['State', state],
    ['For', admittedTo(ticket)],
    ...(ticket.event === undefined ? [] : ([['Location', ticket.event.location]] as const)),
    ['Date', ticketDate],
    ['Price', `${Price.toAmount(price).toFixed(2)} ${currency}`],
    ...(ticket.priceCategory === undefined ? [] : ([['Category', ticket.priceCategory.name]] as const)),
    ...(refund === undefined ? [] : ([['Refund', refund]] as const)),
    ...(ticket.orderId === undefined ? [] : ([['Order', ticket.orderId]] as const)),
    ['E-mail', purchaser?.email ?? 'none'],
    ['Phone', purchaser?.phone ?? 'none'],
    ['Sold', soldAt === undefined ? '-' : joined(timeOf(soldAt), 'by', soldBy)],
    ['Admitted', admission === undefined ? '-' : joined(timeOf(admission.at), 'at', admission.gate)],
  ]
  return lines.map(([title, text]) => `${title.padEnd(10)}${textForTerminal(text)}`).join('\n')
}

const joined = (text: string, preposition: string, name: string | undefined) =>
  name === undefined ? text : `${text} ${preposition} ${name}`

type CancelOptions = Readonly<{ reason?: CancellationReason; json?: true }>

const cancelCommand = (): MuseumCommand =>
  new MuseumCommand('cancel')
    .describe(
      'Cancels a ticket that was not used. It is refused at the gate from then on, and its place can be sold again. A ' +
        'cancellation cannot be undone.',
    )
    .argument('<id>', 'the ID of the ticket', parseTicketId)
    .option('--reason <text>', 'The reason, for the audit log, on one line. Name no person in it.', parseReason)
    .option('--json', 'Print JSON.')
    .example('tickets cancel 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Cancel a ticket; `tickets find` shows the IDs.')
    .example(
      'tickets cancel 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a --reason Returned',
      'Cancel a ticket, with the reason in the audit log.',
    )
    .action((ticketId: TicketId, options: CancelOptions) =>
      withMuseum(['cancelTicket', 'findRefunds'], async ({ museum, principal }) => {
        const { toSoldTicketBody } = await import('@museum/adapters-http/wire')
        const ticket = await museum.cancelTicket(ticketId, options.reason, principal)
        if (isRefusal(ticket)) throw new CommandFailed(ticket.because)
        const refunds = await museum.findRefunds([ticket])
        print(
          options,
          toSoldTicketBody(ticket, { withPurchaser: true, refunds }),
          () => `The ticket ${ticketId} (${textForTerminal(admittedTo(ticket))}, ${ticket.ticketDate}) is cancelled.`,
          true,
        )
      }),
    )

/** The event for which a ticket admits, with its name at the time of the sale; or general entry. */
export const admittedTo = ({ event }: Ticket): string => event?.name ?? 'general entry'
