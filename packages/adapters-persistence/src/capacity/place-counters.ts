import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@museum/application'
import { Availability, type PlaceLimit } from '@museum/domain'
import type { Transaction } from 'kysely'
import { compiledOnce } from '../database/compiled-once.ts'
import { millisecondsLeft } from '../database/deadline.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { awaitingEarlierWrites } from './awaiting-earlier-writes.ts'
import { countSold, inParts } from './count-sold.ts'
import type { CounterKey } from './counter-key.ts'

type Tables = Transaction<MuseumTables>

export type PlaceCounters = Readonly<{
  /**
   * Takes as many places as are left, `wanted` at most, and locks the counter until the transaction ends. When it returns,
   * every other transaction that sold tickets under this counter has ended, also one whose outcome is unknown. Returns
   * `undefined` when nothing is counted under this limit: call `create` after the transaction.
   */
  take: (tables: Tables, key: CounterKey, limit: PlaceLimit, wanted: number) => Promise<number | undefined>
  /** Gives a place back, and locks the counter, where there is one, until the transaction ends. On Galera, inserts one. */
  giveBack: (tables: Tables, key: CounterKey) => Promise<void>
  /**
   * Counts the tickets of an event, or for general entry, under a limit, except those that are counted under it. Returns
   * false when tickets are counted under a later one. The first time, it waits until the writes that began under an earlier
   * limit have ended.
   */
  create: (keys: readonly CounterKey[], limit: PlaceLimit) => Promise<boolean>
}>

/** Milliseconds after which a server that waits looks again whether another one has waited. */
const pollInterval = 200

/**
 * The counters of the tickets that are sold. A transaction that sells or cancels locks one of them; one that creates
 * several locks them in the order of their dates. So they cause no deadlock.
 */
export const placeCounters = (database: MuseumDatabase): PlaceCounters => {
  const { kysely, query, transaction, engine } = database
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
  /** Inserts counters under no limit; returns false when another transaction has inserted one of them. */
  const insertUncounted = async (tables: Tables, keys: readonly CounterKey[]): Promise<boolean> => {
    try {
      await tables
        .insertInto('place_counter')
        .values(keys.map((key) => Object.assign({ limit_number: 0, sold: 0 }, key)))
        .execute()
      return true
    } catch (error) {
      if (engine.classifyError(error) !== 'duplicate') throw error
      return false
    }
  }
  /** Locks counters, and inserts those that do not exist. */
  const lockOrInsert = async (tables: Tables, keys: readonly CounterKey[]) => {
    for (;;) {
      const rows = await tables
        .selectFrom('place_counter')
        .select(['event_date', 'occurrence_number', 'limit_number'])
        .where('event_id', '=', keys[0]!.event_id)
        .where(
          'event_date',
          'in',
          keys.map(({ event_date }) => event_date),
        )
        .orderBy('event_date')
        .modifyEnd(engine.forUpdate)
        .execute()
      const counters = keys.map((key) => ({
        key,
        limitNumber: rows.find(
          (row) => row.event_date === key.event_date && row.occurrence_number === key.occurrence_number,
        )?.limit_number,
      }))
      const missing = counters.filter(({ limitNumber }) => limitNumber === undefined).map(({ key }) => key)
      if (missing.length === 0) return counters as Readonly<{ key: CounterKey; limitNumber: number }>[]
      await insertUncounted(tables, missing)
    }
  }
  const add = async (tables: Tables, key: CounterKey, places: number): Promise<boolean> => {
    const { numUpdatedRows } = await tables
      .updateTable('place_counter')
      .set(({ eb }) => ({ sold: eb('sold', '+', places) }))
      .where(({ and }) => and(key))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
  const createPart = (keys: readonly CounterKey[], { number }: PlaceLimit) =>
    transaction(async (tables) => {
      const counters = await lockOrInsert(tables, keys)
      const outdated = counters.filter(({ limitNumber }) => limitNumber < number).map(({ key }) => key)
      if (outdated.length > 0) {
        // With locks, so that it waits for a cancellation that has not ended.
        const sold = await countSold(tables, outdated, engine.forUpdate)
        await tables
          .replaceInto('place_counter')
          .values(outdated.map((key, n) => Object.assign({ limit_number: number, sold: sold[n]! }, key)))
          .execute()
      }
      return counters.every(({ limitNumber }) => limitNumber <= number)
    }, 'idempotent')

  /** Whether a counter of an event, or of general entry, was created under a limit, so that the earlier writes have ended. */
  const isAnyCounted = async ({ event_id }: CounterKey, { number }: PlaceLimit) => {
    const counter = await query((tables) =>
      tables
        .selectFrom('place_counter')
        .select('limit_number')
        .where('event_id', '=', event_id)
        .where('limit_number', '=', number)
        .limit(1)
        .executeTakeFirst(),
    )
    return counter !== undefined
  }
  const earlierWritesEnded = async (key: CounterKey, limit: PlaceLimit) => {
    if (await isAnyCounted(key, limit)) return
    const ended = awaitEarlierWrites(limit).then(() => true)
    ended.catch(() => undefined)
    while (!(await Promise.race([ended, sleep(pollInterval, false, { ref: false })]))) {
      if (millisecondsLeft() <= 0)
        throw new Unavailable('Tickets that are sold under an earlier limit are being stored')
      if (await isAnyCounted(key, limit)) return
    }
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
    async giveBack(tables, key) {
      // Inserted for a transaction on another node of a cluster that counts the ticket meanwhile: it does not see that the
      // ticket is locked, and the cluster rolls back one of two transactions that write the same row.
      while (!(await add(tables, key, -1)) && engine.hasLocalLocks()) if (await insertUncounted(tables, [key])) return
    },
    async create(keys, limit) {
      await earlierWritesEnded(keys[0]!, limit)
      for (const part of inParts(keys)) if (!(await createPart(part, limit))) return false
      return true
    },
  }
}
