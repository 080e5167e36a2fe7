import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClientGone, OutcomeUnknown, Unavailable } from '@museum/concurrency'
import { type DatabaseErrorKind, type Engine, type RetriedErrorKind, retriedErrorKinds } from './engines/engine.ts'
import type { DatabaseObserver } from './database-observer.ts'

// Kysely does not pass a deadline on to the drivers, so the asynchronous context carries it.
const context = new AsyncLocalStorage<Readonly<{ endsAt: number; signal: AbortSignal | undefined }>>()

/**
 * Runs work that must end within `milliseconds`, or by the caller's own deadline if that is earlier. Once `signal`, or that of
 * the caller, is aborted, it starts no read.
 */
export const withDeadline = <T>(milliseconds: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  const endsAt = performance.now() + Math.min(milliseconds, millisecondsLeft())
  return context.run({ endsAt, signal: signal ?? context.getStore()?.signal }, work)
}

/** Runs work that must end within `milliseconds`, regardless of the deadline and the signal of its caller. */
export const withOwnDeadline = <T>(milliseconds: number, work: () => Promise<T>): Promise<T> =>
  context.run({ endsAt: performance.now() + milliseconds, signal: undefined }, work)

/** The milliseconds until the deadline of the work that calls this; infinite outside of `withDeadline`. */
export const millisecondsLeft = (): number =>
  (context.getStore()?.endsAt ?? Number.POSITIVE_INFINITY) - performance.now()

/** Throws `ClientGone` when the signal of the work that calls this is aborted. */
export const throwIfClientIsGone = (): void => {
  if (context.getStore()?.signal?.aborted) throw new ClientGone()
}

/**
 * Whether work may be retried when the outcome of an attempt is unknown:
 * - `read`: yes, since it changes nothing.
 * - `never`: no, since it could be executed twice.
 * - `idempotent`: yes, since the identifier of what it stores is given.
 * - `outcomeUnknown`: the same, and the caller has made an attempt already whose outcome is unknown.
 */
export type RetryKind = 'read' | 'never' | 'idempotent' | 'outcomeUnknown'

/** Whether another attempt may succeed. The caller handles all other errors. */
const isRetried = (kind: DatabaseErrorKind): kind is RetriedErrorKind =>
  (retriedErrorKinds as readonly DatabaseErrorKind[]).includes(kind)

/**
 * Retries, after a growing pause with jitter, while another transaction conflicts and the deadline leaves time for another
 * attempt; also when the connection is lost, if `kind` allows it. Throws `Unavailable` when the database is unavailable or
 * stays too busy; `OutcomeUnknown` when an attempt may have been committed. Work that failed because its host was unavailable
 * is retried if another host has come into use meanwhile. Throws `ClientGone` instead of an attempt to read for a client that is
 * gone.
 */
export const withRetries = async <T>(
  engine: Engine,
  kind: RetryKind,
  attempt: (isOutcomeUnknown: boolean) => Promise<T>,
  { onRetry }: DatabaseObserver = {},
): Promise<T> => {
  let isOutcomeUnknown = kind === 'outcomeUnknown'
  /** The latest error of the database itself: it says more than a later attempt's timeout while waiting for a connection. */
  let latest: unknown
  const { hosts } = engine
  for (let maxPause = 8; ; maxPause = Math.min(maxPause * 2, 200)) {
    if (kind === 'read') throwIfClientIsGone()
    const failovers = hosts?.failovers()
    try {
      return await attempt(isOutcomeUnknown)
    } catch (error) {
      const errorKind = error instanceof Unavailable ? 'unavailable' : engine.classifyError(error)
      if (errorKind === undefined || !isRetried(errorKind)) throw error
      isOutcomeUnknown ||= errorKind === 'lost' && kind !== 'read'
      if (isOutcomeUnknown && kind === 'never') throw outcomeUnknown(error)
      if (!(error instanceof Unavailable)) latest = error
      const isUnavailable = errorKind === 'unavailable' || errorKind === 'full' || errorKind === 'too-many-connections'
      if (isUnavailable && !isOutcomeUnknown && !(await hasFailedOver(engine, failovers)))
        throw unavailable('The database is unavailable', latest ?? error)
      const pause = Math.random() * maxPause
      if (millisecondsLeft() < pause + engine.shortestStatement)
        throw isOutcomeUnknown
          ? outcomeUnknown(latest ?? error)
          : unavailable('The database is too busy', latest ?? error)
      onRetry?.(errorKind)
      await sleep(pause)
    }
  }
}

/**
 * Whether another host has come into use since that number of failovers. Waits for a probe of the hosts that is in progress.
 */
const hasFailedOver = async ({ hosts, shortestStatement }: Engine, failovers = 0) =>
  hosts !== undefined && millisecondsLeft() > shortestStatement && (await hosts.failedOverSince(failovers))

/** An `Unavailable` for an error of the database. Its message has the code of the error, but no statement and no value. */
export const unavailable = (summary: string, cause: unknown): Unavailable =>
  cause instanceof Unavailable ? cause : new Unavailable(withCode(summary, cause), { cause })

/** An `OutcomeUnknown` for an error of the database during a write. */
export const outcomeUnknown = (cause: unknown): OutcomeUnknown =>
  new OutcomeUnknown(withCode('A write to the database may have been committed', cause), { cause })

const withCode = (summary: string, cause: unknown) => {
  const { errstr, code, message } = cause as { errstr?: unknown; code?: unknown; message?: unknown }
  return `${summary} (${String(errstr ?? code ?? message)})`
}
