import type { Refusal } from '@museum/domain'
import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { TypedResponse } from '../operation/response.ts'
import type { Problem } from './problem-record.ts'
import type { ProblemSlug, StatusOf } from './problem-types.ts'
import { problem } from './problem.ts'

/** The response to a refusal of the museum: the only file where a refusal becomes a status. Its faults are in the body. */
export const toProblem = <Slug extends ProblemSlug>(
  c: Context<MuseumEnv>,
  { refusal: slug, because, faults }: Refusal<Slug>,
): TypedResponse<StatusOf<Slug>, Problem> =>
  problem(c, slug, because, {
    ...(slug === 'request-in-progress' && { headers: { 'Retry-After': '1' } }),
    ...(faults && { errors: faults.map(({ member, code, detail }) => ({ pointer: `#/${member}`, code, detail })) }),
  })

/** As `toProblem`, for a refusal whose faults are in the query. */
export const toQueryProblem = <Slug extends ProblemSlug>(
  c: Context<MuseumEnv>,
  { refusal: slug, because, faults = [] }: Refusal<Slug>,
): TypedResponse<StatusOf<Slug>, Problem> =>
  problem(c, slug, because, {
    errors: faults.map(({ member, code, detail }) => ({ parameter: member, code, detail })),
  })
