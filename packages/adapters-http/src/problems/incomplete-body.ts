import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { TypedResponse } from '../operation/response.ts'
import type { Problem } from './problem-record.ts'
import { problem } from './problem.ts'

/** 408 for a body whose connection was closed, or timed out, before its end. */
export const incompleteBody = (c: Context<MuseumEnv>): TypedResponse<408, Problem> =>
  problem(c, 'request-timeout', 'The body did not arrive completely.')
