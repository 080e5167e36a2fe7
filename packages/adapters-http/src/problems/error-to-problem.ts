import { OutcomeUnknown, Unavailable } from '@museum/application'
import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { TypedResponse } from '../operation/response.ts'
import { outcomeUnknown } from './outcome-unknown.ts'
import type { Problem } from './problem-record.ts'
import { problem } from './problem.ts'
import { serviceUnavailable } from './service-unavailable.ts'

/** The response to a request that threw an error: 503 for the errors of adapters, 500 for every other one. */
export const errorToProblem = (error: Error, c: Context<MuseumEnv>): TypedResponse<500 | 503, Problem> => {
  // A PUT, a PATCH or a DELETE can be repeated even when it may have taken effect.
  if (error instanceof OutcomeUnknown && c.req.method === 'POST') return outcomeUnknown(c, error.ticketId)
  if (error instanceof Unavailable) return serviceUnavailable(c)
  return problem(c, 'internal-error', 'The service has a defect. Report it with the instance of this record.')
}
