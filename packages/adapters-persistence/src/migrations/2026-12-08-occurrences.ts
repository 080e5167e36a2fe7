import type { Kysely } from 'kysely'
import { DatabaseMisconfigured, type Engine, addColumnsOnce, newTable, tableNames } from '@museum/database'

/**
 * Every date of an event becomes an occurrence with a number, and a ticket stores the number of its occurrence.
 *
 * No row is rewritten: the defaults of the new columns give every existing event the revision 1, and every existing date
 * and ticket the number 1, so a valid event ticket belongs to the occurrence on its date. Cancelled tickets keep their
 * state. Two tables are renamed, so that a server of an older version fails instead of selling tickets.
 */
export const occurrences = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await rejectLeftovers(db)
  await engine.copyBeforeMigration('2026-12-08-occurrences')
  await rename(db, 'ticket', 'museum_ticket')
  await rename(db, 'special_event_date', 'special_event_occurrence')
  await addColumnsOnce(db, {
    special_event: { revision: [columns.integer, (column) => column.defaultTo(1).notNull()] },
    special_event_occurrence: { occurrence_number: [columns.integer, (column) => column.defaultTo(1).notNull()] },
    museum_ticket: {
      occurrence_number: [columns.integer, (column) => column.defaultTo(1)],
      sold_at: columns.integer,
      sold_by: columns.bytes(1020),
      signing_key: columns.integer,
    },
  })
  await newTable(db, engine, 'removed_special_event')
    .addColumn('event_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('name', columns.text(255), (column) => column.notNull())
    .addColumn('location', columns.text(255), (column) => column.notNull())
    .addColumn('event_description', columns.longText, (column) => column.notNull())
    .addColumn('price', columns.integer, (column) => column.notNull())
    .addColumn('revision', columns.integer, (column) => column.notNull())
    .addColumn('removed_at', columns.integer, (column) => column.notNull())
    .execute()
  await newTable(db, engine, 'removed_special_event_occurrence')
    .addColumn('event_id', columns.uuid, (column) => column.notNull())
    .addColumn('event_date', columns.calendarDate, (column) => column.notNull())
    .addColumn('occurrence_number', columns.integer, (column) => column.notNull())
    .addColumn('removed_in_revision', columns.integer, (column) => column.notNull())
    .addColumn('removed_at', columns.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('removed_special_event_occurrence_key', ['event_id', 'event_date', 'occurrence_number'])
    .execute()
}

// MySQL cannot roll back table changes, so each step is skipped when an interrupted run has done it.

const rename = async (db: Kysely<never>, from: string, to: string) => {
  if ((await tableNames(db)).has(from)) await db.schema.alterTable(from).renameTo(to).execute()
}

const newTables = [
  'museum_ticket',
  'special_event_occurrence',
  'removed_special_event',
  'removed_special_event_occurrence',
]

/**
 * Throws when old and new tables exist side by side: a backup was restored over a migrated database, and the rows of the
 * new tables are not those of the backup.
 */
const rejectLeftovers = async (db: Kysely<never>) => {
  const names = await tableNames(db)
  const leftovers = newTables.filter((name) => names.has(name))
  if (names.has('ticket') && leftovers.length > 0) throw leftoversFound(leftovers)
}

/** The error for a database that has the tables that a migration creates beside those that it replaces. */
export const leftoversFound = (tables: readonly string[]): DatabaseMisconfigured =>
  new DatabaseMisconfigured(
    `The database holds tables of a later version (${tables.join(', ')}) beside those of an earlier one, as after ` +
      'a backup was restored into a database that had been migrated.',
    'Restore the backup into an empty database, or drop these tables, then migrate again.',
  )
