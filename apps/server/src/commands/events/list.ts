import type { RemovedEvent } from '@museum/application'
import { type CalendarDate, Price, SpecialEvent } from '@museum/domain'
import { parseDate } from '../../command-line/argument-parsers.ts'
import { localTime } from '../../command-line/local-time.ts'
import { MuseumCommand } from '../../command-line/museum-command.ts'
import { print } from '../../command-line/print.ts'
import { readPages } from '../../command-line/read-pages.ts'
import { table } from '../../command-line/table.ts'
import { terminalWidth } from '../../command-line/terminal-width.ts'
import { withMuseum } from '../../command-line/with-museum.ts'

type Options = Readonly<{ from?: CalendarDate; to?: CalendarDate; deleted?: true; json?: true }>

export const listCommand = (): MuseumCommand =>
  new MuseumCommand('list')
    .describe('Shows the events with a date in a period, from today on unless it is given, or the deleted ones.')
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
        const { toSpecialEventBody } = await import('@museum/adapters-http')
        const period = { startDate: from ?? today, endDate: to }
        const events = await readPages(
          (page) => museum.listSpecialEvents(period, page),
          ({ eventId }) => eventId,
        )
        if (events.length === 0) console.error('There are no events in this period.')
        if (events.length > 0 || options.json)
          print(options, events.map(toSpecialEventBody), () => asTable(events, from ?? today, to))
      })
    })

/** The first date is the first one in the period. */
const asTable = (events: readonly SpecialEvent[], from: CalendarDate, to: CalendarDate | undefined) => {
  const datesOf = ({ occurrences }: SpecialEvent) => {
    const dates = occurrences.map(({ date }) => date)
    return shortDates(dates.filter((date) => date >= from && (to === undefined || date <= to)))
  }
  return table(
    events,
    [
      { title: 'ID', textOf: ({ eventId }) => eventId },
      { title: 'Dates', textOf: datesOf },
      { title: 'Price', textOf: ({ price }) => Price.toAmount(price).toFixed(2) },
      { title: 'Name', textOf: ({ name }) => name, mayShorten: true },
    ],
    terminalWidth(),
  )
}

const listDeleted = (options: Options) =>
  withMuseum(['listDeletedSpecialEvents'], async ({ museum, config }) => {
    const { toSpecialEventBody } = await import('@museum/adapters-http')
    const events: RemovedEvent[] = []
    for await (const event of museum.listDeletedSpecialEvents()) events.push(event)
    events.sort((a, b) => b.removedAt - a.removedAt)
    if (events.length === 0) console.error('There are no deleted events.')
    if (events.length > 0 || options.json)
      print(
        options,
        events.map(({ event, removedAt }) => ({
          ...toSpecialEventBody(event),
          deletedAt: new Date(removedAt).toISOString(),
        })),
        () => asTableOfDeleted(events, config.timeZone),
      )
  })

const asTableOfDeleted = (events: readonly RemovedEvent[], timeZone: string) =>
  table(
    events,
    [
      { title: 'ID', textOf: ({ event }) => event.eventId },
      { title: 'Deleted', textOf: ({ removedAt }) => localTime(removedAt, timeZone) },
      { title: 'Dates', textOf: ({ event }) => shortDates(SpecialEvent.datesOf(event)) },
      { title: 'Name', textOf: ({ event }) => event.name, mayShorten: true },
    ],
    terminalWidth(),
  )

/** The first date, and the number of the others. */
const shortDates = ([first, ...others]: readonly CalendarDate[]) =>
  others.length === 0 ? first! : `${first} +${others.length}`
