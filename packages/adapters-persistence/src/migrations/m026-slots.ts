import { type Kysely, sql } from 'kysely'
import { type Engine, addColumnsOnce, createIndexesOnce, newTable, tableNames, withTables } from '@museum/database'
import { leftoversFound } from './2026-12-08-occurrences.ts'

type EventColumns = {
  event_id: Uint8Array
  name: string
  location: string
  event_description: string
  price: number
  revision: number
  capacity: number | null
}
type OccurrenceColumns = { event_id: Uint8Array; event_date: string; sold: number }

type Tables = {
  before_slots_occurrence: OccurrenceColumns & { occurrence_number: number; previous_date: string | null }
  before_slots_removed_occurrence: OccurrenceColumns & {
    occurrence_number: number
    removed_in_revision: number
    removed_at: number
  }
  before_slots_removed_special_event: EventColumns & { removed_at: number }
  before_slots_general_entry_day: { entry_date: string; sold: number }
  special_event: EventColumns & { deleted_at: number | null }
  event_occurrence: {
    event_id: Uint8Array
    event_date: string
    number: number
    previous_date: string | null
    removed_in_revision: number | null
    removed_at: number | null
  }
  slot: {
    offer_id: Uint8Array
    slot_date: string
    number: number
    slot_minute: number
    sold: number
    held: number
    changes: number
  }
}

/** In the order in which they are dropped. */
const replacedTables = ['general_entry_day', 'removed_special_event', 'removed_occurrence', 'occurrence'] as const
const createdTables = ['event_occurrence', 'slot']
const renamed = <Name extends string>(table: Name) => `before_slots_${table}` as const

/**
 * Each slot gets a row with the number of its sold tickets, which is never moved: `slot`. Occurrences and events that were removed
 * are marked in the tables of the existing ones. No ticket is read.
 *
 * The renames come first and wait for the transactions in progress. From then on, a server of the version before finds no table
 * that counts tickets or has dates of events, and reports that the database is unavailable. No new table has the name of an old
 * one, whose rows have another meaning.
 */
export const slots = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, orderedTableOptions } = engine
  const names = await tableNames(db)
  rejectLeftovers(names)
  await engine.copyBeforeMigration('m026-slots', '2026-12-20-counted-sales')
  // MySQL cannot roll back table changes, so each step is skipped when an interrupted run has done it.
  for (const table of replacedTables.toReversed())
    if (names.has(table)) await db.schema.alterTable(table).renameTo(renamed(table)).execute()
  await addColumnsOnce(db, { special_event: { deleted_at: columns.integer } })
  await newTable(db, engine, 'event_occurrence')
    .addColumn('event_id', columns.uuid, (column) => column.notNull())
    .addColumn('event_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('number', columns.integer, (column) => column.notNull())
    .addColumn('previous_date', columns.calendarDate)
    .addColumn('removed_in_revision', columns.integer)
    .addColumn('removed_at', columns.integer)
    .addPrimaryKeyConstraint('event_occurrence_key', ['event_id', 'event_date', 'number'])
    .execute()
  await newTable(db, { tableOptions: orderedTableOptions }, 'slot')
    .addColumn('offer_id', columns.uuid, (column) => column.notNull())
    .addColumn('slot_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('number', columns.integer, (column) => column.notNull())
    .addColumn('slot_minute', columns.integer, (column) => column.notNull())
    .addColumn('sold', columns.integer, (column) => column.notNull())
    .addColumn('held', columns.integer, (column) => column.notNull())
    .addColumn('changes', columns.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('slot_key', ['offer_id', 'slot_date', 'number', 'slot_minute'])
    .execute()
  // No name is one of an index of the renamed tables: on SQLite, these names are global.
  await createIndexesOnce(db, engine, {
    event_occurrence_by_removal: ['event_occurrence', 'removed_at', 'event_date', 'event_id', 'previous_date'],
    event_occurrence_by_date: ['event_occurrence', 'event_date', 'removed_at', 'event_id', 'number'],
    special_event_by_deletion: ['special_event', 'deleted_at', 'event_id'],
  })
  const left = await tableNames(db)
  // The first one is dropped after everything was copied.
  if (replacedTables.every((table) => left.has(renamed(table)))) {
    const tables = withTables<Tables>(db)
    // In one transaction, as on SQLite: on MySQL, each commit takes milliseconds.
    await (tables.isTransaction ? copyRows(tables) : tables.transaction().execute(copyRows))
  }
  for (const table of replacedTables) await db.schema.dropTable(renamed(table)).ifExists().execute()
}

/** An interrupted run may have written the same rows already. Existing occurrences replace removed ones with the same key. */
const copyRows = async (tables: Kysely<Tables>): Promise<void> => {
  const ofEvent = ['event_id', 'name', 'location', 'event_description', 'price', 'revision', 'capacity'] as const
  await tables
    .replaceInto('special_event')
    .columns([...ofEvent, 'deleted_at'])
    .expression(
      tables.selectFrom('before_slots_removed_special_event').select([...ofEvent, 'removed_at as deleted_at']),
    )
    .execute()
  await tables
    .replaceInto('event_occurrence')
    .columns(['event_id', 'event_date', 'number', 'removed_in_revision', 'removed_at'])
    .expression(
      tables
        .selectFrom('before_slots_removed_occurrence')
        .select(['event_id', 'event_date', 'occurrence_number as number', 'removed_in_revision', 'removed_at']),
    )
    .execute()
  await tables
    .replaceInto('event_occurrence')
    .columns(['event_id', 'event_date', 'number', 'previous_date'])
    .expression(
      tables
        .selectFrom('before_slots_occurrence')
        .select(['event_id', 'event_date', 'occurrence_number as number', 'previous_date']),
    )
    .execute()
  const ofSlot = ['offer_id', 'slot_date', 'number', 'slot_minute', 'sold', 'held', 'changes'] as const
  const [noTime, nothing] = [sql.lit(-1).as('slot_minute'), sql.lit(0)]
  for (const table of ['before_slots_removed_occurrence', 'before_slots_occurrence'] as const)
    await tables
      .replaceInto('slot')
      .columns(ofSlot)
      .expression(
        // Both tables have these columns.
        tables
          .selectFrom(table as 'before_slots_occurrence')
          .select(['event_id as offer_id', 'event_date as slot_date', 'occurrence_number as number', noTime, 'sold'])
          .select([nothing.as('held'), nothing.as('changes')]),
      )
      .execute()
  await tables
    .replaceInto('slot')
    .columns(ofSlot)
    .expression(
      tables
        .selectFrom('before_slots_general_entry_day')
        .select([sql`x'00000000000000000000000000000000'`.as('offer_id'), 'entry_date as slot_date'])
        .select([nothing.as('number'), noTime, 'sold', nothing.as('held'), nothing.as('changes')]),
    )
    .execute()
}

/**
 * Throws when old and new tables exist side by side: a backup was restored over a migrated database, and the rows of the
 * new tables are not those of the backup.
 */
const rejectLeftovers = (names: ReadonlySet<string>) => {
  const restored = replacedTables.filter((table) => names.has(table))
  // The new tables are created after all old ones were renamed.
  const created = restored.length > 0 ? createdTables : []
  const leftovers = [...restored.map(renamed), ...created].filter((table) => names.has(table))
  if (leftovers.length > 0) throw leftoversFound(leftovers)
}
