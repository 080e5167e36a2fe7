import type { PriceCategoryRepository } from '@museum/application'
import { type PriceCategories, type PriceCategory, usualPriceCategories } from '@museum/domain'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import { countChange, lockChanges } from '../database/change-lock.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'

/** The price categories, in SQL. */
export const kyselyPriceCategoryRepository = ({
  query,
  transaction,
  engine,
}: MuseumDatabase): PriceCategoryRepository => ({
  list: () => query(readCategories),
  replace: (after, findRefusal, entryOf) =>
    transaction(async (tables) => {
      await lockChanges(tables, engine, 'price-categories')
      const before = await readCategories(tables)
      const refusal = findRefusal(before)
      if (refusal !== undefined) return refusal
      if (JSON.stringify(after) === JSON.stringify(before)) return after
      await tables.deleteFrom('price_category').execute()
      await tables
        .insertInto('price_category')
        .values(
          after.map(({ priceCategory, name, percentage, generalPrice }, position) => ({
            price_category: priceCategory,
            position,
            name,
            percentage,
            general_price: generalPrice ?? null,
          })),
        )
        .execute()
      await insertAuditEntry(tables, entryOf(before))
      await countChange(tables, 'price-categories')
      return after
    }),
})

const readCategories = async (tables: Kysely<MuseumTables>): Promise<PriceCategories> => {
  const rows = await tables
    .selectFrom('price_category')
    .select(['price_category', 'name', 'percentage', 'general_price'])
    .orderBy('position')
    .execute()
  if (rows.length === 0) return usualPriceCategories
  // Not validated again: a list that was stored under an older rule stays readable.
  return rows.map(categoryOf) as readonly unknown[] as PriceCategories
}

const categoryOf = ({
  price_category,
  name,
  percentage,
  general_price,
}: Omit<MuseumTables['price_category'], 'position'>): PriceCategory => ({
  priceCategory: price_category,
  name,
  percentage,
  ...(general_price !== null && { generalPrice: general_price }),
})
