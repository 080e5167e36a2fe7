import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { expectBodyOfClient } from '../operation/body-read-by-host.ts'
import type { TypedResponse } from '../operation/response.ts'
import type { Problem } from './problem-record.ts'
import { problem } from './problem.ts'

/**
 * 408 for a body whose connection was closed, or timed out, before its end. Throws `BodyReadByHost` when the body could not be
 * read for another reason.
 */
export const incompleteBody = (c: Context<MuseumEnv>): TypedResponse<408, Problem> => {
  expectBodyOfClient(c)
  return problem(c, 'request-timeout', 'The body did not arrive completely.')
}
