import { type Museum, checkPermission } from '@museum/application'
import type { Context, Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { serviceUnavailable, toProblem } from '../problems/problem.ts'
import { documentedBody, limitBody } from './body.ts'
import { readRequest } from './read-request.ts'
import type { RequestParts, ResponseOf, Route } from './route.ts'

/** An operation of the API on use cases: usually those of a museum. */
export type Operation<UseCases = Museum> = Readonly<{
  /** Its description, for the OpenAPI document. */
  route: Route
  /** Its path as Hono writes it. */
  path: string
  /** Adds the operation to an API; it will call these use cases. */
  mount: (api: Hono<MuseumEnv>, useCases: UseCases) => void
}>

/**
 * Makes an operation from its route and a function that responds to a request. The function is called only for a valid
 * request of a user whose role may call the operation.
 */
export const operation = <const R extends Route, UseCases = Museum>(
  route: R,
  respondTo: (useCases: UseCases, request: RequestParts<R>, c: Context<MuseumEnv>) => Promise<ResponseOf<R>>,
): Operation<UseCases> => {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  return {
    route,
    path,
    mount: (api, useCases) => {
      const run = async (c: Context<MuseumEnv>): Promise<Response> => {
        const request = await readRequest(c, route)
        if (request instanceof Response) return request
        // The client has been told that nothing was stored, and may have repeated the request already.
        if (performance.now() >= c.get('endsAt')) return serviceUnavailable(c)
        c.set('mayHaveTakenEffect', route.method === 'post')
        return respondTo(useCases, request, c)
      }
      const refuseForbidden = (c: Context<MuseumEnv>) => {
        const forbidden = checkPermission(c.get('principal'), route.operationId)
        return forbidden && toProblem(c, forbidden)
      }
      const method = route.method.toUpperCase()
      // Checked before the body is read, which `limitBody` does.
      const body = documentedBody(route)
      if (body === undefined) api.on(method, path, async (c) => refuseForbidden(c) ?? run(c))
      else {
        const limited = limitBody(body.maxBytes)
        api.on(
          method,
          path,
          async (c, next) => {
            c.set('retryAdvice', route.retryAdvice)
            return refuseForbidden(c) ?? limited(c, next)
          },
          run,
        )
      }
    },
  }
}
