import type {
  IdempotentResponse,
  Mails,
  Museum,
  Page,
  PageRequest,
  Principal,
  UsersOfApi,
  Webhooks,
} from '@museum/application'
import { type Refusal, isRefusal, refuse } from '@museum/domain'
import type { Context, Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { requestPath } from '../paths.ts'
import type { ProblemSlug, StatusOf } from '../problems/problem-types.ts'
import { serviceUnavailable, toProblem } from '../problems/problem.ts'
import { documentedBody, limitBody } from './body.ts'
import { completeRoute } from './complete-route.ts'
import { etagOf, ifMatchOf, okWithEtag } from './conditional.ts'
import { type RenderedResponse, onceOf, respondOnce } from './idempotency.ts'
import { pagingHeaders } from './paging.ts'
import { readRequest } from './read-request.ts'
import { empty, jsonType, noStore, privateNoCache, respond } from './response.ts'
import type { BodyOf, Descriptor, ErrorStatusOf, RequestOf, ResponseOf, Route } from './route.ts'

/** The use cases that operations call. */
export type UseCases = Museum & Webhooks & Mails & UsersOfApi

/** An operation of the API. */
export type Operation = Readonly<{
  /** Its description, for the OpenAPI document. */
  route: Route
  /** Its path as Hono writes it. */
  path: string
  /** Adds the operation to an API; it will call these use cases. */
  mount: (api: Hono<MuseumEnv>, useCases: UseCases) => void
}>

/** What a call returns if it succeeds; of a list, one item. */
type ResultOf<D extends Descriptor, Outcome> = D['kind'] extends 'list'
  ? Succeeded<Outcome> extends Page<infer Item>
    ? Item
    : never
  : Succeeded<Outcome>
type Succeeded<Outcome> = Exclude<Outcome, Refusal | Response | IdempotentResponse>

/** The documented body of a response to a request that succeeded; of a list, one item. */
type ShownBy<D extends Descriptor> = D['kind'] extends 'list' ? ItemOf<SuccessOf<D>> : SuccessOf<D>
type SuccessOf<D extends Descriptor> = BodyOf<D['responses'][keyof D['responses'] & (200 | 201 | 202 | 204)]>
type ItemOf<Body> = Body extends readonly (infer Item)[] ? Item : never

/** The refusals and the responses of an outcome that the descriptor does not document. */
type Undocumented<D extends Descriptor, Outcome> =
  | Exclude<Extract<Outcome, Refusal>, Refusal<DocumentedSlug<D>>>
  | Exclude<Extract<Outcome, Response>, ResponseOf<D>>
/** The problem types whose status a descriptor documents. */
type DocumentedSlug<D extends Descriptor> = {
  [Slug in ProblemSlug]: StatusOf<Slug> extends ErrorStatusOf<D> ? Slug : never
}[ProblemSlug]
/** What a call returns that is shown as it is, although it is not the documented body. */
type Unlike<D extends Descriptor, Outcome> = unknown extends Outcome // The compiler does not know the outcome yet.
  ? never
  : SuccessOf<D> extends null
    ? never
    : Exclude<ResultOf<D, Outcome>, ShownBy<D>>
type IsNone<Wrong> = [Wrong] extends [never] ? unknown : Readonly<{ wrongOutcome: Wrong }>

/**
 * Calls a use case. A refusal becomes problem details. A `Response` is sent as it is: of an operation whose response has another
 * form than those of its kind.
 */
type Call<D extends Descriptor, Outcome> = (
  useCases: UseCases,
  request: RequestOf<D>,
  c: Context<MuseumEnv>,
) => Promise<Outcome>

/** Makes an operation of this descriptor. */
type Calls<D extends Descriptor> = Readonly<{
  /**
   * `represent` makes the body of a response from what the call returns; of a list, from one item. Without it the body is what the
   * call returns.
   */
  calls: {
    <Outcome>(
      call: Call<D, Outcome> & IsNone<Undocumented<D, Outcome>>,
      represent: (result: ResultOf<D, Outcome>, request: RequestOf<D>) => ShownBy<D>,
    ): Operation
    <Outcome>(call: Call<D, Outcome> & IsNone<Undocumented<D, Outcome> | Unlike<D, Outcome>>): Operation
  }
}>

/** Begins an operation with its descriptor, which decides what its call may return. */
export const operation = <const D extends Descriptor>(descriptor: D): Calls<D> => ({
  calls: (call: Call<D, unknown>, represent?: Represent<D>) =>
    toOperation(completeRoute(descriptor), call, represent ?? ((result) => result)),
})

type Represent<D extends Descriptor> = (result: never, request: RequestOf<D>) => unknown

const toOperation = <D extends Descriptor>(
  route: Route,
  call: Call<D, unknown>,
  represent: Represent<D>,
): Operation => {
  const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const [status] = Object.keys(route.responses).map(Number) as [number]
  const hasBody = route.responses[status]!.content !== undefined
  const rendered = renderingOf(route)
  return {
    route,
    path,
    mount: (api, useCases) => {
      const run = async (c: Context<MuseumEnv>): Promise<Response> => {
        const parts = await readRequest(c, route)
        if (parts instanceof Response) return parts
        // The client has been told that nothing was stored, and may have repeated the request already.
        if (performance.now() >= c.get('endsAt')) return serviceUnavailable(c)
        c.set('mayHaveTakenEffect', route.method === 'post')
        const { path: identifiers, query, headers, body: sent } = parts
        const idempotencyKey = headers?.['Idempotency-Key']
        const bodyOf = (result: unknown) => represent(result as never, request) as object
        const render = (created: unknown) => rendered(c, bodyOf(created))
        const request = {
          principal: c.get('principal'),
          path: identifiers,
          query,
          body: sent,
          isMatch: ifMatchOf(headers?.['If-Match']),
          once: idempotencyKey === undefined ? undefined : await onceOf(c, idempotencyKey, render),
        } as RequestOf<D>
        const outcome = await call(useCases, request, c)
        if (outcome instanceof Response) return outcome
        if (isRefusal(outcome)) return toProblem(c, outcome as Refusal<ProblemSlug>)
        if (request.once !== undefined) return respondOnce(c, outcome as IdempotentResponse)
        if (route.kind === 'list') {
          const page = outcome as Page<unknown>
          return okWithEtag(c, page.items.map(bodyOf), pagingHeaders(c, query as PageRequest, page))
        }
        if (route.kind === 'read') return okWithEtag(c, bodyOf(outcome))
        if (!hasBody) return empty(c, status)
        const { body: text, headers: documented } = render(outcome)
        return respond(c, text, status, { ...jsonType, ...documented })
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

/** The body of a change's response, and the headers that the route documents. */
const renderingOf = ({ responses, location }: Route) => {
  const hasEtag = 'ETag' in ((responses[201] ?? responses[200])?.headers?.shape ?? {})
  const [before, member, after] = location?.path.split(/\{(\w+)\}/) ?? []
  return (c: Context<MuseumEnv>, body: object): RenderedResponse => {
    const text = JSON.stringify(body)
    const headers: Record<string, string> = hasEtag ? { ...privateNoCache, ETag: etagOf(text) } : { ...noStore }
    if (member !== undefined)
      headers['Location'] = `${requestPath(c)}/${before}${(body as Record<string, string>)[member]}${after}`
    return { body: text, headers }
  }
}

/** Returns `forbidden` unless the role of the principal is one of the route. */
export const checkRole = (
  { role }: Pick<Principal, 'role'>,
  { operationId, roles }: Pick<Route, 'operationId' | 'roles'>,
): Refusal<'forbidden'> | undefined =>
  roles.includes(role) ? undefined : refuse('forbidden', `The role ${role} may not call ${operationId}.`)

/** What a client should do when it is unknown whether a request took effect. */
const retryAdvice = (c: Context, { kind, retryAdvice: given }: Route): string => {
  if (given !== undefined) return given
  return kind === 'keyed' && c.req.header('Idempotency-Key') !== undefined
    ? 'Send it again under the same Idempotency-Key.'
    : 'Find out whether it did before you send it again.'
}
