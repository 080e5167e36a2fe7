import { createHash } from 'node:crypto'
import type { IdempotentResponse, KeyRefusal, Once, Principal } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { requestPath } from '../paths.ts'
import type { ProblemSlug, StatusOf } from '../problems/problem-types.ts'
import { toProblem } from '../problems/problem.ts'
import { jsonType, respond } from './response.ts'
import type { RequestParts, ResponseBody, Route } from './route.ts'
import { addIssue, withExample } from './schemas.ts'

/** The request header of a keyed operation. */
export const idempotencyKeyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .transform((key, ctx) =>
      /^[\x21-\x7e]{1,255}$/.test(key)
        ? key
        : addIssue(ctx, 'not-an-idempotency-key', 'must be 1 to 255 visible ASCII characters'),
    )
    .optional()
    .meta({
      pattern: '^[!-~]{1,255}$',
      description:
        'Identifies this request of this user for at least 24 hours. A repetition with the same key and the same body has ' +
        'no further effect and gets the same response, with `Idempotency-Replayed: true`. Use a UUID, for example.',
      ...withExample('0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50'),
    }),
})

/** The response header of a repetition, for the documentation. */
export const idempotencyReplayedHeader = z.object({
  'Idempotency-Replayed': z
    .literal('true')
    .optional()
    .meta({ description: 'The request is a repetition; this is the response to the first one.' }),
})

/** How a keyed operation creates something, and the response to that. */
export type Creates<R extends Route, UseCases, Created> = Readonly<{
  /** Calls the use case with these options; its refusals have statuses that the route documents. */
  create: (
    useCases: UseCases,
    request: RequestParts<R>,
    options: Readonly<{ actor: Principal; once: Once<Created> | undefined }>,
  ) => Promise<Created | IdempotentResponse | Refusal<DocumentedSlug<R>> | KeyRefusal>
  /** The 201 response; `path` is the path of the request. */
  represent: (created: Created, path: string) => CreatedResponse<ResponseBody<R['responses'][201]>>
}>

/** The problem types whose status a route documents. */
type DocumentedSlug<R extends Route> = {
  [Slug in ProblemSlug]: StatusOf<Slug> extends keyof R['responses'] ? Slug : never
}[ProblemSlug]

/** The body and the headers of a 201 response. */
type CreatedResponse<Body> = Readonly<{ body: Body; headers: Readonly<Record<string, string>> }>

/**
 * Makes the function of a keyed operation that responds to a request: with an `Idempotency-Key`, the use case creates once, and
 * stores the response.
 */
export const respondOnce =
  <R extends Route, UseCases, Created extends object>({ create, represent }: Creates<R, UseCases, Created>) =>
  async (useCases: UseCases, request: RequestParts<R>, c: Context<MuseumEnv>): Promise<Response> => {
    const { 'Idempotency-Key': idempotencyKey } = request.headers as z.output<typeof idempotencyKeyHeader>
    const respondWith = ({ body, headers }: CreatedResponse<string>, isReplayed: boolean) =>
      respond(c, body, 201, { ...jsonType, ...headers, ...(isReplayed && { 'Idempotency-Replayed': 'true' }) })
    // The body is text inside of the stored text, so that every response has the same bytes.
    const rendered = (created: Created): CreatedResponse<string> => {
      const { body, headers } = represent(created, requestPath(c))
      return { body: JSON.stringify(body), headers }
    }
    const once =
      idempotencyKey === undefined
        ? undefined
        : {
            idempotencyKey,
            fingerprint: await fingerprintOf(c),
            render: (created: Created) => JSON.stringify(rendered(created)),
          }
    const outcome = await create(useCases, request, { actor: c.get('principal'), once })
    if (isRefusal(outcome)) return toProblem(c, outcome as Refusal<ProblemSlug>)
    return 'replayed' in outcome
      ? respondWith(JSON.parse(outcome.response) as CreatedResponse<string>, outcome.replayed)
      : respondWith(rendered(outcome), false)
  }

/** Distinguishes a request from others with the same key: a hash of the method, the path and the body. */
const fingerprintOf = async (c: Context<MuseumEnv>): Promise<string> =>
  createHash('sha256')
    .update(`${c.req.method} ${requestPath(c)}\n`)
    // Not a second read: Hono keeps the bytes of the body.
    .update(Buffer.from(await c.req.arrayBuffer()))
    .digest('base64url')
