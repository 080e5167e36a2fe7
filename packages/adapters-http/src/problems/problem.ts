import type { Refusal } from '@museum/domain'
import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { type Answer, respond, unkept } from '../operation/response.ts'
import type { WireFault } from './fault-codes.ts'
import { type ProblemSlug, type StatusOf, problemTypes } from './problem-types.ts'

const ProblemFault = z
  .object({
    pointer: z.string().optional().meta({ description: 'The place in the body, as a JSON pointer in a URI fragment.' }),
    parameter: z.string().optional().meta({ description: 'The name of the query or path parameter.' }),
    header: z.string().optional().meta({ description: 'The name of the header.' }),
    code: z.string().meta({ description: 'The stable word for the fault.', example: 'event-not-on-that-date' }),
    detail: z.string().meta({ description: 'What must hold there, for a person.' }),
  })
  .meta({ id: 'ProblemFault', description: 'One fault, with the one place it is about.' })

/** The record of every refusal (RFC 9457). */
export const Problem = z
  .object({
    type: z.string().meta({
      description: 'The problem type: the path of a page that says what it means and what to do.',
      format: 'uri-reference',
      example: '/problems/validation-failed',
    }),
    title: z.string().meta({ description: 'Fixed by the type.', example: 'Validation failed' }),
    status: z.int().meta({ description: 'The status of the response.', example: 400 }),
    detail: z.string().meta({ description: 'What happened this time, for a person.' }),
    instance: z.string().meta({
      description: 'Names this one refusal; the service logs it under the same identifier.',
      format: 'uri',
      example: 'urn:uuid:019a0000-0000-7000-8000-000000000000',
    }),
    errors: z.array(ProblemFault).optional().meta({ description: 'For a validation: every fault, all at once.' }),
  })
  .meta({ id: 'Problem', description: 'The record of every refusal, after RFC 9457.' })
export type Problem = z.output<typeof Problem>

/** A problem record about a request, as plain data: also for whoever has to answer below the application. */
export const problemRecord = (
  slug: ProblemSlug,
  requestId: string,
  detail: string,
  errors?: readonly WireFault[],
): Problem => {
  const { status, title } = problemTypes[slug]
  const instance = `urn:uuid:${requestId}`
  return { type: `/problems/${slug}`, title, status, detail, instance, ...(errors && { errors: [...errors] }) }
}

/** Answers with a problem record of that type. */
export const problem = <Slug extends ProblemSlug>(
  c: Context<MuseumEnv>,
  slug: Slug,
  detail: string,
  { errors, headers }: { errors?: readonly WireFault[]; headers?: Record<string, string> } = {},
): Answer<StatusOf<Slug>, Problem> => {
  const record = problemRecord(slug, c.get('requestId'), detail, errors)
  const all = { 'Content-Type': 'application/problem+json', ...unkept, ...headers }
  return respond(c, JSON.stringify(record), problemTypes[slug].status, all) as Answer<StatusOf<Slug>, Problem>
}

/** Answers with what the museum refusal: the one place where a refusal becomes a status. */
export const toProblem = <Slug extends ProblemSlug>(
  c: Context<MuseumEnv>,
  { refusal: slug, because, faults }: Refusal<Slug>,
): Answer<StatusOf<Slug>, Problem> =>
  problem(c, slug, because, {
    ...(slug === 'request-in-progress' && { headers: { 'Retry-After': '1' } }),
    ...(faults && { errors: faults.map(({ member, code, detail }) => ({ pointer: `#/${member}`, code, detail })) }),
  })

/** Answers that what was sent is faulty, with every fault. */
export const invalid = (c: Context<MuseumEnv>, errors: readonly WireFault[]): Answer<400, Problem> => {
  const [first, ...others] = errors as readonly [WireFault, ...WireFault[]]
  const place =
    'pointer' in first
      ? first.pointer.replace(/^#\//, '') || 'The body'
      : 'parameter' in first
        ? first.parameter
        : first.header
  const more = others.length === 0 ? '' : ` (and ${others.length} more, see errors)`
  return problem(c, 'validation-failed', `${place} ${first.detail}${more}.`, { errors })
}
