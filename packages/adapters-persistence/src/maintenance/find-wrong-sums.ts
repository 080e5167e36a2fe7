import type { SalesPeriod } from '@museum/application'
import type { Instant } from '@museum/domain'
import { type Kysely, sql } from 'kysely'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { idsOf } from '../sales/kysely-sales-repository.ts'
import type { StoredSums } from '../sales/summed-sales.ts'

/** Milliseconds for one statement. */
const statementMilliseconds = 60_000

/**
 * Compares the stored sums of sales with the tickets, the latest periods first, and starts with no further one after
 * `milliseconds`. Returns how many periods were checked, and those whose sums differ. Sums and tickets are read at one moment, so concurrent sales cause no difference. Locks nothing.
 */
export const findWrongSums = async ({ kysely, withDeadline }: MuseumDatabase, milliseconds = 20_000) => {
  const end = performance.now() + milliseconds
  const rows = await kysely
    .selectFrom('summed_sales')
    .select(['period_from', 'period_end'])
    .orderBy('period_from', 'desc')
    .execute()
  let periods = 0
  const wrong: Readonly<{ from: Instant; end: Instant }>[] = []
  for (const row of rows) {
    if (performance.now() >= end) break
    const period = { from: row.period_from, end: row.period_end }
    if (!(await withDeadline(statementMilliseconds, () => areRight(kysely, period)))) wrong.push(period)
    periods += 1
  }
  return { periods, wrong }
}

const areRight = async (tables: Kysely<MuseumTables>, period: SalesPeriod): Promise<boolean> => {
  const { first, next } = idsOf(period)
  const row = await tables
    .selectFrom('summed_sales')
    .select('sums')
    .select(({ selectFrom }) =>
      selectFrom('museum_ticket')
        .select(sql<string>`concat(count(*), ' ', coalesce(sum(price), 0))`.as('tickets'))
        .where('ticket_id', '>=', first)
        .where('ticket_id', '<', next)
        .whereRef('sold_at', '>=', 'summed_sales.period_from')
        .whereRef('sold_at', '<', 'summed_sales.summed_until')
        .as('tickets'),
    )
    .where('period_from', '=', period.from)
    .where('period_end', '=', period.end)
    .executeTakeFirst()
  if (row === undefined) return true
  const { sums } = JSON.parse(row.sums) as Pick<StoredSums, 'sums'>
  const tickets = sums.reduce((all, sum) => all + sum.tickets, 0)
  const amount = sums.reduce((all, sum) => all + BigInt(sum.amount), 0n)
  return row.tickets === `${tickets} ${amount}`
}
