import type { Kysely } from 'kysely'
import { createIndexOnce, type Engine, missingColumns, withTables } from '@museum/database'

type ChangeLock = { kind: string; changes: number }

/**
 * Users get a role and can be disabled, and changes are stored in an audit log. No row is rewritten: the defaults of the new
 * columns make every existing user an enabled administrator, as every user of earlier versions was.
 */
export const rolesAndAudit = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns, tableOptions } = engine
  for (const { table, column } of await missingColumns(db, { user_account: ['role', 'is_enabled'] }))
    await db.schema
      .alterTable(table)
      .addColumn(column, column === 'role' ? columns.text(16) : columns.integer, (definition) =>
        definition.notNull().defaultTo(column === 'role' ? 'admin' : 1),
      )
      .execute()
  await db.schema
    .createTable('audit_entry')
    .ifNotExists()
    .addColumn('audit_id', columns.integer, (column) => column.notNull().primaryKey().autoIncrement())
    .addColumn('made_at', columns.integer, (column) => column.notNull())
    .addColumn('actor', columns.bytes(1024), (column) => column.notNull())
    .addColumn('operation', columns.text(64), (column) => column.notNull())
    .addColumn('subject_kind', columns.text(32), (column) => column.notNull())
    .addColumn('subject_id', columns.bytes(1020), (column) => column.notNull())
    .addColumn('values_before', columns.longText)
    .addColumn('values_after', columns.longText)
    .modifyEnd(tableOptions)
    .execute()
  // On both engines, each index ends with the primary key, and so is in the order of the list.
  const indexes = { time: [], actor: ['actor'], subject_kind: ['subject_kind'], subject_id: ['subject_id'] }
  for (const [name, leading] of Object.entries(indexes))
    await createIndexOnce(
      engine,
      db.schema
        .createIndex(`audit_entry_by_${name}`)
        .on('audit_entry')
        .columns([...leading, 'made_at']),
    )
  await db.schema
    .createTable('change_lock')
    .ifNotExists()
    .addColumn('kind', columns.text(32), (column) => column.notNull().primaryKey())
    .addColumn('changes', columns.integer, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  await withTables<{ change_lock: ChangeLock }>(db)
    .replaceInto('change_lock')
    .values(['user', 'museum-hours'].map((kind) => ({ kind, changes: 0 })))
    .execute()
}
