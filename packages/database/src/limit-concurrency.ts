import { AsyncLocalStorage } from 'node:async_hooks'
import { OutcomeUnknown, Unavailable } from '@museum/concurrency'
import { type RetryKind, millisecondsLeft, outcomeUnknown, throwIfClientIsGone } from './deadlines-and-retries.ts'
import type { Database } from './database.ts'

/** Starts a request that has acquired a slot. */
type Start = () => unknown

/**
 * Creates a semaphore of which `initialSize` slots can be in use at a time; at most `maxWaiting` requests wait for one, in the
 * order of their calls.
 */
export const createSlots = (initialSize: number, maxWaiting: number) => {
  let size = initialSize
  let inUse = 0
  const waiting: Start[] = []
  const startWaiting = () => {
    while (inUse < size && waiting.length > 0) {
      inUse += 1
      waiting.shift()!()
    }
  }
  const release = () => {
    inUse -= 1
    startWaiting()
  }
  return {
    size: () => size,
    inUse: () => inUse,
    waiting: () => waiting.length,
    /** If there are fewer slots from now on, those that are in use can still be used until they are released. */
    resize(newSize: number) {
      size = newSize
      startWaiting()
    },
    /** Takes a slot if one is free and no request waits. */
    tryAcquire() {
      if (inUse >= size || waiting.length > 0) return false
      inUse += 1
      return true
    },
    /** Calls `start` as soon as a slot is free. Returns false, and never calls it, when too many requests wait already. */
    acquire(start: Start) {
      if (inUse >= size && waiting.length >= maxWaiting) return false
      waiting.push(start)
      startWaiting()
      return true
    },
    release,
    /** Releases a slot that could not be used, and waits for another one, ahead of all other requests. */
    requeue(start: Start) {
      waiting.unshift(start)
      release()
    },
    cancel(start: Start) {
      const index = waiting.indexOf(start)
      if (index >= 0) waiting.splice(index, 1)
    },
    /** Whether no slot is in use and no request waits. */
    isIdle: () => inUse === 0 && waiting.length === 0,
  }
}

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
  const slotsByKey = new Map<string, ReturnType<typeof createSlots>>()
  let blocked = 0
  return (key, work) =>
    new Promise((resolve, reject) => {
      const slots = slotsByKey.get(key) ?? createSlots(maxConcurrent, maxWaiting)
      slotsByKey.set(key, slots)
      const release = () => {
        slots.release()
        if (slots.isIdle()) slotsByKey.delete(key)
      }
      // A slot is passed on in the async context of the work that releases it; this restores ours, and its deadline.
      const start = AsyncLocalStorage.bind(async () => {
        const startedAt = performance.now()
        try {
          throwIfClientIsGone()
          if (millisecondsLeft() <= 0) throw new Unavailable(busyMessage)
          resolve(await work())
        } catch (error) {
          reject(error)
        } finally {
          blocked += performance.now() - startedAt
          if (blocked < maxBlocking) release()
          else {
            blocked = 0
            setImmediate(release)
          }
        }
      })
      if (!slots.acquire(start)) reject(new Unavailable(busyMessage))
    })
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
  const maxWaiting = Number.POSITIVE_INFINITY
  const oneAtATime = limitConcurrency({ maxConcurrent: 1, maxWaiting, busyMessage })
  const partOfConnections = limitConcurrency({ maxConcurrent: engine.maxConcurrentLockWaits, maxWaiting, busyMessage })
  let running = 0
  const counted = async <T>(work: () => Promise<T>) => {
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
          oneAtATime(locking.row, () => partOfConnections('', () => counted(work))),
        )
      } catch (error) {
        const isDefinite = error instanceof Unavailable && !(error instanceof OutcomeUnknown)
        throw locking.kind === 'outcomeUnknown' && isDefinite ? outcomeUnknown(error) : error
      }
    },
    isFull: () => !engine.hasOneWriter && running >= engine.maxConcurrentLockWaits,
  }
}
