import type { Kysely } from 'kysely'
import { type Engine, addColumnsOnce } from '@museum/database'

/** A price category may have a price for general entry: null for all that exist, and no row is rewritten. */
export const generalPrices = async (db: Kysely<never>, { columns }: Engine): Promise<void> =>
  addColumnsOnce(db, { price_category: { general_price: columns.integer } })
