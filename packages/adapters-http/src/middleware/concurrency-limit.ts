import type { MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { serviceUnavailable } from '../problems/service-unavailable.ts'

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
