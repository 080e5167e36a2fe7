import { type Currency, Price, smallestUnit } from '@museum/domain'
import { sql } from 'kysely'
import { uuidOfBytes } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'

/**
 * Counts the planned events whose prices are finer than the smallest unit of a currency, and finds the first `limit` of them; and finds
 * the price categories whose prices for general entry are.
 */
export const findFinerPrices = async ({ kysely }: MuseumDatabase, currency: Currency, limit: number) => {
  const unit = smallestUnit(currency)
  const finer = kysely
    .selectFrom('special_event')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`price % ${unit} <> 0`)
  const { count } = await finer.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await finer.select(['event_id', 'name', 'price']).orderBy('event_id').limit(limit).execute()
  const events = rows.map(({ event_id, name, price }) => ({
    eventId: uuidOfBytes(event_id),
    name,
    price: Price(price),
  }))
  const categoryRows = await kysely
    .selectFrom('price_category')
    .select(['price_category', 'name', 'general_price'])
    .where(sql<boolean>`general_price % ${unit} <> 0`)
    .orderBy('position')
    .execute()
  const categories = categoryRows.map(({ price_category, name, general_price }) => ({
    priceCategory: price_category,
    name,
    generalPrice: Price(general_price!),
  }))
  return { count, events, categories }
}
