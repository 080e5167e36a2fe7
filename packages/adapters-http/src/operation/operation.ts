import type { Museum } from '@museum/application'
import type { Context, Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { serviceUnavailable, toProblem } from '../problems/problem.ts'
import { documentedBody, limitBody } from './body.ts'
import { type Creates, respondOnce } from './idempotency.ts'
import { withKind } from './kind.ts'
import { checkRole } from './permission.ts'
import { readRequest } from './read-request.ts'
import type { RequestParts, ResponseOf, Route } from './route.ts'

/** An operation of the API on use cases, usually of a museum. */
export type Operation<UseCases = Museum> = Readonly<{
  /** Its description, for the OpenAPI document. */
  route: Route
  /** Its path as Hono writes it. */
  path: string
  /** Adds the operation to an API; it will call these use cases. */
  mount: (api: Hono<MuseumEnv>, useCases: UseCases) => void
}>

/** Responds to a valid request of a user whose role may call the operation. */
type RespondTo<R extends Route, UseCases> = (
  useCases: UseCases,
  request: RequestParts<R>,
  c: Context<MuseumEnv>,
) => Promise<ResponseOf<R>>

/** Makes an operation from its route and a function that responds to a request, or, for a keyed one, that creates something. */
export function operation<const R extends Route & { kind: 'keyed' }, Created extends object, UseCases = Museum>(
  route: R,
  creates: Creates<R, UseCases, Created>,
): Operation<UseCases>
export function operation<const R extends Route & { kind: Exclude<Route['kind'], 'keyed'> }, UseCases = Museum>(
  route: R,
  respondTo: RespondTo<R, UseCases>,
): Operation<UseCases>
export function operation<R extends Route, UseCases>(
  given: R,
  how: RespondTo<R, UseCases> | Creates<R, UseCases, object>,
): Operation<UseCases> {
  const route = withKind(given)
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const respondTo = typeof how === 'function' ? how : respondOnce(how)
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
        return respondTo(useCases, request as RequestParts<R>, c)
      }
      const refuseForbidden = (c: Context<MuseumEnv>) => {
        const forbidden = checkRole(c.get('principal'), route)
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
            c.set('retryAdvice', retryAdvice(c, route))
            return refuseForbidden(c) ?? limited(c, next)
          },
          run,
        )
      }
    },
  }
}

/** What a client should do when it is unknown whether a request took effect. */
const retryAdvice = (c: Context, { kind, retryAdvice: given }: Route): string => {
  if (given !== undefined) return given
  return kind === 'keyed' && c.req.header('Idempotency-Key') !== undefined
    ? 'Send it again under the same Idempotency-Key.'
    : 'Find out whether it did before you send it again.'
}
