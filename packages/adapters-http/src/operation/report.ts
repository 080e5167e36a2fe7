import type { Report } from '@museum/application'
import { z } from 'zod'
import { calendarDate } from './schemas.ts'

/** The query of a report: its first and its last date. */
export const reportDates = z.object({
  from: calendarDate("The first date, in the museum's time zone.").meta({ example: '2030-05-17' }),
  to: calendarDate('The last date: less than 366 days after the first.').meta({ example: '2030-05-23' }),
})

/** For the documentation of a report: why its dates are refused. */
export const reportDatesFault = 'A date is missing or malformed, or the period has no date, or more than 366.'

/** The JSON text of a report in parts: that of a year may have 12 MB. */
export async function* partsOfReport<Row>(
  { from, to, rowsByDate }: Report<Row>,
  toBody: (row: Row) => object,
): AsyncGenerator<string> {
  yield `{"from":"${from}","to":"${to}","rows":[`
  let isFirst = true
  for await (const rows of rowsByDate)
    for (let start = 0; start < rows.length; start += rowsOfPart) {
      const part = JSON.stringify(rows.slice(start, start + rowsOfPart).map(toBody)).slice(1, -1)
      yield isFirst ? part : `,${part}`
      isFirst = false
    }
  yield ']}'
}
const rowsOfPart = 200
