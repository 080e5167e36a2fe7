import { z } from 'zod'
import type { WireFault } from './fault-codes.ts'
import { type ProblemSlug, problemTypes } from './problem-types.ts'

const ProblemFault = z
  .object({
    pointer: z.string().optional().meta({ description: 'The place in the body, as a JSON pointer in a URI fragment.' }),
    parameter: z.string().optional().meta({ description: 'The name of the query or path parameter.' }),
    header: z.string().optional().meta({ description: 'The name of the header.' }),
    code: z.string().meta({ description: 'The identifier of the kind of fault.', example: 'event-not-on-that-date' }),
    detail: z.string().meta({ description: 'What must hold at this place, in words.' }),
  })
  .meta({ id: 'ProblemFault', description: 'One fault, with the one place that has it.' })

/** The body of every 4xx and 5xx response: problem details after RFC 9457. */
export const Problem = z
  .object({
    type: z.string().meta({
      description: 'The problem type: the path of a page that says what it means and what to do.',
      format: 'uri-reference',
      example: '/problems/validation-failed',
    }),
    title: z.string().meta({ description: 'The title of the problem type.', example: 'Validation failed' }),
    status: z.int().meta({ description: 'The status of the response.', example: 400 }),
    detail: z.string().meta({ description: 'What is wrong with this request, in words.' }),
    instance: z.string().meta({
      description: 'Identifies this response; the log of the service has the same identifier.',
      format: 'uri',
      example: 'urn:uuid:019a0000-0000-7000-8000-000000000000',
    }),
    errors: z
      .array(ProblemFault)
      .optional()
      .meta({
        description:
          'The faults of the request. First every fault of its shape: what is missing, malformed or of the wrong type. Only a ' +
          'request without these is checked against the rules of the museum; then every rule that failed.',
      }),
  })
  .meta({ id: 'Problem', description: 'The body of every error response (RFC 9457).' })
export type Problem = z.output<typeof Problem>

/** A problem record of this type as plain data: also for servers, which reject some requests before the API sees them. */
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
