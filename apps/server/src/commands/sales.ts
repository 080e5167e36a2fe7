import { Report, type ReportDates, type SalesRow } from '@museum/application'
import { type CalendarDate, type Currency, decimalOf, isRefusal } from '@museum/domain'
import { type Delimiter, delimiterOption, parseDate, parseWord } from '../command-line/argument-parsers.ts'
import { MuseumCommand } from '../command-line/museum-command.ts'
import { counted, print, terminalWidth, writeCsv } from '../command-line/output.ts'
import { withMuseum } from '../command-line/with-museum.ts'

type Options = Readonly<{
  from?: CalendarDate
  to?: CalendarDate
  format: 'table' | 'csv' | 'json'
  delimiter: Delimiter
}>

export const salesCommand = (): MuseumCommand =>
  new MuseumCommand('sales')
    .describe(
      'Shows what was sold and refunded on each date, by user, method of payment, till, event and price category. A sale stays on the ' +
        'date on which it was made; a refund is on the date on which it was settled.',
    )
    .option('--from <date>', 'The first date. By default today.', parseDate)
    .option('--to <date>', 'The last date, less than 366 days after the first. By default the first date.', parseDate)
    .option('--format <table|csv|json>', 'The format.', parseWord('table', 'csv', 'json'), 'table')
    .option(...delimiterOption)
    .example('sales', 'Show the sales and refunds of today.')
    .example('sales --from 2030-05-17', 'Show those of one date.')
    .example('sales --from 2030-05-01 --to 2030-05-31 --format csv > sales.csv', 'Write those of a month to a file.')
    .note(
      'Cancelled are those of the sold tickets that are cancelled now, whether they were refunded or not. The table and JSON end ' +
        'with the totals of each currency. In CSV, a text that a spreadsheet would take for a formula has an apostrophe before it.',
    )
    .action(({ from, to, format, delimiter }: Options, command: MuseumCommand) =>
      withMuseum(async ({ museum, principal, today }) => {
        const first = from ?? today
        const dates = { from: first, to: to ?? first }
        const report = await museum.getSales(dates, principal)
        if (isRefusal(report)) return command.rejectRefusal(report)
        if (format === 'csv') return writeCsv(asCsv(report.rowsByDate, delimiter))
        const rows = await Report.allRows(report)
        if (rows.length === 0) console.error('Nothing was sold or refunded.')
        if (format === 'json') print({ json: true }, await asRecord(dates, rows), () => '')
        else if (rows.length > 0) {
          const text = await asText(rows)
          print({}, rows, () => text)
        }
      }),
    )

/** All tickets of one kind of rows with prices in one currency. */
type Total = Readonly<{
  kind: SalesRow['kind']
  currency: Currency
  tickets: number
  amount: bigint
  cancelled: number
  cancelledAmount: bigint
}>

/** The totals of sales and of refunds for each currency, in the order of the currencies. */
const totalsOf = (rows: readonly SalesRow[]): readonly Total[] => {
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted()
  return currencies.flatMap((currency) =>
    (['sale', 'refund'] as const).flatMap((kind) => {
      const all = rows.filter((row) => row.kind === kind && row.currency === currency)
      return all.length === 0 ? [] : [all.reduce(plus, { kind, currency, ...nothing })]
    }),
  )
}

const nothing = { tickets: 0, amount: 0n, cancelled: 0, cancelledAmount: 0n }

const plus = (total: Total, row: SalesRow): Total => {
  const { cancelled, cancelledAmount } = row.kind === 'sale' ? row : nothing
  return {
    ...total,
    tickets: total.tickets + row.tickets,
    amount: total.amount + row.amount,
    cancelled: total.cancelled + cancelled,
    cancelledAmount: total.cancelledAmount + cancelledAmount,
  }
}

const asRecord = async (dates: ReportDates, rows: readonly SalesRow[]) => {
  const { toSalesRowBody } = await import('@museum/adapters-http/wire')
  return {
    ...dates,
    rows: rows.map(toSalesRowBody),
    totals: totalsOf(rows).map(({ kind, currency, tickets, amount, cancelled, cancelledAmount }) => {
      const total = { kind, currency, tickets, amount: Number(decimalOf(amount)) }
      return kind === 'refund'
        ? total
        : Object.assign(total, { cancelled, cancelledAmount: Number(decimalOf(cancelledAmount)) })
    }),
  }
}

const asText = async (rows: readonly SalesRow[]) => {
  const { table } = await import('../command-line/table.ts')
  const columns = [
    { title: 'Date', textOf: ({ date }: SalesRow) => date },
    { title: 'Kind', textOf: ({ kind }: SalesRow) => kind },
    { title: 'User', textOf: ({ user }: SalesRow) => user ?? '-', mayShorten: true as const },
    { title: 'Method', textOf: ({ method }: SalesRow) => method ?? '-' },
    ...(rows.some(({ till }) => till !== undefined)
      ? [{ title: 'Till', textOf: ({ till }: SalesRow) => till ?? '-', mayShorten: true as const }]
      : []),
    { title: 'For', textOf: ({ eventName }: SalesRow) => eventName ?? 'general entry', mayShorten: true as const },
    { title: 'Category', textOf: ({ priceCategory }: SalesRow) => priceCategory },
    { title: 'Tickets', textOf: ({ tickets }: SalesRow) => String(tickets) },
    { title: 'Amount', textOf: ({ amount, currency }: SalesRow) => money(amount, currency) },
    {
      title: 'Cancelled',
      textOf: (row: SalesRow) =>
        row.kind === 'refund' || row.cancelled === 0
          ? '-'
          : `${row.cancelled}, ${money(row.cancelledAmount, row.currency)}`,
    },
  ]
  return [table(rows, columns, terminalWidth()), '', ...totalsOf(rows).map(describeTotal)].join('\n')
}

const money = (amount: bigint, currency: Currency) => `${decimalOf(amount)} ${currency}`

const describeTotal = ({ kind, currency, tickets, amount, cancelled, cancelledAmount }: Total) =>
  `${kind === 'sale' ? 'Sales' : 'Refunds'}: ${counted(tickets, 'ticket')}, ${money(amount, currency)}` +
  (cancelled === 0 ? '' : `; cancelled now: ${counted(cancelled, 'ticket')}, ${money(cancelledAmount, currency)}`)

const titles = [
  'kind',
  'date',
  'user',
  'method',
  'ticketType',
  'eventId',
  'eventName',
  'priceCategory',
  'currency',
  'tickets',
  'amount',
  'cancelled',
  'cancelledAmount',
  // The last one, so that the others keep their places.
  'till',
] as const

/** The values of a row as cells: numbers of tickets as integers, amounts with decimals. */
const cellsOf = (row: SalesRow) => ({
  ...row,
  tickets: BigInt(row.tickets),
  amount: Number(decimalOf(row.amount)),
  cancelled: row.kind === 'sale' ? BigInt(row.cancelled) : null,
  cancelledAmount: row.kind === 'sale' ? Number(decimalOf(row.cancelledAmount)) : null,
})

/** Rows as lines of CSV, titles first. */
async function* asCsv(rowsByDate: AsyncIterable<readonly SalesRow[]>, delimiter: Delimiter): AsyncIterable<string> {
  const { csvLineForPeople } = await import('../command-line/csv-line.ts')
  yield csvLineForPeople(titles, delimiter)
  for await (const rows of rowsByDate)
    for (const cells of rows.map(cellsOf))
      yield csvLineForPeople(
        titles.map((title) => cells[title]),
        delimiter,
      )
}
