import { acceptHeaderOf } from '../operation/body.ts'
import { type Route, problemResponse } from '../operation/route.ts'
import type { WireFault } from '../problems/fault-codes.ts'
import { problemDetails } from '../problems/problem-details.ts'
import { type ProblemSlug, problemTypes } from '../problems/problem-types.ts'
import { detailOf } from '../problems/problem.ts'
import { exampleRequestId, problemHeaders } from './response-headers.ts'

/** The problems of every operation, besides `forbidden`. */
const ofAll = [
  // Operations without parameters and body too: the Host header may be malformed.
  'validation-failed',
  'unauthorized',
  'request-timeout',
  'too-many-requests',
  'headers-too-large',
  'internal-error',
  'service-unavailable',
] as const satisfies readonly ProblemSlug[]

/** The problems of every operation that changes something; it may get a body, also if it has none. */
const ofMutations = [
  'origin-not-allowed',
  'payload-too-large',
  'unsupported-media-type',
] as const satisfies readonly ProblemSlug[]

/** The responses that operations share and that are components of the document, with their problem types. */
const shared: Readonly<Record<string, readonly ProblemSlug[]>> = {
  Unauthorized: ['unauthorized'],
  RequestTimeout: ['request-timeout'],
  PayloadTooLarge: ['payload-too-large'],
  TooManyRequests: ['too-many-requests'],
  HeadersTooLarge: ['headers-too-large'],
  InternalError: ['internal-error'],
  ServiceUnavailable: ['service-unavailable'],
  OutcomeUnknown: ['service-unavailable', 'outcome-unknown'],
}

const meaningOf = (slugs: readonly ProblemSlug[]) => slugs.map((slug) => problemTypes[slug].meaning).join(' ')

const exampleReferences = (slugs: readonly ProblemSlug[]) =>
  Object.fromEntries(slugs.map((slug) => [slug, { $ref: `#/components/examples/${slug}` }]))

/** The components of the document that describe problem details, by kind and name. */
export const problemComponents = () => ({
  examples: Object.fromEntries(problemExamples()),
  responses: Object.fromEntries(
    Object.entries(shared).map(([name, slugs]) => [
      name,
      {
        description: meaningOf(slugs),
        headers: problemHeaders(slugs),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: exampleReferences(slugs),
          },
        },
      },
    ]),
  ),
})

/** The error responses of an operation by their status, each with the problems that it can have, and an example of each. */
export const describeProblems = ({ method, request, responses }: Route, forbidden: string) => {
  const slugs: readonly ProblemSlug[] = [
    ...ofAll,
    'forbidden',
    ...(method === 'get' ? [] : ofMutations),
    ...(method === 'post' ? (['outcome-unknown'] as const) : []),
    ...Object.values(responses).flatMap(({ problems = [] }) => problems),
  ]
  const statuses = new Set(slugs.map((slug) => problemTypes[slug].status))
  const descriptions: Readonly<Record<number, string | undefined>> = {
    ...Object.fromEntries(Object.entries(responses).map(([status, { description }]) => [status, description])),
    403: [...(responses[403] ? [responses[403].description] : []), forbidden].join(' '),
  }
  return Object.fromEntries(
    [...statuses].map((status) => {
      const ofStatus = slugs.filter((slug) => problemTypes[slug].status === status)
      const component = Object.entries(shared).find(([, each]) => each.join() === ofStatus.join())?.[0]
      if (component !== undefined) return [status, { $ref: `#/components/responses/${component}` }]
      const { content } = problemResponse('')
      const examples = {
        ...(status === 400 && { 'validation-failed': validationExample(request) }),
        ...exampleReferences(ofStatus.filter((slug) => slug !== 'validation-failed')),
      }
      return [
        status,
        {
          description: descriptions[status] ?? meaningOf(ofStatus),
          headers: problemHeaders(ofStatus, acceptHeaderOf(method)),
          content: { 'application/problem+json': { ...content['application/problem+json'], examples } },
        },
      ]
    }),
  )
}

const purchaseFaults: Partial<Record<ProblemSlug, WireFault>> = {
  'museum-closed': {
    pointer: '#/ticketDate',
    code: 'museum-closed',
    detail: 'must be a day on which the museum is open: it is closed on 2030-05-17',
    values: { date: '2030-05-17' },
  },
  'sold-out': {
    pointer: '#/ticketDate',
    code: 'sold-out',
    detail: 'must be a date with a place left: 2030-05-17 is sold out',
    values: { left: 0, date: '2030-05-17' },
  },
}

const example = (slug: ProblemSlug, fault?: WireFault) => ({
  summary: problemTypes[slug].title,
  value: problemDetails(
    slug,
    exampleRequestId,
    fault === undefined ? problemTypes[slug].meaning : detailOf([fault]),
    fault && [fault],
  ),
})

// The examples of `validation-failed` are of operations; the others are of paths and methods without an operation.
const withoutExample = new Set<ProblemSlug>(['validation-failed', 'not-found', 'method-not-allowed'])

/** An example of problem details for each problem type that operations share. */
const problemExamples = () =>
  (Object.keys(problemTypes) as ProblemSlug[])
    .filter((slug) => !withoutExample.has(slug))
    .map((slug) => [slug, example(slug, purchaseFaults[slug])] as const)

/** An example of `validation-failed` with a fault that such a request can have. */
const validationExample = (request: Route['request']) => example('validation-failed', faultOf(request))

const faultOf = ({ params, query, body }: Route['request']): WireFault => {
  const [inPath] = Object.keys(params?.shape ?? {})
  if (inPath !== undefined)
    return {
      parameter: inPath,
      code: 'not-a-uuid',
      detail: 'must be a UUID: 8-4-4-4-12 hexadecimal digits, in either case',
    }
  if (query !== undefined)
    return 'limit' in query.shape
      ? { parameter: 'limit', code: 'out-of-range', detail: 'must be from 1 to 100', values: { min: 1, max: 100 } }
      : {
          parameter: 'date',
          code: 'not-a-calendar-date',
          detail: 'must be a real date of the years 1970 to 9999, written YYYY-MM-DD',
        }
  return body === undefined
    ? { pointer: '#', code: 'broken-request', detail: 'The request is not HTTP as this server understands it.' }
    : { pointer: '#', code: 'not-json', detail: 'must be JSON' }
}
