import { acceptHeaderOf } from '../operation/media-type.ts'
import { type Route, problemResponse } from '../operation/route.ts'
import { type ProblemSlug, problemTypes } from '../problems/problem-types.ts'
import { problemExamples, validationExample } from './problem-examples.ts'
import { problemHeaders } from './response-headers.ts'

/** The problems of every operation, besides 403. */
const ofAll = [
  // Also without parameters and a body: the Host header may be malformed.
  'validation-failed',
  'unauthorized',
  'request-timeout',
  'too-many-requests',
  'headers-too-large',
  'internal-error',
  'service-unavailable',
] as const satisfies readonly ProblemSlug[]

/** The problems of every operation that has a body. */
const ofBodies = ['payload-too-large', 'unsupported-media-type'] as const satisfies readonly ProblemSlug[]

/** The responses that are components of the document, because operations share them: the types of their problems. */
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

/** The components of the document that describe problem records, by kind and name. */
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
    ...(request?.body === undefined ? [] : ofBodies),
    ...(method === 'post' ? (['outcome-unknown'] as const) : []),
    'forbidden',
    ...Object.values(responses).flatMap(({ problems = [] }) => problems),
  ]
  const statuses = new Set(slugs.map((slug) => problemTypes[slug].status))
  const descriptions: Readonly<Record<number, string | undefined>> = {
    403: forbidden,
    ...Object.fromEntries(Object.entries(responses).map(([status, { description }]) => [status, description])),
  }
  return Object.fromEntries(
    [...statuses].map((status) => {
      const ofStatus = slugs.filter((slug) => problemTypes[slug].status === status)
      const component = Object.keys(shared).find((name) => shared[name]!.join() === ofStatus.join())
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
