import { Report } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import type { Context } from 'hono'
import { type ZodType, z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { type OkOfParts, type PartOfResponse, etagHeader, okWithEtagOfParts } from './conditional.ts'
import { jsonResponse, problemResponse } from './route.ts'
import { calendarDate, shownDate } from './schemas.ts'

/** The query of a report: its first and its last date. */
export const reportDates = z.object({
  from: calendarDate("The first date, in the museum's time zone.").meta({ example: '2030-05-17' }),
  to: calendarDate('The last date: less than 366 days after the first.').meta({ example: '2030-05-23' }),
})

/** The schema of a report; `order` describes the order of its rows. */
export const reportBody = <Row extends ZodType>(row: Row, order: string) =>
  z.object({
    from: shownDate('The first date.'),
    to: shownDate('The last date.'),
    rows: z.array(row).meta({ description: order }),
  })

/** For the documentation of a long response: why a period that has rows is refused. */
export const tooManyRowsFault = `The response would have more than ${Report.maxRows} rows. The detail names the days that fit.`

/** The responses of an operation that returns a report. */
export const reportResponses = <Body extends ZodType>(description: string, body: Body, name: string) => ({
  200: jsonResponse(description, body, etagHeader(`this state of the ${name}`)),
  400: problemResponse('A date is missing or malformed, or the period has no date, or more than 366.'),
  409: problemResponse(tooManyRowsFault, 'too-many-rows'),
})

/** Responds with a report, unless it was refused. */
export const okWithReport = async <Row, RowBody extends object>(
  c: Context<MuseumEnv>,
  report: Report<Row> | Refusal<'validation-failed'>,
  toBody: (row: Row) => RowBody,
): Promise<Refusal<'validation-failed'> | OkOfParts<ReportOf<RowBody>>> =>
  isRefusal(report) ? report : okWithEtagOfParts<ReportOf<RowBody>>(c, partsOfReport(report, toBody))
type ReportOf<RowBody> = { from: string; to: string; rows: RowBody[] }

/** The JSON text of a report in parts, at least one for each date; or its refusal, as soon as it has too many rows. */
async function* partsOfReport<Row>(
  { from, to, rowsByDate }: Report<Row>,
  toBody: (row: Row) => object,
): AsyncGenerator<PartOfResponse> {
  yield `{"from":"${from}","to":"${to}","rows":[`
  let [dates, count] = [0, 0]
  for await (const rows of rowsByDate) {
    if (count + rows.length > Report.maxRows) {
      yield Report.tooManyRows(from, dates)
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
