import { OutcomeUnknown, Unavailable } from '@museum/application'
import { limitConcurrency } from './limit-concurrency.ts'
import type { MuseumDatabase } from './museum-database.ts'
import { outcomeUnknown } from './unavailable.ts'

/** Work that locks a row, and waits while another transaction has locked it. */
type LockingWork = Readonly<{
  /** The name of the row. */
  row: string
  /** The time limit of the work, its waiting included. */
  milliseconds: number
  /**
   * Whether an earlier attempt by the caller may have stored what this work stores. The work then rejects with
   * `OutcomeUnknown` instead of `Unavailable`, also where it was not attempted again.
   */
  isOutcomeUnknown?: boolean
}>

/**
 * Runs the work that locks one row in the order of the calls, one at a time, so that a locked row occupies one connection at
 * most. The work on all rows together uses a part of the connections, so that other requests find one. Rejects with
 * `Unavailable` when the time limit, or the deadline of the caller, is over before the work starts.
 */
export type LockQueue = <T>(locking: LockingWork, work: () => Promise<T>) => Promise<T>

const queuesByDatabase = new WeakMap<MuseumDatabase, LockQueue>()

/** The queue of this process for a database. */
export const lockQueue = (database: MuseumDatabase): LockQueue => {
  const queue = queuesByDatabase.get(database) ?? newLockQueue(database)
  queuesByDatabase.set(database, queue)
  return queue
}

const newLockQueue = ({ engine, withDeadline }: MuseumDatabase): LockQueue => {
  const busyMessage = 'Too many requests wait for locked rows'
  const maxWaiting = Number.POSITIVE_INFINITY
  const oneAtATime = limitConcurrency({ maxConcurrent: 1, maxWaiting, busyMessage })
  const partOfConnections = limitConcurrency({ maxConcurrent: engine.maxConcurrentLockWaits, maxWaiting, busyMessage })
  return async ({ row, milliseconds, isOutcomeUnknown = false }, work) => {
    try {
      return await withDeadline(milliseconds, () => oneAtATime(row, () => partOfConnections('', work)))
    } catch (error) {
      const isDefinite = error instanceof Unavailable && !(error instanceof OutcomeUnknown)
      throw isOutcomeUnknown && isDefinite ? outcomeUnknown(error) : error
    }
  }
}
