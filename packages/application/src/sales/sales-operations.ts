import { CalendarDate, type Refusal, type Till } from '@museum/domain'
import type { Principal } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'
import { Report, type ReportDates, endOfDay } from '../reports.ts'
import type { RefundSum, SaleSum } from './sales-repository.ts'

/**
 * What was sold, or refunded, on a date. A sale has the date on which it was made, and keeps it when its tickets are cancelled;
 * a refund has the date on which it was settled.
 */
export type SalesRow = Readonly<{ date: CalendarDate }> &
  ((Readonly<{ kind: 'sale' }> & SaleSum) | (Readonly<{ kind: 'refund' }> & RefundSum))

/**
 * The sales and refunds of a period. For one date, sales before refunds; then by user, method, till, ticket type, name of the
 * event, eventId, price category and currency. Texts are compared by their UTF-16 code units; null is last.
 */
export type SalesReport = Report<SalesRow>

/** The maximum number of dates that are added up, in case the identifiers of some tickets do not begin with a time. */
const maxSummedDays = 3_660

export const salesOperations = ({
  sales,
  startOfDay,
  dateOf,
  now,
}: Pick<MuseumPorts, 'sales' | 'startOfDay' | 'dateOf' | 'now'>) => ({
  /**
   * Returns what was sold and refunded on each date of a period, in the museum's time zone. An administrator gets the rows of
   * all users; another principal gets only what it has sold and refunded itself. With a till, only what was sold and refunded
   * there. Refused as `Report.of` says.
   */
  getSales: async (
    { till, ...dates }: ReportDates & Readonly<{ till?: Till | undefined }>,
    { username, role }: Principal,
  ): Promise<SalesReport | Refusal<'validation-failed'>> => {
    const user = role === 'admin' ? undefined : username
    return Report.of(dates, async (date) => {
      const period = { from: startOfDay(date), end: endOfDay(date, startOfDay), user, till }
      const sold = (await sales.sumSales(period)).toSorted(compareSums)
      const refunded = (await sales.sumRefunds(period)).toSorted(compareSums)
      return [
        ...sold.map((sum) => Object.assign({ kind: 'sale' as const, date }, sum)),
        ...refunded.map((sum) => Object.assign({ kind: 'refund' as const, date }, sum)),
      ]
    })
  },
  /**
   * Adds up what was sold on each date, from today back to the first one with sales, so that reports need not. A date that has
   * been added up costs one short read. `mayContinue` is called after each date.
   */
  storeSalesSums: async (mayContinue: () => Promise<boolean>): Promise<void> => {
    const today = CalendarDate.toDays(dateOf(now()))
    for (let n = 0; n < maxSummedDays; n += 1) {
      const date = CalendarDate.ofDays(today - n)
      if (date === undefined) return
      const period = { from: startOfDay(date), end: endOfDay(date, startOfDay) }
      if (!(await sales.storeSums(period, now())) || !(await mayContinue())) return
    }
  },
})

const members = ['user', 'method', 'till', 'ticketType', 'eventName', 'eventId', 'priceCategory', 'currency'] as const

const compareSums = (a: RefundSum, b: RefundSum): number => {
  for (const member of members) {
    const [one = null, other = null] = [a[member], b[member]]
    if (one !== other) return other === null || (one !== null && one < other) ? -1 : 1
  }
  return 0
}
