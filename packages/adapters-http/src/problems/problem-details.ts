import type { FaultValues } from '@museum/domain'
import { z } from 'zod'
import { type WireFault, faultCodes } from './fault-codes.ts'
import { type ProblemSlug, problemTypes } from './problem-types.ts'
import { shownCount, shownDate, shownText } from '../operation/schemas.ts'

/** The `type` in problem details of this problem type. */
const typeOf = (slug: ProblemSlug) => `/problems/${slug}` as const

const KnownProblemType = z.enum((Object.keys(problemTypes) as ProblemSlug[]).map(typeOf)).meta({
  id: 'KnownProblemType',
  description: 'The problem types of this version.',
})
const KnownFaultCode = z.enum(Object.keys(faultCodes) as (keyof typeof faultCodes)[]).meta({
  id: 'KnownFaultCode',
  description: 'The codes of faults of this version. The page of `validation-failed` says what each means.',
})

const ProblemValues: z.ZodType<FaultValues> = z
  .record(z.string(), z.union([z.string(), z.number(), z.null(), z.array(z.string())]))
  .meta({
    id: 'ProblemValues',
    description:
      'The numbers, dates (YYYY-MM-DD), times (HH:mm) and identifiers of the detail by name, for a client that says it in another ' +
      'language; amounts are in whole currency units. Which names there are depends on the `code` of the fault, or on the ' +
      '`type` of the problem.',
    example: { left: 12, date: '2030-05-17' },
  })

const ProblemFault = z
  .object({
    pointer: shownText(
      'The place in the body, as a JSON pointer in a URI fragment. `#` is the whole body.',
      '#/ticketDate',
    ).optional(),
    parameter: shownText('The name of the query or path parameter.').optional(),
    header: shownText('The name of the header.').optional(),
    line: z.int().min(1).optional().meta({
      description: 'The line of the file, counted from 1; of an import only.',
      example: 3,
    }),
    code: z.union([KnownFaultCode, z.string()]).meta({
      description: 'The identifier of the kind of fault. Later versions may have others than the known ones.',
      example: 'event-not-on-that-date',
    }),
    detail: shownText('What must be true at this place, in words.', "must be one of the event's dates"),
    values: ProblemValues.optional(),
  })
  .meta({
    id: 'ProblemFault',
    description: 'One fault. It names one place: a `pointer`, a `parameter` or a `header`.',
    oneOf: [{ required: ['pointer'] }, { required: ['parameter'] }, { required: ['header'] }],
  })

const SoldTickets = z
  .object({
    general: shownCount('The number of valid tickets for general entry.', 2),
    event: shownCount('The number of valid tickets for special events.', 2),
    days: z
      .array(
        z.object({
          date: shownDate('The date.'),
          general: shownCount('The number of tickets for general entry on this date.', 2),
          event: shownCount('The number of tickets for special events on this date.', 2),
          entryTimes: z
            .array(
              z.object({
                entryTime: shownText('The entry time that would be taken away.', '11:30'),
                tickets: shownCount('The number of tickets for it.', 2),
              }),
            )
            .optional()
            .meta({ description: 'On a day that stays open: the tickets by entry time, ascending.' }),
        }),
      )
      .meta({ description: 'The days with tickets in ascending order, at most 100.' }),
    hasMore: z.boolean().meta({ description: 'Whether there are more days, or tickets, than these.', example: false }),
  })
  .meta({
    id: 'SoldTickets',
    description:
      'Of `tickets-are-sold` only: the tickets for the days that the request would close, or the entry times that it would ' +
      'take away.',
  })
/** The tickets for days that a request would close, and entry times that it would take away, in problem details. */
export type SoldTickets = z.output<typeof SoldTickets>

/** The body of every 4xx and 5xx response: problem details after RFC 9457. */
export const Problem = z
  .object({
    type: z.union([KnownProblemType, z.string()]).meta({
      description:
        'The problem type: the path of a page that says what it means and what to do. Later versions may have others than ' +
        'the known ones.',
      format: 'uri-reference',
      example: '/problems/validation-failed',
    }),
    title: shownText('The title of the problem type.', 'Validation failed'),
    status: z.int().meta({ description: 'The status of the response.', example: 400 }),
    detail: shownText('What is wrong with this request, in words.'),
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
          'The faults of the request. First all schema validation errors: members that are missing, malformed or of the wrong type. Only a ' +
          'request without such errors is checked against the rules of the museum; then every rule that failed.',
      }),
    values: ProblemValues.optional(),
    tickets: SoldTickets.optional(),
  })
  .meta({ id: 'Problem', description: 'The body of every error response (RFC 9457).' })
export type Problem = z.output<typeof Problem>

/**
 * Problem details of this type as plain data. Servers use it too, for requests that they reject before the API gets
 * them. `mountPath` is the mount path of the API, which serves the page of the type.
 */
export const problemDetails = (
  slug: ProblemSlug,
  requestId: string,
  detail: string,
  errors?: readonly WireFault[],
  mountPath = '',
): Problem => {
  const { status, title } = problemTypes[slug]
  const instance = `urn:uuid:${requestId}`
  const type = `${mountPath}${typeOf(slug)}`
  return { type, title, status, detail, instance, ...(errors && { errors: [...errors] }) }
}
