import type { TicketFilter } from '@museum/application'
import type { CalendarDate, ConfirmationCode, Email, EventId, Ticket } from '@museum/domain'
import { parseConfirmationCode, parseDate, parseEmail, parseEventId } from '../../command-line/argument-parsers.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { readPages } from '../../command-line/read-pages.ts'
import { table } from '../../command-line/table.ts'
import { terminalWidth } from '../../command-line/terminal-width.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { admittedTo } from './admitted-to.ts'

type Options = Readonly<{
  code?: ConfirmationCode
  email?: Email
  event?: EventId
  date?: CalendarDate
  json?: true
}>

export const findCommand = (): MuseumCommand =>
  new MuseumCommand('find')
    .describe(
      'Finds tickets: the one with a confirmation code, those of an e-mail address, or those for a date of an event.',
    )
    .option('--code <code>', 'The confirmation code, such as ticket-general-e5e5gh-jk234.', parseConfirmationCode)
    .option('--email <address>', 'The e-mail address of the purchaser; case is ignored.', parseEmail)
    .option('--event <id>', 'The ID of an event, which may be deleted; needs --date.', parseEventId)
    .option('--date <date>', 'The date of the event.', parseDate)
    .option('--json', 'Print JSON.')
    .example('tickets find --email visitor@example.org', 'Find the tickets of a visitor who lost them.')
    .example('tickets find --code ticket-general-e5e5gh-jk234', 'Find the ticket with a confirmation code.')
    .example(
      'tickets find --event 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a --date 2030-05-17',
      'Find the tickets for a date of an event.',
    )
    .action(async (options: Options, command: MuseumCommand) => {
      const filter = filterOf(options) ?? command.rejectUsage('Use one of --code, --email, or --event with --date.')
      await withMuseum(['findTickets'], async ({ museum }) => {
        const { toSoldTicketBody } = await import('@museum/adapters-http')
        const tickets = await readPages(
          (page) => museum.findTickets(filter, page),
          ({ ticketId }) => ticketId,
        )
        if (tickets.length === 0) console.error('There are no such tickets.')
        if (tickets.length > 0 || options.json)
          print(
            options,
            tickets.map((ticket) => toSoldTicketBody(ticket, { withPurchaser: true })),
            () => asTable(tickets),
          )
      })
    })

/** `undefined` unless the options are one filter. */
const filterOf = ({ code, email, event, date }: Options): TicketFilter | undefined => {
  const filters = [
    ...(code === undefined ? [] : [{ confirmationCode: code }]),
    ...(email === undefined ? [] : [{ email }]),
    ...(event === undefined || date === undefined ? [] : [{ eventId: event, date }]),
  ]
  const isComplete = (event === undefined) === (date === undefined)
  return filters.length === 1 && isComplete ? filters[0] : undefined
}

const asTable = (tickets: readonly Ticket[]) =>
  table(
    tickets,
    [
      { title: 'ID', textOf: ({ ticketId }) => ticketId },
      { title: 'Code', textOf: ({ confirmationCode }) => confirmationCode },
      { title: 'State', textOf: ({ state }) => state },
      { title: 'Date', textOf: ({ ticketDate }) => ticketDate },
      { title: 'For', textOf: admittedTo, mayShorten: true },
      { title: 'E-mail', textOf: ({ purchaser }) => purchaser?.email ?? 'erased' },
    ],
    terminalWidth(),
  )
