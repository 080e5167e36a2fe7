import type { MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { outcomeUnknown, serviceUnavailable } from '../problems/problem.ts'

/** Runs `work`, whose database calls all fail after `milliseconds` in total. */
export type WithDeadline = <T>(milliseconds: number, work: () => Promise<T>) => Promise<T>

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
  let inProgress = 0
  return async (c, next) => {
    if (inProgress >= maxConcurrentRequests) return serviceUnavailable(c)
    inProgress += 1
    try {
      return await next()
    } finally {
      inProgress -= 1
    }
  }
}
