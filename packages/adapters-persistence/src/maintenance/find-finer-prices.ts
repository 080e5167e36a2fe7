import { type Currency, type EventId, type EventName, Price, smallestUnit } from '@museum/domain'
import { sql } from 'kysely'
import { uuidOfBytes } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** Planned events whose prices are finer than the smallest unit of a currency: how many there are, and the first ones. */
export type FinerPrices = Readonly<{
  count: number
  events: readonly Readonly<{ eventId: EventId; name: EventName; price: Price }>[]
}>

/** Finds the planned events whose prices are finer than the smallest unit of a currency, and names the first `limit`. */
export const findFinerPrices = async (
  { kysely }: MuseumDatabase,
  currency: Currency,
  limit: number,
): Promise<FinerPrices> => {
  const finer = kysely
    .selectFrom('special_event')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`price % ${smallestUnit(currency)} <> 0`)
  const { count } = await finer.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await finer.select(['event_id', 'name', 'price']).orderBy('event_id').limit(limit).execute()
  return {
    count,
    events: rows.map((row) => ({
      eventId: uuidOfBytes(row.event_id),
      name: row.name,
      price: Price(row.price),
    })),
  }
}
