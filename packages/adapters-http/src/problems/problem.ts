import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { type TypedResponse, noStore, respond } from '../operation/response.ts'
import type { WireFault } from './fault-codes.ts'
import { type Problem, problemRecord } from './problem-record.ts'
import { type ProblemSlug, type StatusOf, problemTypes } from './problem-types.ts'

/** A response with a problem record of this type, and the type's status. */
export const problem = <Slug extends ProblemSlug>(
  c: Context<MuseumEnv>,
  slug: Slug,
  detail: string,
  { errors, headers }: { errors?: readonly WireFault[]; headers?: Record<string, string> } = {},
): TypedResponse<StatusOf<Slug>, Problem> => {
  const record = problemRecord(slug, c.get('requestId'), detail, errors, c.get('mountPath'))
  return respond<StatusOf<Slug>, Problem>(c, JSON.stringify(record), problemTypes[slug].status, {
    ...problemType,
    ...noStore,
    ...headers,
  })
}
const problemType = { 'Content-Type': 'application/problem+json' }
