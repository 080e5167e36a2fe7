import { type AttendanceRow, type AvailabilityOfDate, allRows } from '@museum/application'
import { type Availability, type CalendarDate, Price, isRefusal } from '@museum/domain'
import { parseDate } from '../command-line/argument-parsers.ts'
import { CommandFailed } from '../command-line/command-failed.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { counted, print, terminalWidth } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{ from?: CalendarDate; to?: CalendarDate; json?: true }>

export const availabilityCommand = (): MuseumCommand =>
  new MuseumCommand('availability')
    .describe(
      'Shows how many tickets for general entry and for each event are sold, and how many places are left, by date.',
    )
    .option('--from <date>', 'The first date. By default today.', parseDate)
    .option('--to <date>', 'The last date, less than 31 days after the first. By default 30 days after it.', parseDate)
    .option('--json', 'Print JSON.')
    .example('availability', 'Show the places of 31 days, from today on.')
    .example('availability --from 2030-05-17 --to 2030-05-17', 'Show those of one date.')
    .action(({ from, to, json }: Options, command: MuseumCommand) =>
      withMuseum(['getAvailability'], async ({ museum, today }) => {
        const { toAvailabilityOfDateBody } = await import('@museum/adapters-http')
        const { table } = await import('../command-line/table.ts')
        const dates = await museum.getAvailability({ startDate: from ?? today, endDate: to })
        if (isRefusal(dates) && dates.refusal === 'too-many-rows') throw new CommandFailed(dates.because)
        if (isRefusal(dates))
          command.rejectUsage(
            (dates.faults ?? []).map(({ member, detail }) => `--${withOptionNames(`${member} ${detail}`)}.`)[0]!,
          )
        const rows = dates.flatMap(rowsOf)
        if (rows.length === 0) console.error('The museum is closed on these dates, and there are no events.')
        if (rows.length > 0 || json)
          print({ json }, dates.map(toAvailabilityOfDateBody), () => table(rows, columns, terminalWidth()))
      }),
    )

const withOptionNames = (text: string) => text.replaceAll('startDate', 'from').replaceAll('endDate', 'to')

type Row = Readonly<{ name: string; price: Price; places: Availability }>

/** General entry, unless the museum is closed, then the events. */
const rowsOf = ({ generalEntry, events }: AvailabilityOfDate): readonly Row[] => [
  ...(generalEntry === undefined ? [] : [{ name: 'general entry', price: generalEntry.price, places: generalEntry }]),
  ...events.map(({ event: { name, price }, ...places }) => ({ name, price, places })),
]

const columns = [
  { title: 'Date', textOf: ({ places }: Row) => places.date },
  { title: 'For', textOf: ({ name }: Row) => name, mayShorten: true as const },
  { title: 'Price', textOf: ({ price }: Row) => Price.toAmount(price).toFixed(2) },
  { title: 'Capacity', textOf: ({ places }: Row) => String(places.capacity ?? '-') },
  { title: 'Sold', textOf: ({ places }: Row) => String(places.sold) },
  { title: 'Left', textOf: ({ places }: Row) => String(places.available ?? '-') },
]

export const attendanceCommand = (): MuseumCommand =>
  new MuseumCommand('attendance')
    .describe(
      'Shows how many tickets for each date are sold and not cancelled, and how many of them are admitted, for general entry and ' +
        'each event. The date is that of the tickets.',
    )
    .option('--from <date>', 'The first date. By default today.', parseDate)
    .option('--to <date>', 'The last date, less than 366 days after the first. By default the first date.', parseDate)
    .option('--json', 'Print JSON.')
    .example('attendance', 'Show the attendance of today.')
    .example('attendance --from 2030-05-01 --to 2030-05-31', 'Show that of a month.')
    .action(({ from, to, json }: Options, command: MuseumCommand) =>
      withMuseum(['getAttendance'], async ({ museum, today }) => {
        const { toAttendanceRowBody } = await import('@museum/adapters-http')
        const { table } = await import('../command-line/table.ts')
        const first = from ?? today
        const dates = { from: first, to: to ?? first }
        const report = await museum.getAttendance(dates)
        if (isRefusal(report)) command.rejectRefusal(report)
        const rows = await allRows(report)
        if (rows.length === 0) console.error('There are no tickets for these dates.')
        if (rows.length > 0 || json)
          print({ json }, { ...dates, rows: rows.map(toAttendanceRowBody) }, () =>
            [table(rows, attendanceColumns, terminalWidth()), '', describeTotal(rows)].join('\n'),
          )
      }),
    )

const attendanceColumns = [
  { title: 'Date', textOf: ({ date }: AttendanceRow) => date },
  {
    title: 'For',
    textOf: (row: AttendanceRow) => (row.ticketType === 'event' ? row.eventName : 'general entry'),
    mayShorten: true as const,
  },
  { title: 'Sold', textOf: ({ sold }: AttendanceRow) => String(sold) },
  { title: 'Admitted', textOf: ({ admitted }: AttendanceRow) => String(admitted) },
]

const describeTotal = (rows: readonly AttendanceRow[]) => {
  const sum = (count: (row: AttendanceRow) => number) => rows.reduce((total, row) => total + count(row), 0)
  return `Sold: ${counted(
    sum(({ sold }) => sold),
    'ticket',
  )}; admitted: ${sum(({ admitted }) => admitted)}`
}
