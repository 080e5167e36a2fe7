import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { TypedResponse } from '../operation/response.ts'
import type { Problem } from './problem-record.ts'
import { problem } from './problem.ts'

/** 503 with `Retry-After`: the request had no effect, or can be repeated without harm. */
export const serviceUnavailable = (c: Context<MuseumEnv>): TypedResponse<503, Problem> =>
  problem(c, 'service-unavailable', 'The service cannot do this just now.', { headers: { 'Retry-After': '2' } })
