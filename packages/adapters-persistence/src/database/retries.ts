import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@museum/application'
import { millisecondsLeft } from './deadline.ts'
import type { Engine } from '../engines/engine.ts'
import { outcomeUnknown, unavailable } from './unavailable.ts'

/**
 * What it would mean to do work again of which nobody heard how it ended. `read`: nothing. `once`: it may be done twice.
 * `repeatable`: nothing either, since what it stores has an identifier of its own. `unheard`: the same, and somebody has
 * tried before and did not hear how that ended.
 */
export type RetryKind = 'read' | 'never' | 'idempotent' | 'outcomeUnknown'

/**
 * Attempts something again, after a growing pause with jitter, while another transaction is in its way and time is
 * left for another attempt, and what may be repeated also when the connection is lost. Throws `Unavailable` when the
 * database is away, or stays too busy; `OutcomeUnknown` when an attempt may have stored what it was to store.
 */
export const withRetries = async <T>(
  engine: Engine,
  kind: RetryKind,
  attempt: (isOutcomeUnknown: boolean) => Promise<T>,
): Promise<T> => {
  let isOutcomeUnknown = kind === 'outcomeUnknown'
  /** The latest error of the database itself: it says more than that a later attempt found no connection in time. */
  let latest: unknown
  for (let ceiling = 8; ; ceiling = Math.min(ceiling * 2, 200)) {
    try {
      return await attempt(isOutcomeUnknown)
    } catch (error) {
      const complaint = error instanceof Unavailable ? 'away' : engine.classifyError(error)
      if (complaint === undefined || complaint === 'duplicate' || complaint === 'index-exists') throw error
      isOutcomeUnknown ||= complaint === 'lost' && kind !== 'read'
      if (isOutcomeUnknown && kind === 'never') throw outcomeUnknown(error)
      if (!(error instanceof Unavailable)) latest = error
      const isAway = complaint === 'away' || complaint === 'full' || complaint === 'too-many-connections'
      if (isAway && !isOutcomeUnknown) throw unavailable('The database is away', latest ?? error)
      const pause = Math.random() * ceiling
      if (millisecondsLeft() < pause + engine.shortestStatement)
        throw isOutcomeUnknown ? outcomeUnknown(error) : unavailable('The database is too busy', latest ?? error)
      await sleep(pause)
    }
  }
}
