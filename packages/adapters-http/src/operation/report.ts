import type { ReportDates } from '@museum/application'
import { z } from 'zod'
import { calendarDate } from './schemas.ts'

/** The query of a report: its first and its last date. */
export const reportDates = z.object({
  from: calendarDate("The first date, in the museum's time zone."),
  to: calendarDate('The last date: less than 366 days after the first.'),
})

/** For the documentation of a report: why its dates are refused. */
export const reportDatesFault = 'A date is missing or malformed, or the period has no date, or more than 366.'

/** The JSON text of a report in parts: that of a year may have 12 MB. */
export function* partsOfReport<Row>(
  { from, to, rows }: ReportDates & Readonly<{ rows: readonly Row[] }>,
  toBody: (row: Row) => object,
): Generator<string> {
  yield `{"from":"${from}","to":"${to}","rows":[`
  for (let first = 0; first < rows.length; first += rowsOfPart) {
    const part = JSON.stringify(rows.slice(first, first + rowsOfPart).map(toBody)).slice(1, -1)
    yield first === 0 ? part : `,${part}`
  }
  yield ']}'
}
const rowsOfPart = 200
