import type { Kysely } from 'kysely'
import { type Engine, missingColumns, withTables } from '@museum/database'

const ticketColumns = ['price_category', 'price_category_name']

/** The museum has price categories, and each ticket the one at whose price it was sold: null for all that exist. */
export const priceCategories = async (db: Kysely<never>, { columns, tableOptions }: Engine): Promise<void> => {
  await db.schema
    .createTable('price_category')
    .ifNotExists()
    .addColumn('price_category', columns.text(30), (column) => column.notNull().primaryKey())
    .addColumn('position', columns.integer, (column) => column.notNull())
    .addColumn('name', columns.text(60), (column) => column.notNull())
    .addColumn('percentage', columns.integer, (column) => column.notNull())
    .modifyEnd(tableOptions)
    .execute()
  for (const { column } of await missingColumns(db, { museum_ticket: ticketColumns }))
    await db.schema
      .alterTable('museum_ticket')
      .addColumn(column, columns.text(column === 'price_category' ? 30 : 60))
      .execute()
  await withTables<{ change_lock: { kind: string; changes: number } }>(db)
    .replaceInto('change_lock')
    .values({ kind: 'price-categories', changes: 0 })
    .execute()
}
