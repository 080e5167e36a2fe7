import { Availability, type PlaceLimit } from '@museum/domain'
import type { Transaction } from 'kysely'
import { compiledOnce } from '../database/compiled-once.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { awaitingEarlierWrites } from './awaiting-earlier-writes.ts'
import { selectSold } from './select-sold.ts'
import type { CounterKey } from './counter-key.ts'

type Tables = Transaction<MuseumTables>

export type PlaceCounters = Readonly<{
  /**
   * Takes as many places as are left, `wanted` at most, and locks the counter until the transaction ends. When it returns,
   * every other transaction that sold tickets under this counter has ended, also one whose outcome is unknown. Returns
   * `undefined` when nothing is counted under this limit: call `create` after the transaction.
   */
  take: (tables: Tables, key: CounterKey, limit: PlaceLimit, wanted: number) => Promise<number | undefined>
  /** Gives a place back, and locks the counter, where there is one, until the transaction ends. */
  giveBack: (tables: Tables, key: CounterKey) => Promise<void>
  /** Counts the tickets under a limit, unless they are counted. Returns false when they are counted under a later one. */
  create: (key: CounterKey, limit: PlaceLimit) => Promise<boolean>
}>

/** The counters of the tickets that are sold. No transaction locks two of them, so they cause no deadlock. */
export const placeCounters = (database: MuseumDatabase): PlaceCounters => {
  const { kysely, transaction, engine } = database
  const awaitEarlierWrites = awaitingEarlierWrites(database)
  const takeAll = compiledOnce(
    ['event_id', 'event_date', 'occurrence_number', 'limit_number', 'wanted', 'maxSold'],
    ({ wanted, maxSold, ...values }) =>
      kysely
        .updateTable('place_counter')
        .set(({ eb }) => ({ sold: eb('sold', '+', wanted) }))
        .where('event_id', '=', values.event_id)
        .where('event_date', '=', values.event_date)
        .where('occurrence_number', '=', values.occurrence_number)
        .where('limit_number', '=', values.limit_number)
        .where('sold', '<=', maxSold)
        .compile(),
  )
  const lock = (tables: Tables, key: CounterKey) =>
    tables
      .selectFrom('place_counter')
      .select(['limit_number', 'sold'])
      .where(({ and }) => and(key))
      .modifyEnd(engine.forUpdate)
      .executeTakeFirst()
  const lockOrInsert = async (tables: Tables, key: CounterKey) => {
    const counter = await lock(tables, key)
    if (counter !== undefined) return counter
    const empty = { limit_number: 0, sold: 0 }
    try {
      await tables
        .insertInto('place_counter')
        .values({ ...key, ...empty })
        .execute()
      return empty
    } catch (error) {
      if (engine.classifyError(error) !== 'duplicate') throw error
      // Another transaction has inserted it.
      return (await lock(tables, key))!
    }
  }
  const add = async (tables: Tables, key: CounterKey, places: number) => {
    await tables
      .updateTable('place_counter')
      .set(({ eb }) => ({ sold: eb('sold', '+', places) }))
      .where(({ and }) => and(key))
      .execute()
  }
  /** Counts with locks, so that it waits for a cancellation that has not ended. */
  const count = async (tables: Tables, key: CounterKey) => {
    const { sold } = await selectSold(tables, key)
      .select(({ fn }) => fn.countAll<number>().as('sold'))
      .modifyEnd(engine.forUpdate)
      .executeTakeFirstOrThrow()
    return sold
  }
  return {
    async take(tables, key, { number, capacity }, wanted) {
      const values = { ...key, limit_number: number, wanted, maxSold: capacity - wanted }
      if ((await tables.executeQuery(takeAll(values))).numAffectedRows === 1n) return wanted
      const counter = await lock(tables, key)
      if (counter?.limit_number !== number) return undefined
      const places = Math.min(wanted, Availability.placesLeft(capacity, counter.sold))
      if (places > 0) await add(tables, key, places)
      return places
    },
    giveBack: (tables, key) => add(tables, key, -1),
    async create(key, limit) {
      await awaitEarlierWrites(limit)
      const { number } = limit
      return transaction(async (tables) => {
        const counter = await lockOrInsert(tables, key)
        if (counter.limit_number < number)
          await tables
            .updateTable('place_counter')
            .set({ limit_number: number, sold: await count(tables, key) })
            .where(({ and }) => and(key))
            .execute()
        return counter.limit_number <= number
      }, 'idempotent')
    },
  }
}
