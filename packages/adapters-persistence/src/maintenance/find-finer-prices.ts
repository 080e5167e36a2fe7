import { type Currency, Price, smallestUnit } from '@museum/domain'
import { sql } from 'kysely'
import { uuidOfBytes } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** Counts the planned events whose prices are finer than the smallest unit of a currency, and finds the first `limit` of them. */
export const findFinerPrices = async ({ kysely }: MuseumDatabase, currency: Currency, limit: number) => {
  const finer = kysely
    .selectFrom('special_event')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`price % ${smallestUnit(currency)} <> 0`)
  const { count } = await finer.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await finer.select(['event_id', 'name', 'price']).orderBy('event_id').limit(limit).execute()
  const events = rows.map(({ event_id, name, price }) => ({
    eventId: uuidOfBytes(event_id),
    name,
    price: Price(price),
  }))
  return { count, events }
}
