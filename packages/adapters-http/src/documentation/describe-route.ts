import { permissions } from '@museum/application'
import { type Route, problemResponse } from '../operation/route.ts'
import { type ProblemSlug, problemTypes } from '../problems/problem-types.ts'

/** The problems of every operation. */
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

/**
 * A route as the OpenAPI document describes it: with the authentication, the roles that may call it, and the problems of
 * every operation.
 */
export const describeRoute = ({ request, responses, retryAdvice, ...route }: Route) => {
  const mayCall = `Roles that may call it: ${permissions[route.operationId].join(', ')}.`
  const slugs = request?.body === undefined ? ofAll : [...ofAll, ...ofBodies]
  const problems = slugs.map(
    (slug) => [problemTypes[slug].status, problemResponse(problemTypes[slug].meaning)] as const,
  )
  const afterUnknownOutcome = retryAdvice === undefined ? '' : `\n\nAfter a 503 outcome-unknown: ${retryAdvice}`
  return {
    ...route,
    description: `${route.description}${afterUnknownOutcome}\n\n${mayCall}`,
    security: [{ MuseumPlaceholderAuth: [] }],
    ...(request && { request }),
    responses: {
      ...Object.fromEntries(problems),
      [problemTypes.forbidden.status]: problemResponse(`The role of the user may not call this operation. ${mayCall}`),
      ...responses,
    },
  }
}
