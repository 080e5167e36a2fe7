import { createHash } from 'node:crypto'
import type { IdempotentResponse, Once } from '@museum/application'
import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { requestPath } from '../paths.ts'
import { jsonType, respond } from './response.ts'
import { addIssue, withExample } from './schemas.ts'

/** The request header of a keyed operation. */
export const idempotencyKeyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .transform((key, ctx) =>
      /^[\x21-\x7e]{1,255}$/.test(key)
        ? key
        : addIssue(ctx, { code: 'not-an-idempotency-key', detail: 'must be 1 to 255 visible ASCII characters' }),
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

/** The body of a response as text, so that every response to one request has the same bytes, and the headers. */
export type RenderedResponse = Readonly<{ body: string; headers: Readonly<Record<string, string>> }>

/** How a request with this `Idempotency-Key` creates something once; `render` makes the response, which is stored. */
export const onceOf = async (
  c: Context<MuseumEnv>,
  idempotencyKey: string,
  render: (created: unknown) => RenderedResponse,
): Promise<Once<unknown>> => ({
  idempotencyKey,
  fingerprint: await fingerprintOf(c),
  render: (created) => JSON.stringify(render(created)),
})

/** The response to this request, or to the earlier one that it repeats. */
export const respondOnce = (c: Context<MuseumEnv>, { response, replayed }: IdempotentResponse): Response => {
  const { body, headers } = JSON.parse(response) as RenderedResponse
  return respond(c, body, 201, { ...jsonType, ...headers, ...(replayed && { 'Idempotency-Replayed': 'true' }) })
}

/** Distinguishes a request from others with the same key: a hash of the method, the path and the body. */
const fingerprintOf = async (c: Context<MuseumEnv>): Promise<string> =>
  createHash('sha256')
    .update(`${c.req.method} ${requestPath(c)}\n`)
    // Not a second read: Hono keeps the bytes of the body.
    .update(Buffer.from(await c.req.arrayBuffer()))
    .digest('base64url')
