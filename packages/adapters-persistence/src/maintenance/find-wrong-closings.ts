import { Closing, type ClosingPeriod, DrawerSales, type PeriodSums } from '@museum/domain'
import { recordedClosingOf, selectDrawerSales } from '../closings/closing-rows.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** Milliseconds for one statement. */
const statementMilliseconds = 60_000

/** A closing whose sums of a period differ from what was sold and refunded in the period. */
type WrongClosing = Readonly<{ closing: Closing; period: ClosingPeriod }>

/**
 * Compares the sums of closings with sales and refunds, the latest closings first, and starts with no further one after
 * `milliseconds`. Only periods that no later closing reads again are compared, so concurrent sales cause no difference. Returns those
 * that differ, and whether all were compared. Locks nothing.
 */
export const findWrongClosings = async ({ kysely, withDeadline }: MuseumDatabase, milliseconds = 20_000) => {
  const end = performance.now() + milliseconds
  const wrong: WrongClosing[] = []
  const identifiers = await kysely.selectFrom('closing').select('closing_id').orderBy('closed_at', 'desc').execute()
  for (const { closing_id } of identifiers) {
    if (performance.now() >= end) return { wrong, areAllCompared: false }
    const row = await kysely
      .selectFrom('closing')
      .selectAll()
      .where('closing_id', '=', closing_id)
      .executeTakeFirstOrThrow()
    const { closing, periods, sums } = recordedClosingOf(row)
    for (const period of periods.filter((each) => Closing.isFinal(each, closing))) {
      const sales = await withDeadline(statementMilliseconds, () => selectDrawerSales(kysely, closing.drawer, [period]))
      const closed = sums.filter(({ from }) => from === period.from)
      if (textOf(DrawerSales.byPeriod(sales)) !== textOf(closed)) wrong.push({ closing, period })
    }
  }
  return { wrong, areAllCompared: true }
}

const textOf = (sums: readonly PeriodSums[]) =>
  sums
    .map(({ method, sold, refunded, corrected }) => JSON.stringify([method, sold, refunded, corrected]))
    .toSorted()
    .join()
