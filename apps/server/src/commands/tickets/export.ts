import { type EventId, isRefusal } from '@museum/domain'
import { parseEventId, parseWord } from '../../command-line/argument-parsers.ts'
import { CommandFailed } from '../../command-line/command-failed.ts'
import { commandName } from '../../command-line/command-name.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { withMuseum } from '../../command-line/with-museum.ts'
import { writeOutput } from '../../command-line/write-output.ts'

type Options = Readonly<{ event?: EventId; format: 'csv' | 'jsonl' }>

export const exportCommand = (): MuseumCommand =>
  new MuseumCommand('export')
    .describe(
      'Prints all tickets of an event, which may be deleted, with their purchasers and the prices at which they were sold: ' +
        'the list for refunds.',
    )
    .option('--event <id>', 'The ID of the event.', parseEventId)
    .option('--format <csv|jsonl>', 'The format.', parseWord('csv', 'jsonl'), 'csv')
    .example(
      'tickets export --event 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a > tickets.csv',
      'Write the tickets of an event to a file; `events list` and `events list --deleted` show the IDs.',
    )
    .note(
      'The column cancellation says what was cancelled: "ticket" for the ticket itself, "event" for its event or its date. ' +
        'A text that a spreadsheet would take for a formula, such as a phone number with +, has an apostrophe before it.',
    )
    .action(async ({ event: eventId, format }: Options, command: MuseumCommand) => {
      if (eventId === undefined) return command.rejectUsage('--event: the ID of an event is required.')
      return withMuseum(['exportTickets'], async ({ museum }) => {
        const tickets = await museum.exportTickets(eventId)
        if (isRefusal(tickets))
          throw new CommandFailed(
            `There is no special event ${eventId}, and no deleted one. To find one:\n` +
              `  ${commandName()} events list\n  ${commandName()} events list --deleted`,
          )
        const { ticketsAsCsv, ticketsAsJsonLines } = await import('./ticket-formats.ts')
        await writeOutput(format === 'csv' ? ticketsAsCsv(tickets) : ticketsAsJsonLines(tickets))
      })
    })
