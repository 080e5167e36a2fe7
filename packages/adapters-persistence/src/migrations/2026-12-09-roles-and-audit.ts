import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce, createIndexesOnce, newTable } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/**
 * Users get a role and can be disabled, and changes are stored in an audit log. No row is rewritten: the defaults of the new
 * columns make every existing user an enabled administrator, as every user of earlier versions was.
 */
export const rolesAndAudit = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await addColumnsOnce(db, {
    user_account: {
      role: [columns.text(16), (column) => column.notNull().defaultTo('admin')],
      is_enabled: [columns.integer, (column) => column.notNull().defaultTo(1)],
    },
  })
  await newTable(db, engine, 'audit_entry')
    .addColumn('audit_id', columns.integer, (column) => column.notNull().primaryKey().autoIncrement())
    .addColumn('made_at', columns.integer, (column) => column.notNull())
    .addColumn('actor', columns.bytes(1024), (column) => column.notNull())
    .addColumn('operation', columns.text(64), (column) => column.notNull())
    .addColumn('subject_kind', columns.text(32), (column) => column.notNull())
    .addColumn('subject_id', columns.bytes(1020), (column) => column.notNull())
    .addColumn('values_before', columns.longText)
    .addColumn('values_after', columns.longText)
    .execute()
  // On both engines, each index ends with the primary key, and so is in the order of the list.
  await createIndexesOnce(db, engine, {
    audit_entry_by_time: ['audit_entry', 'made_at'],
    audit_entry_by_actor: ['audit_entry', 'actor', 'made_at'],
    audit_entry_by_subject_kind: ['audit_entry', 'subject_kind', 'made_at'],
    audit_entry_by_subject_id: ['audit_entry', 'subject_id', 'made_at'],
  })
  await newTable(db, engine, 'change_lock')
    .addColumn('kind', columns.text(32), (column) => column.notNull().primaryKey())
    .addColumn('changes', columns.integer, (column) => column.notNull())
    .execute()
  await addChangeLocks(db, 'user', 'museum-hours')
}
