import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '@museum/application'
import { type DatabaseErrorKind, type RetriedErrorKind, retriedErrorKinds } from '../engines/database-error-kind.ts'
import type { Engine } from '../engines/engine.ts'
import type { DatabaseObserver } from './database-observer.ts'
import { millisecondsLeft } from './deadline.ts'
import { outcomeUnknown, unavailable } from './unavailable.ts'

/**
 * Whether work may be retried when the outcome of an attempt is unknown. `read`: yes, since it changes nothing. `never`:
 * no, since it could be executed twice. `idempotent`: yes, since the identifier of what it stores is given.
 * `outcomeUnknown`: the same, after an attempt by the caller whose outcome is unknown.
 */
export type RetryKind = 'read' | 'never' | 'idempotent' | 'outcomeUnknown'

/** The caller handles the other errors: another attempt would fail in the same way. */
const isRetried = (kind: DatabaseErrorKind): kind is RetriedErrorKind =>
  (retriedErrorKinds as readonly DatabaseErrorKind[]).includes(kind)

/**
 * Retries, after a growing pause with jitter, while another transaction conflicts and the deadline leaves time for
 * another attempt; also when the connection is lost, if `kind` allows it. Throws `Unavailable` when the database is
 * unavailable or stays too busy; `OutcomeUnknown` when an attempt may have been committed. Work that failed because its host
 * was unavailable is retried on another host, when one is used meanwhile.
 */
export const withRetries = async <T>(
  engine: Engine,
  kind: RetryKind,
  attempt: (isOutcomeUnknown: boolean) => Promise<T>,
  { onRetry }: DatabaseObserver = {},
): Promise<T> => {
  let isOutcomeUnknown = kind === 'outcomeUnknown'
  /** The latest error of the database itself, which says more than that a later attempt got no connection in time. */
  let latest: unknown
  const { hosts } = engine
  for (let maxPause = 8; ; maxPause = Math.min(maxPause * 2, 200)) {
    const moves = hosts?.moves()
    try {
      return await attempt(isOutcomeUnknown)
    } catch (error) {
      const errorKind = error instanceof Unavailable ? 'unavailable' : engine.classifyError(error)
      if (errorKind === undefined || !isRetried(errorKind)) throw error
      isOutcomeUnknown ||= errorKind === 'lost' && kind !== 'read'
      if (isOutcomeUnknown && kind === 'never') throw outcomeUnknown(error)
      if (!(error instanceof Unavailable)) latest = error
      const isUnavailable = errorKind === 'unavailable' || errorKind === 'full' || errorKind === 'too-many-connections'
      if (isUnavailable && !isOutcomeUnknown && !(await hasMoved(engine, moves)))
        throw unavailable('The database is unavailable', latest ?? error)
      const pause = Math.random() * maxPause
      if (millisecondsLeft() < pause + engine.shortestStatement)
        throw isOutcomeUnknown ? outcomeUnknown(error) : unavailable('The database is too busy', latest ?? error)
      onRetry?.(errorKind)
      await sleep(pause)
    }
  }
}

/** Whether another host is used than when it had changed `moves` times. Waits for a look at the hosts that is under way. */
const hasMoved = async ({ hosts, shortestStatement }: Engine, moves = 0) =>
  hosts !== undefined && millisecondsLeft() > shortestStatement && (await hosts.movedSince(moves))
