import type { ProblemSlug } from '../problems/problem-types.ts'

/** The request identifier in the examples of responses and problem details. */
export const exampleRequestId = '019a0000-0000-7000-8000-000000000000'

const header = (description: string, schema: object, required = true) => ({
  description,
  required,
  schema: { type: 'string' as const, ...schema },
})

/** The response headers that several operations have, by their names in the components of the OpenAPI document. */
export const headerComponents = {
  RequestId: header('Identifies this response; the log of the service has the same identifier.', {
    format: 'uuid',
    example: exampleRequestId,
  }),
  ContentTypeOptions: header('The Content-Type is right: browsers should not guess another.', { const: 'nosniff' }),
  NoStore: header('No cache can store the response.', { const: 'no-store' }),
  PrivateNoCache: header("Only the client's own cache can store the response, and revalidates it before each use.", {
    const: 'private, no-cache',
  }),
  RetryAfter: header(
    'After how many seconds the request can be sent again. Absent if a repetition would not help, or could take effect twice.',
    { pattern: '^[0-9]+$', example: '2' },
    false,
  ),
  Challenge: header('The authentication that the operation needs.', {
    const: 'Basic realm="museum", charset="UTF-8"',
  }),
  AcceptedMediaTypes: header('The media types of bodies that the operation reads.', { example: 'application/json' }),
} as const

const reference = (name: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${name}` })

/** The headers of every response. */
const ofAll = { 'X-Request-Id': reference('RequestId'), 'X-Content-Type-Options': reference('ContentTypeOptions') }

/**
 * The headers of a successful response; `named` are its own. With an ETag it may be cached; without a body it has no
 * Cache-Control.
 */
export const successHeaders = (named: object, hasBody: boolean) => {
  if ('ETag' in named) return { ...ofAll, 'Cache-Control': reference('PrivateNoCache') }
  return hasBody ? { ...ofAll, 'Cache-Control': reference('NoStore') } : ofAll
}

const withRetryAfter = new Set<ProblemSlug>([
  'request-in-progress',
  'too-many-requests',
  'too-many-mails',
  'too-many-secrets',
  'service-unavailable',
])

/** The headers of an error response of one of these problem types. */
export const problemHeaders = (slugs: readonly ProblemSlug[], acceptHeader = 'Accept') => ({
  ...ofAll,
  'Cache-Control': reference('NoStore'),
  ...(slugs.some((slug) => withRetryAfter.has(slug)) && { 'Retry-After': reference('RetryAfter') }),
  ...(slugs.includes('unauthorized') && { 'WWW-Authenticate': reference('Challenge') }),
  ...(slugs.includes('unsupported-media-type') && { [acceptHeader]: reference('AcceptedMediaTypes') }),
})
