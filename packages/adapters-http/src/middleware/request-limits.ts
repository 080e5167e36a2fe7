import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClientGone, createSemaphore, fairQueue } from '@museum/concurrency'
import type { MiddlewareHandler } from 'hono'
import { type MuseumEnv, incomingOf } from '../museum-env.ts'
import type { Operation } from '../operation/operation.ts'
import { outcomeUnknown, serviceUnavailable } from '../problems/problem.ts'

/**
 * Runs `work`, whose database calls all fail after `milliseconds` in total, and whose reads are not started once `signal` is
 * aborted.
 */
export type WithDeadline = <T>(milliseconds: number, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

// Milliseconds by which database calls fail earlier: their error may name the ticket whose sale is uncertain.
const databaseMargin = 500

/** Responds with 503 to a request that takes longer than `milliseconds`. */
export const deadline =
  (milliseconds: number, withDeadline: WithDeadline): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    c.set('endsAt', performance.now() + milliseconds)
    let timer
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(() => resolve('expired'), milliseconds)
    })
    const outcome = await Promise.race([withDeadline(milliseconds - databaseMargin, next), expired])
    clearTimeout(timer)
    if (outcome !== 'expired') return undefined
    // A timer may fire a moment early.
    c.set('endsAt', performance.now())
    return c.get('mayHaveTakenEffect') ? outcomeUnknown(c) : serviceUnavailable(c)
  }

/**
 * Responds with 503 to a request that arrives while `maxConcurrentRequests` others are in progress. Without a limit, the
 * requests of an overloaded server wait longer and longer, until all of them miss their deadline.
 */
export const concurrencyLimit = (maxConcurrentRequests: number): MiddlewareHandler<MuseumEnv> => {
  const slots = createSemaphore({ size: maxConcurrentRequests })
  return async (c, next) => {
    if (!slots.tryAcquire()) return serviceUnavailable(c)
    try {
      return await next()
    } finally {
      slots.release()
    }
  }
}

/** How many long responses are made at a time, how many of them for one user, and how many requests wait for that. */
const [maxRunning, maxRunningOfClient, maxWaiting] = [8, 2, 200]
/** In milliseconds: shorter than the deadline of a request. */
const maxWait = 8_000
/**
 * How long the turn of a client that is gone lasts on, in milliseconds. One read of 10,000 rows keeps the event loop busy for
 * tens of milliseconds, and in each turn of the loop Node accepts one connection: with reads one after the other, clients that
 * leave and come again open connections faster than the server accepts them.
 */
const pauseAfterClientGone = 100

/**
 * Lets users take turns with operations whose responses may be long, from the first read until the response is made, so that a user
 * with many connections delays no other user. A request whose client is gone is not started, or reads no further.
 */
export const takeTurns = (
  operations: readonly Pick<Operation, 'route'>[],
  withDeadline: WithDeadline,
): MiddlewareHandler<MuseumEnv> => {
  const long = new Set(operations.flatMap(({ route }) => (route.isLong ? route.operationId : [])))
  const enqueue = fairQueue({ maxRunning, maxRunningOfClient, maxWaiting, maxWait, timers: globalThis })
  return async (c, next) => {
    const operationId = c.get('operationId')
    if (operationId === undefined || !long.has(operationId)) return next()
    const { signal } = c.req.raw
    // Node reads a close that has arrived behind the request in the next turn of its event loop.
    if (incomingOf(c) !== undefined) for (let turns = 0; turns < 2; turns += 1) await nextTurn()
    const { promise: turn, resolve: begin, reject } = Promise.withResolvers<string>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const task = () => {
      begin('begun')
      return ended
    }
    enqueue(c.get('principal').username, task, signal).then((rejection) => begin(rejection ?? 'ended'), reject)
    const outcome = await turn.catch(() => {
      throw new ClientGone()
    })
    if (outcome !== 'begun') return serviceUnavailable(c)
    try {
      return await withDeadline(c.get('endsAt') - performance.now(), next, signal)
    } finally {
      if (signal.aborted) setTimeout(end, pauseAfterClientGone)
      else end()
    }
  }
}
