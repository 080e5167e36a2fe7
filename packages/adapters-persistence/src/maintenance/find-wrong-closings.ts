import type { DatePeriod } from '@museum/application'
import { CalendarDate, type Closing, type DateSums, DrawerSales, type Instant } from '@museum/domain'
import { closingOf, selectDrawerSales } from '../closings/closing-rows.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** Milliseconds for one statement. */
const statementMilliseconds = 60_000

/** The calendar of the museum. */
type Calendar = Readonly<{ dateOf: (moment: Instant) => CalendarDate; periodOf: (date: CalendarDate) => DatePeriod }>

/** A closing whose sums of a date differ from what was sold and refunded on it. */
type WrongClosing = Readonly<{ closing: Closing; date: CalendarDate }>

/**
 * Compares the sums of closings with sales and refunds, the latest closings first, and starts with no further one after
 * `milliseconds`. Only dates that no later closing reads again are compared, so concurrent sales cause no difference. Returns how many
 * dates of closings were compared, and those that differ. Locks nothing.
 */
export const findWrongClosings = async (
  { kysely, withDeadline }: MuseumDatabase,
  { dateOf, periodOf }: Calendar,
  milliseconds = 20_000,
) => {
  const end = performance.now() + milliseconds
  const wrong: WrongClosing[] = []
  let dates = 0
  const rows = await kysely
    .selectFrom('closing')
    .select(['closing_id', 'closed_at', 'first_date'])
    .orderBy('closed_at', 'desc')
    .execute()
  for (const { closing_id, closed_at, first_date } of rows) {
    // The next closing reads from the day before this one on.
    const last = CalendarDate.plusDays(dateOf(closed_at), -2)
    if (first_date > last) continue
    if (performance.now() >= end) break
    const row = await kysely
      .selectFrom('closing')
      .selectAll()
      .where('closing_id', '=', closing_id)
      .executeTakeFirstOrThrow()
    const closing = closingOf(row)
    const counted = JSON.parse(row.sums) as readonly DateSums[]
    for (const date of CalendarDate.between(first_date, last)) {
      const sales = await withDeadline(statementMilliseconds, () =>
        selectDrawerSales(kysely, closing.drawer, [periodOf(date)]),
      )
      dates += 1
      const isOfDate = (sums: DateSums) => sums.date === date
      if (textOf(DrawerSales.byDate(sales)) !== textOf(counted.filter(isOfDate))) wrong.push({ closing, date })
    }
  }
  return { dates, wrong }
}

const textOf = (sums: readonly DateSums[]) =>
  sums
    .map(({ method, sold, refunded, corrected }) => JSON.stringify([method, sold, refunded, corrected]))
    .toSorted()
    .join()
