import { OutcomeUnknown, type Semaphore, Unavailable, createSemaphore, semaphoresByKey } from '@museum/concurrency'
import type { Database } from './database.ts'
import { type RetryKind, millisecondsLeft, outcomeUnknown, throwIfClientIsGone } from './deadlines-and-retries.ts'

/** Milliseconds of uninterrupted work after which the event loop gets a turn. */
const maxBlocking = 10

type ConcurrencyLimit = Readonly<{
  /** The maximum number of calls with one key that run at a time. */
  maxConcurrent: number
  /** The maximum number of calls with one key that wait. */
  maxWaiting: number
  /** The message of the `Unavailable` with which a call rejects whose work is not run. */
  busyMessage: string
}>

/**
 * Returns a function that runs work with the same key in the order of the calls, `maxConcurrent` calls at a time. Work whose
 * deadline is over, or whose client is gone, before it starts is not run.
 */
export const limitConcurrency = ({
  maxConcurrent,
  maxWaiting,
  busyMessage,
}: ConcurrencyLimit): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const slots = semaphoresByKey({ size: maxConcurrent, maxWaiting })
  const inSlot = runInSlot(busyMessage)
  return (key, work) => inSlot(slots(key), work)
}

const runInSlot = (busyMessage: string) => {
  let blocked = 0
  return async <T>(slots: Semaphore, work: () => Promise<T>): Promise<T> => {
    if (!slots.tryAcquire() && !(await slots.acquire())) throw new Unavailable(busyMessage)
    const startedAt = performance.now()
    try {
      throwIfClientIsGone()
      if (millisecondsLeft() <= 0) throw new Unavailable(busyMessage)
      return await work()
    } finally {
      blocked += performance.now() - startedAt
      if (blocked < maxBlocking) slots.release()
      else {
        blocked = 0
        setImmediate(() => slots.release())
      }
    }
  }
}

/** Work that locks a row, which may have to wait for another transaction. */
type LockingWork = Readonly<{
  row: string
  /**
   * With `outcomeUnknown`, the work rejects with `OutcomeUnknown` instead of `Unavailable`, even when this attempt was not
   * made. It may become that while the work waits.
   */
  kind?: RetryKind
}>

type LockQueue = Readonly<{
  /**
   * Runs work that locks the same row in the order of the calls, one at a time, so that a locked row occupies one connection
   * at most. Work on all rows together uses only some of the connections, so that other requests find one. Rejects with
   * `Unavailable` when the time limit of a write, or the deadline of the caller, is over before the work starts.
   */
  inQueue: <T>(locking: LockingWork, work: () => Promise<T>) => Promise<T>
  /**
   * Whether work in the queue would wait for work on other rows. Sales and scans are then tried outside of the queue, without
   * waiting for a lock: otherwise a few locked rows would delay them all. Always false where only one transaction can write at
   * a time: it would wait there too.
   */
  isFull: () => boolean
}>

type LockingDatabase = Pick<Database<never>, 'engine' | 'withDeadline'>

const queuesByDatabase = new WeakMap<LockingDatabase, LockQueue>()

/** The lock queue of this process for a database: one for each `Database`. */
export const lockQueue = (database: LockingDatabase): LockQueue => {
  const queue = queuesByDatabase.get(database) ?? newLockQueue(database)
  queuesByDatabase.set(database, queue)
  return queue
}

const newLockQueue = ({ engine, withDeadline }: LockingDatabase): LockQueue => {
  const busyMessage = 'Too many requests wait for locked rows'
  const oneAtATime = limitConcurrency({ maxConcurrent: 1, maxWaiting: Number.POSITIVE_INFINITY, busyMessage })
  const connections = createSemaphore({ size: engine.maxConcurrentLockWaits })
  const inSlot = runInSlot(busyMessage)
  // Not the slots in use: one may be released a turn of the event loop later.
  let running = 0
  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
  return {
    inQueue: async (locking, work) => {
      try {
        return await withDeadline(engine.writeMilliseconds, () =>
          oneAtATime(locking.row, () => inSlot(connections, () => counted(work))),
        )
      } catch (error) {
        const isDefinite = error instanceof Unavailable && !(error instanceof OutcomeUnknown)
        throw locking.kind === 'outcomeUnknown' && isDefinite ? outcomeUnknown(error) : error
      }
    },
    isFull: () => !engine.hasOneWriter && running >= engine.maxConcurrentLockWaits,
  }
}
