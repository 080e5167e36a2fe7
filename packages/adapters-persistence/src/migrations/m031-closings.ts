import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce, createIndexesOnce, newTable, withTables } from '@museum/database'

type Tables = { summed_sales: { is_by_till: number | null } }

/** The closings of tills and users, and where refunds were given. No order and no ticket is rewritten. */
export const closings = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'drawer')
    .addColumn('drawer', columns.bytes(1025), (column) => column.notNull().primaryKey())
    .addColumn('changes', columns.integer, (column) => column.notNull())
    .execute()
  await newTable(db, engine, 'closing')
    .addColumn('closing_id', columns.uuid, (column) => column.notNull().primaryKey())
    .addColumn('drawer', columns.bytes(1025), (column) => column.notNull())
    .addColumn('number', columns.integer, (column) => column.notNull())
    .addColumn('closed_at', columns.integer, (column) => column.notNull())
    .addColumn('closed_by', columns.bytes(1020), (column) => column.notNull())
    .addColumn('content', columns.longText, (column) => column.notNull())
    .addColumn('sums', columns.longText, (column) => column.notNull())
    .execute()
  await createIndexesOnce(db, engine, {
    closing_by_drawer: ['closing', 'drawer', 'number'],
    closing_by_time: ['closing', 'closed_at', 'closing_id'],
    closing_by_user: ['closing', 'closed_by', 'closed_at', 'closing_id'],
  })
  await addColumnsOnce(db, {
    museum_order: { closed_method: columns.text(30) },
    ticket_cancellation: { refund_till: columns.bytes(400) },
    summed_sales: { is_by_till: columns.integer },
  })
  // Nothing was sold at a till before.
  await withTables<Tables>(db).updateTable('summed_sales').set({ is_by_till: 1 }).execute()
}
