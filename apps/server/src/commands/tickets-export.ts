import type { TicketOfEvent } from '@museum/application'
import { type EventId, Price, isRefusal } from '@museum/domain'
import { type Delimiter, delimiterOption, parseEventId, parseWord } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { writeCsv, writeOutput } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{ event?: EventId; format: 'csv' | 'jsonl'; delimiter: Delimiter }>

export const ticketsCommand = (): MuseumCommand =>
  new MuseumCommand('tickets')
    .describe('Exports tickets that are sold.')
    .addCommand(exportCommand())
    .example(
      'tickets export --event 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a > tickets.csv',
      'Write the tickets of an event to a file.',
    )

const exportCommand = (): MuseumCommand =>
  new MuseumCommand('export')
    .describe(
      'Prints all tickets of an event, which may be deleted, with their purchasers and the prices at which they were sold: ' +
        'the list for refunds.',
    )
    .option('--event <id>', 'The ID of the event.', parseEventId)
    .option('--format <csv|jsonl>', 'The format.', parseWord('csv', 'jsonl'), 'csv')
    .option(...delimiterOption)
    .example(
      'tickets export --event 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a > tickets.csv',
      'Write the tickets of an event to a file; `call listSpecialEvents` and `call listDeletedSpecialEvents` show the IDs.',
    )
    .note(
      'The column cancellation says what was cancelled: "ticket" for the ticket itself, "event" for its event or its date. ' +
        'In CSV, a text that a spreadsheet would take for a formula, such as a phone number with +, has an apostrophe before ' +
        'it, also after a separator within a cell, and control characters are escaped, such as \\u001b.',
    )
    .action(async ({ event: eventId, format, delimiter }: Options, command: MuseumCommand) => {
      if (eventId === undefined) return command.rejectUsage('--event: the ID of an event is required.')
      return withMuseum(async ({ museum }) => {
        const tickets = await museum.exportTickets(eventId)
        if (isRefusal(tickets))
          throw new CommandFailed(
            `There is no special event ${eventId}, and no deleted one. To find one:\n` +
              `  ${commandName()} call listSpecialEvents\n  ${commandName()} call listDeletedSpecialEvents`,
          )
        await (format === 'csv' ? writeCsv(ticketsAsCsv(tickets, delimiter)) : writeOutput(ticketsAsJsonLines(tickets)))
      })
    })

/**
 * A ticket in an export, the list for refunds. The list is passed on to others, so it has no confirmation codes, which admit.
 * `cancellation` is `ticket` when the ticket itself was cancelled, and perhaps refunded at that time, and `event` when its
 * event was deleted or its date removed. A value that is not known, or was erased, is null.
 */
const exportedTicket = ({ ticket, cancellation }: TicketOfEvent) => ({
  ticketId: ticket.ticketId,
  ticketType: ticket.ticketType,
  ticketDate: ticket.ticketDate,
  eventName: ticket.event.name,
  state: ticket.state,
  cancellation: cancellation === undefined ? null : cancellation.cause === 'ticket' ? 'ticket' : 'event',
  cancelledAt: cancellation?.at === undefined ? null : dateTimeOf(cancellation.at),
  cancellationReason: cancellation?.reason ?? null,
  price: Price.toAmount(ticket.price),
  currency: ticket.currency,
  soldAt: ticket.soldAt === undefined ? null : dateTimeOf(ticket.soldAt),
  email: ticket.purchaser?.email ?? null,
  phone: ticket.purchaser?.phone ?? null,
  entryTime: ticket.entryTime ?? null,
})

const dateTimeOf = (milliseconds: number) => new Date(milliseconds).toISOString()

type ExportedTicket = ReturnType<typeof exportedTicket>

const titles = [
  'ticketId',
  'ticketType',
  'ticketDate',
  'eventName',
  'state',
  'cancellation',
  'cancelledAt',
  'cancellationReason',
  'price',
  'currency',
  'soldAt',
  'email',
  'phone',
  // Last, where it moves no column of a spreadsheet that was made before.
  'entryTime',
] as const satisfies (keyof ExportedTicket)[]

/** Tickets as lines of CSV, titles first, for people: it cannot be imported, since control characters are escaped. */
async function* ticketsAsCsv(tickets: AsyncIterable<TicketOfEvent>, delimiter: Delimiter): AsyncIterable<string> {
  const { csvLineForPeople } = await import('../command-line/csv-line.ts')
  yield csvLineForPeople(titles, delimiter)
  for await (const each of tickets) {
    const ticket = exportedTicket(each)
    yield csvLineForPeople(
      titles.map((title) => ticket[title]),
      delimiter,
    )
  }
}

async function* ticketsAsJsonLines(tickets: AsyncIterable<TicketOfEvent>): AsyncIterable<string> {
  for await (const each of tickets) yield `${JSON.stringify(exportedTicket(each))}\n`
}
