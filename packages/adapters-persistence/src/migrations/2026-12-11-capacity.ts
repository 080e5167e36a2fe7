import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce, newTable, withTables } from '@museum/database'

type GeneralEntryLimit = { id: number; capacity: number | null; limit_number: number | null; limit_sequence: number }

/** Events and general entry get a capacity, which is null for all existing ones, and tables for it. No row is rewritten. */
export const capacity = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  const limit = { capacity: columns.integer, limit_number: columns.integer }
  await addColumnsOnce(db, { special_event: limit, removed_special_event: limit })
  await newTable(db, engine, 'general_entry_limit')
    .addColumn('id', columns.integer, (column) => column.notNull().primaryKey())
    .addColumn('capacity', columns.integer)
    .addColumn('limit_number', columns.integer)
    .addColumn('limit_sequence', columns.integer, (column) => column.notNull())
    .execute()
  await withTables<{ general_entry_limit: GeneralEntryLimit }>(db)
    .replaceInto('general_entry_limit')
    .values({ id: 1, capacity: null, limit_number: null, limit_sequence: 0 })
    .execute()
  await newTable(db, engine, 'place_counter')
    .addColumn('event_id', columns.uuid, (column) => column.notNull())
    .addColumn('event_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('occurrence_number', columns.integer, (column) => column.notNull())
    .addColumn('limit_number', columns.integer, (column) => column.notNull())
    .addColumn('sold', columns.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('place_counter_key', ['event_id', 'event_date', 'occurrence_number'])
    .execute()
}
