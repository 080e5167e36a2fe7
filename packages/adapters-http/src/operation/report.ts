import { type Report, maxRows, tooManyRows } from '@museum/application'
import { z } from 'zod'
import type { PartOfResponse } from './conditional.ts'
import { calendarDate } from './schemas.ts'

/** The query of a report: its first and its last date. */
export const reportDates = z.object({
  from: calendarDate("The first date, in the museum's time zone.").meta({ example: '2030-05-17' }),
  to: calendarDate('The last date: less than 366 days after the first.').meta({ example: '2030-05-23' }),
})

/** For the documentation of a report: why its dates are refused. */
export const reportDatesFault = 'A date is missing or malformed, or the period has no date, or more than 366.'

/** For the documentation of a report: why a period that has rows is refused. */
export const tooManyRowsFault = `The response would have more than ${maxRows} rows. The detail names the days that fit.`

/** The JSON text of a report in parts, at least one for each date; or its refusal, as soon as it has too many rows. */
export async function* partsOfReport<Row>(
  { from, to, rowsByDate }: Report<Row>,
  toBody: (row: Row) => object,
): AsyncGenerator<PartOfResponse> {
  yield `{"from":"${from}","to":"${to}","rows":[`
  let [dates, count] = [0, 0]
  for await (const rows of rowsByDate) {
    if (count + rows.length > maxRows) {
      yield tooManyRows(from, dates)
      return
    }
    // Without a part, the response could not end between the dates.
    if (rows.length === 0) yield ''
    yield* partsOfRows(rows, toBody, count === 0)
    dates += 1
    count += rows.length
  }
  yield ']}'
}

/** The JSON texts of rows in parts; `isFirst`: no row is before them in their array. */
export function* partsOfRows<Row>(
  rows: readonly Row[],
  toBody: (row: Row) => object,
  isFirst: boolean,
): Generator<string> {
  for (let start = 0; start < rows.length; start += rowsOfPart) {
    const part = JSON.stringify(rows.slice(start, start + rowsOfPart).map(toBody)).slice(1, -1)
    yield isFirst && start === 0 ? part : `,${part}`
  }
}
const rowsOfPart = 200
