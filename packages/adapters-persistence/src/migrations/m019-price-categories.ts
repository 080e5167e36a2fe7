import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce, newTable } from '@museum/database'
import { addChangeLocks } from './add-change-locks.ts'

/** The museum has price categories, and each ticket the one at whose price it was sold: null for all that exist. */
export const priceCategories = async (db: Kysely<never>, engine: Engine): Promise<void> => {
  const { columns } = engine
  await newTable(db, engine, 'price_category')
    .addColumn('price_category', columns.text(30), (column) => column.notNull().primaryKey())
    .addColumn('position', columns.integer, (column) => column.notNull())
    .addColumn('name', columns.text(60), (column) => column.notNull())
    .addColumn('percentage', columns.integer, (column) => column.notNull())
    .execute()
  await addColumnsOnce(db, {
    museum_ticket: { price_category: columns.text(30), price_category_name: columns.text(60) },
  })
  await addChangeLocks(db, 'price-categories')
}
