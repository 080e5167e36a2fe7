import type { MemberName, SpecialEventBody } from '@museum/adapters-http/wire'
import type { DeletedEvent } from '@museum/application'
import { type CalendarDate, type EventId, Price, SpecialEvent, isRefusal } from '@museum/domain'
import { parseDate, parseEventId, parseWord } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { commandName } from '../command-line/command-name.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { localTime, print, printList, writeCsv, writeOutput } from '../command-line/output.ts'
import { readList, withMuseum } from '../command-line/with-museum.ts'
import { textForTerminal } from '../observability/log/escape-controls.ts'
import { eventsImportCommand as importCommand } from './events-import.ts'

export const eventsCommand = (): MuseumCommand =>
  new MuseumCommand('events')
    .describe('Shows, imports, exports and restores special events.')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(importCommand())
    .addCommand(exportCommand())
    .addCommand(restoreCommand())
    .example('events list', 'Show the events from today on.')
    .example('events import season.csv', 'Create the events of a file.')
    .example('events export --format csv', 'Print all events as CSV.')

type Options = Readonly<{ from?: CalendarDate; to?: CalendarDate; deleted?: true; json?: true }>

const listCommand = (): MuseumCommand =>
  new MuseumCommand('list')
    .describe('Shows the events with a date in a period, by default from today on, or the deleted events.')
    .option('--from <date>', 'The first date of the period, such as 2030-12-01.', parseDate)
    .option('--to <date>', 'The last date of the period. By default there is none.', parseDate)
    .option('--deleted', 'Show the deleted events, the latest deletion first.')
    .option('--json', 'Print JSON.')
    .example('events list', 'Show the events from today on.')
    .example('events list --deleted', 'Show the deleted events, with the IDs to restore them.')
    .example('events list --from 2030-12-01 --to 2030-12-31', 'Show the events of one month.')
    .action((options: Options, command: MuseumCommand) => {
      const { from, to } = options
      if (options.deleted) {
        if (from !== undefined || to !== undefined) command.rejectUsage('--deleted: use it without --from and --to.')
        return listDeleted(options)
      }
      if (from !== undefined && to !== undefined && to < from) command.rejectUsage(`--to: ${to} is before ${from}.`)
      return withMuseum(['listSpecialEvents'], async ({ museum, today }) => {
        const { toSpecialEventBody } = await import('@museum/adapters-http/wire')
        const period = { startDate: from ?? today, endDate: to }
        const events = await readList<SpecialEvent>(
          (request) => museum.listSpecialEvents(period, request),
          ({ eventId }) => eventId,
        )
        const isInPeriod = (date: CalendarDate) => date >= period.startDate && (to === undefined || date <= to)
        await printList(options, events, {
          none: 'There are no events in this period.',
          recordOf: toSpecialEventBody,
          columns: [
            { title: 'ID', textOf: ({ eventId }) => eventId },
            { title: 'Dates', textOf: (event) => shortDates(SpecialEvent.datesOf(event).filter(isInPeriod)) },
            { title: 'Price', textOf: ({ price }) => Price.toAmount(price).toFixed(2) },
            { title: 'Name', textOf: ({ name }) => name, mayShorten: true },
          ],
        })
      })
    })

const listDeleted = (options: Options) =>
  withMuseum(['listDeletedSpecialEvents'], async ({ museum, config }) => {
    const { toDeletedSpecialEventBody } = await import('@museum/adapters-http')
    const events = await readList<DeletedEvent>(museum.listDeletedSpecialEvents, ({ event }) => event.eventId)
    await printList(options, events, {
      none: 'There are no deleted events.',
      recordOf: toDeletedSpecialEventBody,
      columns: [
        { title: 'ID', textOf: ({ event }) => event.eventId },
        { title: 'Deleted', textOf: ({ deletedAt }) => localTime(deletedAt, config.timeZone) },
        { title: 'Dates', textOf: ({ event }) => shortDates(SpecialEvent.datesOf(event)) },
        { title: 'Name', textOf: ({ event }) => event.name, mayShorten: true },
      ],
    })
  })

/** The first date, and the number of the others. */
const shortDates = ([first, ...others]: readonly CalendarDate[]) =>
  others.length === 0 ? first! : `${first} +${others.length}`

