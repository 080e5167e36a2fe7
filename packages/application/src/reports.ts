import { CalendarDate, type Refusal, refuse } from '@museum/domain'
import { faultOfPeriod } from './lists.ts'

/** The first and the last date of a report. */
export type ReportDates = Readonly<{ from: CalendarDate; to: CalendarDate }>

/** The maximum number of dates of a report. */
export const maxReportDays = 366

/**
 * The rows of a period: an array for each date, in ascending order. A date is read when its array is asked for, so that a year
 * is never in memory as a whole.
 */
export type Report<Row> = ReportDates & Readonly<{ rowsByDate: AsyncIterable<readonly Row[]> }>

/**
 * The report of a period, the rows of each date read by `rowsOf`. `validation-failed` for a period that ends before it begins, or
 * has more than `maxReportDays` dates.
 */
export const reportOf = <Row>(
  { from, to }: ReportDates,
  rowsOf: (date: CalendarDate) => Promise<readonly Row[]>,
): Report<Row> | Refusal<'validation-failed'> => {
  const fault = faultOfPeriod([from, to], ['from', 'to'], maxReportDays)
  if (fault !== undefined) return refuse('validation-failed', `${fault.member} ${fault.detail}.`, [fault])
  async function* rowsByDate() {
    for (const date of CalendarDate.between(from, to)) yield await rowsOf(date)
  }
  return { from, to, rowsByDate: rowsByDate() }
}

/** Reads all rows of a report. */
export const allRows = async <Row>({ rowsByDate }: Report<Row>): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for await (const rowsOfDate of rowsByDate) rows.push(...rowsOfDate)
  return rows
}
