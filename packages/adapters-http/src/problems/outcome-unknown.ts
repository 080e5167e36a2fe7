import type { TicketId } from '@museum/domain'
import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { requestPath } from '../operation/request-path.ts'
import type { TypedResponse } from '../operation/response.ts'
import type { Problem } from './problem-record.ts'
import { problem } from './problem.ts'

/**
 * 503 for a POST that may have taken effect; `ticketId` is the ticket that may have been sold. It has no `Retry-After`: to
 * repeat a POST without an `Idempotency-Key` may buy a second ticket. Operations that can be repeated in another way say so
 * in their `retryAdvice`.
 */
export const outcomeUnknown = (c: Context<MuseumEnv>, ticketId?: TicketId): TypedResponse<503, Problem> => {
  const advice = c.get('retryAdvice')
  if (advice !== undefined) return problem(c, 'outcome-unknown', `It is not known whether this took effect. ${advice}`)
  const effect = ticketId === undefined ? 'this took effect' : `ticket ${ticketId} was sold`
  const image = ticketId === undefined ? '' : ` (if it was, its image is at ${requestPath(c)}/${ticketId}/qr)`
  const isKeyed = c.req.header('Idempotency-Key') !== undefined
  const next = isKeyed
    ? 'Send it again under the same Idempotency-Key.'
    : 'Find out whether it did before you send it again.'
  return problem(c, 'outcome-unknown', `It is not known whether ${effect}${image}. ${next}`)
}
