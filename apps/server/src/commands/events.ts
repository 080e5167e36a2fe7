import type { MemberName, SpecialEventBody } from '@museum/adapters-http/wire'
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
        const { toSpecialEventBody } = await import('@museum/adapters-http')
        const events = bodiesOf(museum.exportSpecialEvents(), toSpecialEventBody)
        await (format === 'csv' ? writeCsv(eventsAsCsv(events, delimiter)) : writeOutput(eventsAsJsonLines(events)))
      }),
    )

async function* bodiesOf(
  events: AsyncIterable<SpecialEvent>,
  toBody: (event: SpecialEvent) => SpecialEventBody,
): AsyncIterable<SpecialEventBody> {
  for await (const event of events) yield toBody(event)
}

/** Events as lines of CSV, titles first. The dates of an event are joined by `;`. */
export async function* eventsAsCsv(
  events: AsyncIterable<SpecialEventBody>,
  delimiter: Delimiter = ',',
): AsyncIterable<string> {
  const { csvLine } = await import('../command-line/csv-line.ts')
  const { memberNames } = await import('@museum/adapters-http')
  yield csvLine(memberNames, delimiter)
  for await (const event of events) {
    const cells = memberNames.map((name) => cellOf(event[name]))
    yield csvLine(cells, delimiter)
  }
}

const cellOf = (value: SpecialEventBody[MemberName]) => (Array.isArray(value) ? value.join(';') : value)

export async function* eventsAsJsonLines(events: AsyncIterable<SpecialEventBody>): AsyncIterable<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`
}