const showCommand = (): MuseumCommand =>
  new MuseumCommand('show')
    .describe('Shows an event with all its dates.')
    .argument('<id>', 'the ID of the event', parseEventId)
    .option('--json', 'Print JSON.')
    .example('events show 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Show an event; `events list` shows the IDs.')
    .action((eventId: EventId, options: Readonly<{ json?: true }>) =>
      withMuseum(['getSpecialEvent'], async ({ museum, config }) => {
        const { toSpecialEventBody } = await import('@museum/adapters-http/wire')
        const event = await museum.getSpecialEvent(eventId)
        if (isRefusal(event)) throw new CommandFailed(event.because)
        print(options, toSpecialEventBody(event), () => asText(event, config.currency))
      }),
    )

const asText = (event: SpecialEvent, currency: string) => {
  const lines = (text: string) => text.split('\n').map(textForTerminal).join('\n             ')
  return [
    `ID           ${event.eventId}`,
    `Name         ${lines(event.name)}`,
    `Location     ${lines(event.location)}`,
    `Price        ${Price.toAmount(event.price).toFixed(2)} ${currency}`,
    `Dates        ${SpecialEvent.datesOf(event).join('\n             ')}`,
    `Description  ${lines(event.eventDescription)}`,
  ].join('\n')
}

const restoreCommand = (): MuseumCommand =>
  new MuseumCommand('restore')
    .describe(
      'Undoes the deletion of an event. The event gets its dates back, and the tickets that the deletion cancelled ' +
        'are valid again.',
    )
    .argument('<id>', 'the ID of the deleted event; `events list --deleted` shows it', parseEventId)
    .option('--json', 'Print JSON.')
    .example('events list --deleted', 'Show the deleted events and their IDs.')
    .example('events restore 0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a', 'Restore an event.')
    .action((eventId: EventId, options: Readonly<{ json?: true }>) =>
      withMuseum(['restoreSpecialEvent'], async ({ museum, principal }) => {
        const { toSpecialEventBody } = await import('@museum/adapters-http/wire')
        const outcome = await museum.restoreSpecialEvent(eventId, principal)
        if (isRefusal(outcome))
          throw new CommandFailed(
            `There is no special event ${eventId}, and no deleted one. To find one:\n  ${commandName()} events list --deleted`,
          )
        const { event, isChanged } = outcome
        print(
          options,
          { event: toSpecialEventBody(event), isChanged },
          () => describeOutcome(event, isChanged),
          isChanged,
        )
      }),
    )

const describeOutcome = (event: SpecialEvent, isChanged: boolean) => {
  const name = `"${textForTerminal(event.name)}"`
  if (!isChanged) return `${name} is not deleted: nothing was changed.`
  return `Restored ${name} on ${SpecialEvent.datesOf(event).join(', ')}. The tickets for it are valid again.`
}

const exportCommand = (): MuseumCommand =>
  new MuseumCommand('export')
    .describe('Prints all events, past ones too, as CSV or as JSON lines, one event on each line.')
    .option('--format <csv|jsonl>', 'The format.', parseWord('csv', 'jsonl'), 'csv')
    .example('events export > events.csv', 'Write all events to a file, as CSV.')
    .example('events export --format jsonl', 'Print all events as JSON lines.')
    .note(
      'In CSV, the dates of an event are joined by ";". A text that a spreadsheet would take for a formula, because it ' +
        'begins with =, +, -, @, a tab or a carriage return, has an apostrophe before it, also after a separator within a ' +
        'cell. An import removes these apostrophes.',
    )
    .action(({ format }: Readonly<{ format: 'csv' | 'jsonl' }>) =>
      withMuseum(['exportSpecialEvents'], async ({ museum }) => {
        const { toSpecialEventBody } = await import('@museum/adapters-http/wire')
        const events = bodiesOf(museum.exportSpecialEvents(), toSpecialEventBody)
        await (format === 'csv' ? writeCsv(eventsAsCsv(events)) : writeOutput(eventsAsJsonLines(events)))
      }),
    )

async function* bodiesOf(
  events: AsyncIterable<SpecialEvent>,
  toBody: (event: SpecialEvent) => SpecialEventBody,
): AsyncIterable<SpecialEventBody> {
  for await (const event of events) yield toBody(event)
}

/** Events as lines of CSV, titles first. The dates of an event are joined by `;`. */
export async function* eventsAsCsv(events: AsyncIterable<SpecialEventBody>): AsyncIterable<string> {
  const { csvLine } = await import('../command-line/csv-line.ts')
  const { memberNames } = await import('@museum/adapters-http/wire')
  yield csvLine(memberNames)
  for await (const event of events) yield csvLine(memberNames.map((name) => cellOf(event[name])))
}

const cellOf = (value: SpecialEventBody[MemberName]) => (Array.isArray(value) ? value.join(';') : value)

export async function* eventsAsJsonLines(events: AsyncIterable<SpecialEventBody>): AsyncIterable<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`
}
