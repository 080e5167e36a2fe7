import { type CalendarDate, type EventId, Instant, type TicketId } from '@museum/domain'
import type { RefundSum, SalesPeriod } from '@museum/application'
import { type CompiledQuery, type Kysely, type Transaction, sql } from 'kysely'
import { countChange, lockChanges } from '../database/change-lock.ts'
import type { Engine, UuidBytes } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'

/**
 * The sums of what was sold in a part of a day, which later reports need not add up again. They must contain every ticket that
 * was sold in that part, also one that is stored later. So:
 * - Only tickets are added up that were sold `marginMilliseconds` ago, by the clock of the database: a sale takes its time of
 *   sale before its transaction, which ends earlier.
 * - A sale whose time is longer ago than `lateMilliseconds` when its transaction begins (its server's clock is slow, or the
 *   server was paused) deletes the sums of its day. Such sales and the storing of sums exclude each other: both write the row
 *   `summed-sales` of `change_lock`.
 */
export const marginMilliseconds = 600_000
/** The rest of the margin is for the transaction. The database ends one that sends nothing for 70 s. */
const lateMilliseconds = 300_000

/** The end of that part of a period which can be added up. */
export const sumsEnd = ({ end }: SalesPeriod, now: number): SalesPeriod['end'] =>
  Math.min(end, now - marginMilliseconds) as SalesPeriod['end']

/** An occurrence of an event. The number is null for tickets that were sold before occurrences had one. */
export type Occurrence = readonly [eventId: EventId, date: CalendarDate, number: number | null]

/** A sum as JSON. */
export type StoredSum = Omit<RefundSum, 'amount'> & Readonly<{ amount: string }>

/**
 * The sums of the unused tickets of an occurrence that the event lost in its revision `removedIn`: they are cancelled. They
 * stay the same until the event is restored, since a cancelled ticket does not admit; a transaction that reverts an admission
 * deletes the sums.
 */
export type RemovedSums = Readonly<{ occurrence: Occurrence; removedIn: number; sums: readonly StoredSum[] }>

/**
 * The sums of the tickets that were cancelled individually, by occurrence; `null` is general entry. A cancellation is final, so
 * they are all of them as long as there are `count` cancellations of the tickets with the identifiers of the period.
 */
export type CancelledSums = Readonly<{
  count: number
  sums: readonly Readonly<{ occurrence: Occurrence | null; sum: StoredSum }>[]
}>

/**
 * The tickets of a period that were sold before `until`. `occurrences` are all for which any of them was sold. `removed` are some
 * of these that do not exist. `cancelled` is null for a day that has not ended.
 */
export type StoredSums = Readonly<{
  until: SalesPeriod['end']
  sums: readonly StoredSum[]
  occurrences: readonly Occurrence[]
  removed: readonly RemovedSums[]
  cancelled: CancelledSums | null
}>

type Period = Pick<SalesPeriod, 'from' | 'end'>

/**
 * The stored sums of a period, if there are any. `version` is increased whenever sums are stored or deleted; `databaseNow` is
 * in milliseconds since 1970.
 */
export const selectSummedSales = async (
  tables: Kysely<MuseumTables>,
  { now }: Engine,
  { from, end }: Period,
): Promise<Readonly<{ stored: StoredSums | undefined; version: number; databaseNow: number }>> => {
  // One statement: sums that are stored after it change the version.
  const row = await tables
    .selectFrom('change_lock')
    .leftJoin('summed_sales', (summed) =>
      // Sums of a server of the version before are not by till.
      summed.on('period_from', '=', sql.val(from)).on('period_end', '=', sql.val(end)).on('is_by_till', '=', 1),
    )
    .select(['changes', 'summed_until', 'sums', now.as('now')])
    .where('kind', '=', 'summed-sales')
    .executeTakeFirstOrThrow()
  const stored =
    row.sums === null ? undefined : { until: row.summed_until, ...(JSON.parse(row.sums) as Omit<StoredSums, 'until'>) }
  return { stored: stored as StoredSums | undefined, version: row.changes, databaseNow: row.now * 1_000 }
}

/** Stores sums of a period, unless the stored ones have changed since `version`. */
export const storeSummedSales = (
  { transaction, engine }: MuseumDatabase,
  { from, end }: Period,
  { until, ...sums }: StoredSums,
  version: number,
): Promise<void> =>
  transaction(async (tables) => {
    await lockChanges(tables, engine, 'summed-sales')
    const { changes } = await tables
      .selectFrom('change_lock')
      .select('changes')
      .where('kind', '=', 'summed-sales')
      .executeTakeFirstOrThrow()
    if (changes !== version) return
    await countChange(tables, 'summed-sales')
    await tables
      .replaceInto('summed_sales')
      .values({ period_from: from, period_end: end, summed_until: until, is_by_till: 1, sums: JSON.stringify(sums) })
      .execute()
  }, 'idempotent')

/** The statements with which a sale deletes the sums that may lack it; none for a sale that is not late. */
export const deletionsFor = (
  kysely: Kysely<MuseumTables>,
  soldAt: readonly number[],
  databaseNow: number,
): readonly CompiledQuery[] => {
  const late = soldAt.filter((moment) => moment < databaseNow - lateMilliseconds)
  return late.length === 0 ? [] : deletions(kysely, late)
}

/**
 * Deletes the sums that contain a ticket whose admission the transaction has reverted, if it is cancelled from then on. The ticket
 * must be locked.
 */
export const deleteSumsOfRemoved = async (
  tables: Transaction<MuseumTables>,
  ticketId: UuidBytes<TicketId>,
): Promise<void> => {
  const ticket = await tables
    .selectFrom('museum_ticket as ticket')
    .leftJoin('event_occurrence as occurrence', (occurrence) =>
      occurrence
        .onRef('occurrence.event_id', '=', 'ticket.event_id')
        .onRef('occurrence.event_date', '=', 'ticket.ticket_date')
        .onRef('occurrence.number', '=', 'ticket.occurrence_number')
        .on('occurrence.removed_at', 'is', null),
    )
    .select('sold_at')
    .where('ticket_id', '=', ticketId)
    .where(({ or, and, eb }) =>
      or([
        eb('ticket.state', '=', 'cancelled'),
        and([eb('ticket.event_id', 'is not', null), eb('occurrence.event_id', 'is', null)]),
      ]),
    )
    .executeTakeFirst()
  if (typeof ticket?.sold_at === 'number') await deleteSumsOf(tables, ticket.sold_at)
}

/** Deletes the sums with what was sold at a moment, of which the transaction changes something. */
export const deleteSumsOf = async (tables: Transaction<MuseumTables>, soldAt: number): Promise<void> => {
  for (const statement of deletions(tables, [soldAt])) await tables.executeQuery(statement)
}

const deletions = (kysely: Kysely<MuseumTables>, soldAt: readonly number[]): readonly CompiledQuery[] => {
  const count = kysely
    .updateTable('change_lock')
    .set(({ eb }) => ({ changes: eb('changes', '+', 1) }))
    .where('kind', '=', 'summed-sales')
  const deletion = kysely
    .deleteFrom('summed_sales')
    .where('period_from', '<=', Instant(Math.max(...soldAt)))
    .where('period_end', '>', Instant(Math.min(...soldAt)))
  return [count.compile(), deletion.compile()]
}
