import { setTimeout as sleep } from 'node:timers/promises'
import type { EventId } from '@museum/domain'
import { limitConcurrency } from '../database/limit-concurrency.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'

/** The time limit of a change, its waiting included. */
const changeMilliseconds = 6_000
/** How long `settled` waits for the changes of an event. */
const maxSettleMilliseconds = 1_000

export type EventChanges = Readonly<{
  /**
   * Runs a change of an event after the changes of it that were made before. So changes that wait for one locked row use
   * one connection.
   */
  run: <T>(eventId: EventId, change: () => Promise<T>) => Promise<T>
  /**
   * Resolves when the changes of an event that run or wait now have ended, or after a second. A purchase that is decided
   * again while they go on would find the event changed again.
   */
  settled: (eventId: EventId) => Promise<void>
}>

const changesByDatabase = new WeakMap<MuseumDatabase, EventChanges>()

/** The changes of special events that this process makes in a database. */
export const eventChanges = (database: MuseumDatabase): EventChanges => {
  const changes = changesByDatabase.get(database) ?? newEventChanges(database)
  changesByDatabase.set(database, changes)
  return changes
}

const newEventChanges = ({ withDeadline }: MuseumDatabase): EventChanges => {
  const limited = limitConcurrency({
    maxConcurrent: 1,
    maxWaiting: Number.POSITIVE_INFINITY,
    busyMessage: 'The special event is being changed for too long',
  })
  /** The latest change of each event that has not ended. */
  const latest = new Map<EventId, Promise<unknown>>()
  return {
    run: (eventId, change) => {
      const changed = withDeadline(changeMilliseconds, () => limited(eventId, change))
      const ended = changed
        .catch(() => undefined)
        .finally(() => {
          if (latest.get(eventId) === ended) latest.delete(eventId)
        })
      latest.set(eventId, ended)
      return changed
    },
    settled: async (eventId) => {
      const ended = latest.get(eventId)
      if (ended === undefined) return
      const timer = new AbortController()
      const timeout = sleep(maxSettleMilliseconds, undefined, { signal: timer.signal }).catch(() => undefined)
      await Promise.race([ended, timeout])
      timer.abort()
    },
  }
}
