import type { ExportedEvent, MemberName } from '@museum/adapters-http/wire'
import type { SpecialEvent } from '@museum/domain'
import { type Delimiter, delimiterOption, parseWord } from '../command-line/argument-parsers.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { writeCsv, writeOutput } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'
import { eventsImportCommand as importCommand } from './events-import.ts'

export const eventsCommand = (): MuseumCommand =>
  new MuseumCommand('events')
    .describe('Imports and exports special events.')
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .example('events import season.csv', 'Create the events of a file.')
    .example('events export --format csv', 'Print all events as CSV.')

const exportCommand = (): MuseumCommand =>
  new MuseumCommand('export')
    .describe('Prints all events, past ones too, as CSV or as JSON lines, one event on each line.')
    .option('--format <csv|jsonl>', 'The format.', parseWord('csv', 'jsonl'), 'csv')
    .option(...delimiterOption)
    .example('events export > events.csv', 'Write all events to a file, as CSV.')
    .example('events export --format jsonl', 'Print all events as JSON lines.')
    .note(
      'In CSV, the dates of an event are joined by ";". A text that a spreadsheet would take for a formula, because it ' +
        'begins with =, +, -, @, a tab or a carriage return, has an apostrophe before it, also after a separator within a ' +
        'cell. An import removes these apostrophes.',
    )
    .action(({ format, delimiter }: Readonly<{ format: 'csv' | 'jsonl'; delimiter: Delimiter }>) =>
      withMuseum(async ({ museum }) => {
        const { toExportedEvent } = await import('@museum/adapters-http/wire')
        const events = exported(museum.exportSpecialEvents(), toExportedEvent)
        await (format === 'csv' ? writeCsv(eventsAsCsv(events, delimiter)) : writeOutput(eventsAsJsonLines(events)))
      }),
    )

async function* exported(
  events: AsyncIterable<SpecialEvent>,
  toExportedEvent: (event: SpecialEvent) => ExportedEvent,
): AsyncIterable<ExportedEvent> {
  for await (const event of events) yield toExportedEvent(event)
}

/** Events as lines of CSV, titles first. The dates of an event are joined by `;`. */
export async function* eventsAsCsv(
  events: AsyncIterable<ExportedEvent>,
  delimiter: Delimiter = ',',
): AsyncIterable<string> {
  const { csvLine } = await import('../command-line/csv-line.ts')
  const { memberNames } = await import('@museum/adapters-http/wire')
  yield csvLine(memberNames, delimiter)
  for await (const event of events) {
    const cells = memberNames.map((name) => cellOf(name, event))
    yield csvLine(cells, delimiter)
  }
}

const cellOf = (name: MemberName, event: ExportedEvent) => {
  if (name === 'dates') return event.dates.join(';')
  // Not as a number, which would have two decimals, as prices have.
  return name === 'capacity' ? String(event.capacity ?? '') : event[name]
}

export async function* eventsAsJsonLines(events: AsyncIterable<ExportedEvent>): AsyncIterable<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`
}
