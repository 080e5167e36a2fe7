import { createHash } from 'node:crypto'
import type { IdempotentResponse, KeyedRequest } from '@museum/application'
import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { requestPath } from '../paths.ts'
import { type TypedResponse, jsonType, respond } from './response.ts'
import { addIssue, withExample } from './schemas.ts'

/** The request header of an operation that a client may repeat. */
export const idempotencyKey = z.object({
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
export const idempotencyReplayed = {
  'Idempotency-Replayed': z
    .literal('true')
    .optional()
    .meta({ description: 'The request is a repetition; this is the response to the first one.' }),
}

/** The request as the idempotent use cases identify it. Its fingerprint is a hash of the method, the path and the body. */
export const keyedRequest = async (c: Context<MuseumEnv>, key: string): Promise<KeyedRequest> => {
  const fingerprint = createHash('sha256')
    .update(`${c.req.method} ${requestPath(c)}\n`)
    // Not a second read: Hono keeps the bytes of the body.
    .update(Buffer.from(await c.req.arrayBuffer()))
    .digest('base64url')
  return { principal: c.get('principal'), idempotencyKey: key, fingerprint }
}

/** The body and the headers of a 201 response. */
export type Created<Body> = Readonly<{ body: Body; headers: Readonly<Record<string, string>> }>

/** Renders a 201 response as the text that is stored, for `renderedResponse`. */
export const render = ({ body, headers }: Created<object>): string =>
  // The body is stored as JSON text inside the JSON, so that every response has the same bytes.
  JSON.stringify({ body: JSON.stringify(body), headers } satisfies Created<string>)

/** The 201 response from the text that `render` returned, for the first request and for its repetitions. */
export const renderedResponse = <Body>(
  c: Context<MuseumEnv>,
  { response, replayed }: IdempotentResponse,
): TypedResponse<201, Body> => {
  const { body, headers }: Created<string> = JSON.parse(response)
  return respond(c, body, 201, { ...jsonType, ...headers, ...(replayed && { 'Idempotency-Replayed': 'true' }) })
}
