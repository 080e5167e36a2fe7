import { CalendarDate, Instant, type Refusal, refuse, refuseFaults } from '@museum/domain'
import { faultOfPeriod } from './lists.ts'
import type { MuseumPorts } from './ports.ts'

/** The first and the last date of a report. */
export type ReportDates = Readonly<{ from: CalendarDate; to: CalendarDate }>

/** The maximum number of dates of a report. */
const maxDays = 366
const maxRows = 10_000

/**
 * The rows of a period: an array for each date, in ascending order. A date is read when its array is asked for, so that a year
 * is never in memory as a whole.
 */
export type Report<Row> = ReportDates & Readonly<{ rowsByDate: AsyncIterable<readonly Row[]> }>

/** The moment at which the next date begins. The last date has a length of two days, since no time zone has a longer one. */
export const endOfDay = (date: CalendarDate, startOfDay: MuseumPorts['startOfDay']): Instant =>
  date === CalendarDate.last ? Instant(startOfDay(date) + 2 * 86_400_000) : startOfDay(CalendarDate.plusDays(date, 1))

/** Rows about several dates. */
export const Report = {
  /** The maximum number of rows in a response about several dates. */
  maxRows,

  /** The refusal of a period from `first` on of which only the first `dates` dates fit into a response. */
  tooManyRows: (first: CalendarDate, dates: number): Refusal<'too-many-rows'> => ({
    ...refuse('too-many-rows', `The response would have more than ${maxRows} rows: ${describeFit(first, dates)}`),
    values: { max: maxRows, from: first, days: dates },
  }),

  /**
   * The report of a period, the rows of each date read by `rowsOf`. `validation-failed` for a period that ends before it begins, or
   * has more than 366 dates.
   */
  of<Row>(
    { from, to }: ReportDates,
    rowsOf: (date: CalendarDate) => Promise<readonly Row[]>,
  ): Report<Row> | Refusal<'validation-failed'> {
    const fault = faultOfPeriod([from, to], ['from', 'to'], maxDays)
    if (fault !== undefined) return refuseFaults(fault)
    async function* rowsByDate() {
      for (const date of CalendarDate.between(from, to)) yield await rowsOf(date)
    }
    return { from, to, rowsByDate: rowsByDate() }
  },

  /** Reads all rows of a report. */
  async allRows<Row>({ rowsByDate }: Report<Row>): Promise<readonly Row[]> {
    const rows: Row[] = []
    for await (const rowsOfDate of rowsByDate) rows.push(...rowsOfDate)
    return rows
  },
}

const describeFit = (first: CalendarDate, dates: number) => {
  if (dates === 0) return `${first} alone has more.`
  const last = CalendarDate.plusDays(first, dates - 1)
  return dates === 1 ? `from ${first} on, 1 day fits.` : `from ${first} on, ${dates} days fit, until ${last}.`
}
