import { permissions } from '@museum/application'
import type { Route } from '../operation/route.ts'
import { describeProblems } from './problem-responses.ts'

/**
 * A route as the OpenAPI document describes it: with the authentication, the roles that may call it, the problems of
 * every operation.
 */
export const describeRoute = ({ retryAdvice, ...route }: Route) => {
  const mayCall = `Roles that may call it: ${permissions[route.operationId].join(', ')}.`
  const afterUnknownOutcome = retryAdvice === undefined ? '' : `\n\nAfter a 503 outcome-unknown: ${retryAdvice}`
  const { request, responses, ...others } = route
  return {
    ...others,
    description: `${route.description}${afterUnknownOutcome}\n\n${mayCall}`,
    security: [{ MuseumPlaceholderAuth: [] }],
    ...(request && { request: { ...request, ...(request.body && { body: describeBody(request.body) }) } }),
    responses: {
      ...describeProblems(route, `The role of the user may not call this operation. ${mayCall}`),
      ...describeSuccesses(responses),
    },
  }
}

const describeBody = ({ content, ...body }: NonNullable<NonNullable<Route['request']>['body']>) => ({
  ...body,
  content: Object.fromEntries(
    Object.entries(content).map(([type, { documented, ...media }]) => [
      type,
      { ...media, schema: documented ?? media.schema },
    ]),
  ),
})

const describeSuccesses = (responses: Route['responses']) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status < '400')
      // A 304 has the headers of the 200 that it replaces.
      .map(([status, response]) => [
        status,
        status === '304' ? { ...response, ...headersOf(responses[200]) } : response,
      ]),
  )

const headersOf = (response: Route['responses'][number] | undefined) =>
  response?.headers && { headers: response.headers }
