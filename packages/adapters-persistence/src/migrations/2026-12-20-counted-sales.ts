import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { type Engine, addColumnsOnce, dropColumnsOnce, newTable, tableNames, withTables } from '@museum/database'
import { leftoversFound } from './2026-12-08-occurrences.ts'

type Tables = {
  museum_ticket: {
    event_id: Uint8Array | null
    ticket_date: string
    occurrence_number: number | null
    state: string
  }
  special_event: { event_id: Uint8Array; capacity: number | null }
  occurrence: OccurrenceKey & { sold: number; capacity: number | null }
  removed_occurrence: OccurrenceKey & { removed_in_revision: number; removed_at: number; sold: number }
  general_entry: { capacity: number | null }
  general_entry_day: { entry_date: string; sold: number; capacity: number | null }
}
type OccurrenceKey = { event_id: Uint8Array; event_date: string; occurrence_number: number }

const renamedTables = {
  special_event_occurrence: 'occurrence',
  removed_special_event_occurrence: 'removed_occurrence',
  general_entry_limit: 'general_entry',
} as const

/**
 * Every ticket that is not cancelled is counted: in the row of its occurrence, even if that is removed, or in the row of its
 * day for general entry. The row also gets the capacity.
 *
 * Each sale and each cancellation of the version before reads a table that this migration renames. The renames come first and
 * wait for the transactions in progress. From then on, a server of that version fails, so no ticket changes while tickets are
 * counted. No ticket is rewritten.
 */
export const countedSales = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await rejectLeftovers(db)
  await engine.copyBeforeMigration('2026-12-20-counted-sales', '2026-12-08-occurrences')
  // MySQL cannot roll back table changes, so each step is skipped when an interrupted run has done it.
  for (const [from, to] of Object.entries(renamedTables))
    if ((await tableNames(db)).has(from)) await db.schema.alterTable(from).renameTo(to).execute()
  await db.schema.dropTable('place_counter').ifExists().execute()
  const count = [columns.integer, (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)] as const
  await addColumnsOnce(db, {
    occurrence: { sold: count, capacity: columns.integer },
    removed_occurrence: { sold: count },
    general_entry: { changes: count },
  })
  await dropColumnsOnce(db, {
    special_event: ['limit_number'],
    removed_special_event: ['limit_number'],
    general_entry: ['limit_number', 'limit_sequence'],
  })
  await newTable(db, engine, 'general_entry_day')
    .addColumn('entry_date', columns.calendarDate, (column) => column.notNull().primaryKey())
    .addColumn('sold', columns.integer, (column) => column.notNull())
    .addColumn('capacity', columns.integer)
    .execute()
  const tables = withTables<Tables>(db)
  // In one transaction, as on SQLite: on MySQL, each commit takes milliseconds.
  await (tables.isTransaction ? countTickets(engine)(tables) : tables.transaction().execute(countTickets(engine)))
}

/** Reads without locks, and writes rows by their keys. An interrupted run may have written the same values already. */
const countTickets = (engine: Engine) => async (db: Kysely<Tables>) => {
  const limited = await db
    .selectFrom('special_event')
    .select(['event_id', 'capacity'])
    .where('capacity', 'is not', null)
    .execute()
  for (const { event_id, capacity } of limited)
    await db.updateTable('occurrence').set({ capacity }).where('event_id', '=', event_id).execute()
  const counts = await db
    .selectFrom('museum_ticket')
    .select(['event_id', 'ticket_date', 'occurrence_number', ({ fn }) => fn.countAll<number>().as('sold')])
    .where('state', '!=', 'cancelled')
    .groupBy(['event_id', 'ticket_date', 'occurrence_number'])
    .execute()
  const days = new Map<string, number>()
  for (const { event_id, ticket_date, occurrence_number, sold } of counts)
    // The number of a general ticket is null or 1.
    if (event_id === null) days.set(ticket_date, (days.get(ticket_date) ?? 0) + sold)
    else
      await storeCount(db, engine, { event_id, event_date: ticket_date, occurrence_number: occurrence_number! }, sold)
  const { capacity } = await db.selectFrom('general_entry').select('capacity').executeTakeFirstOrThrow()
  for (const [entry_date, sold] of days)
    await db.replaceInto('general_entry_day').values({ entry_date, sold, capacity }).execute()
}

/**
 * Tickets for an occurrence that exists in no table get a row among the removed ones, so that every ticket is counted in one
 * row.
 */
const storeCount = async (db: Kysely<Tables>, { now }: Engine, key: OccurrenceKey, sold: number) => {
  for (const table of ['occurrence', 'removed_occurrence'] as const) {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ sold })
      .where(({ and }) => and(key))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) return
  }
  await db
    .insertInto('removed_occurrence')
    .values({ ...key, removed_in_revision: 0, removed_at: now, sold })
    .execute()
}

/**
 * Throws when old and new tables exist side by side: a backup was restored over a migrated database, and the rows of the
 * new tables are not those of the backup.
 */
const rejectLeftovers = async (db: Kysely<never>) => {
  const names = await tableNames(db)
  const pairs = Object.entries(renamedTables)
  const leftovers = pairs.filter(([from, to]) => names.has(from) && names.has(to)).map(([, to]) => to as string)
  // Created after all tables were renamed.
  if (names.has('general_entry_day') && pairs.some(([from]) => names.has(from))) leftovers.push('general_entry_day')
  if (leftovers.length > 0) throw leftoversFound(leftovers)
}
