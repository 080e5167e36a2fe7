import type { MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { outcomeUnknown } from '../problems/outcome-unknown.ts'
import { serviceUnavailable } from '../problems/service-unavailable.ts'

/** Runs `work`, whose database calls all fail after `milliseconds` in total. */
export type WithDeadline = <T>(milliseconds: number, work: () => Promise<T>) => Promise<T>

// The database calls fail this much earlier: their error may name the ticket whose sale is uncertain.
const databaseMargin = 500

/** Responds with 503 to a request that takes longer than `milliseconds`. */
export const deadline =
  (milliseconds: number, withDeadline: WithDeadline): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    let timer
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(() => resolve('expired'), milliseconds)
    })
    const outcome = await Promise.race([withDeadline(milliseconds - databaseMargin, next), expired])
    clearTimeout(timer)
    if (outcome !== 'expired') return undefined
    // A request that is not authenticated yet has changed nothing.
    const mayHaveTakenEffect = c.req.method === 'POST' && c.get('principal') !== undefined
    return mayHaveTakenEffect ? outcomeUnknown(c) : serviceUnavailable(c)
  }
