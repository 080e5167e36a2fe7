import { createHash } from 'node:crypto'
import type { IdempotencyRefusal, Once, Replay } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import type { Context } from 'hono'
import { z } from 'zod'
import { type Answer, json, respond } from './answer.ts'
import type { MuseumEnv } from './museum-env.ts'
import { type Problem, toProblem } from './problem.ts'
import type { ProblemSlug, StatusOf } from './problem-types.ts'
import { report } from './values.wire.ts'

/** What a sender may send who wants to be able to send again. */
export const idempotencyKey = z.object({
  'Idempotency-Key': z
    .string()
    .transform((key, ctx) =>
      /^[\x21-\x7e]{1,255}$/.test(key)
        ? key
        : report(ctx, 'not-an-idempotency-key', 'must be 1 to 255 visible ASCII characters'),
    )
    .optional()
    .meta({
      pattern: '^[!-~]{1,255}$',
      description:
        'Names this one request of this user, for at least 24 hours: sent again under the same key and with the same ' +
        'body, it takes effect once and has the same answer, with `Idempotency-Replayed: true`. A UUID serves well.',
      example: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50',
    }),
})

/** For the documentation of what may be answered again. */
export const replayable = {
  'Idempotency-Replayed': z.literal('true').optional().meta({ description: 'This is the first answer, once more.' }),
}

type Told<Body> = Readonly<{ body: Body; headers: Readonly<Record<string, string>> }>

/**
 * Creates what is asked, under the sender's key if there is one, and answers 201 with what `tell` says of it; to whoever
 * sends the same again, with what it said the first time, byte for byte.
 */
export const createdOnce = async <Wanted, Created, R extends Refusal<ProblemSlug>, Body extends object>(
  c: Context<MuseumEnv>,
  key: string | undefined,
  create: Once<Wanted, Created, R>,
  wanted: Wanted,
  tell: (created: Created) => Told<Body>,
): Promise<Answer<201, Body> | Answer<StatusOf<R['refusal'] | IdempotencyRefusal['refusal']>, Problem>> => {
  const outcome = await create(
    wanted,
    key === undefined
      ? undefined
      : {
          username: c.get('username'),
          idempotencyKey: key,
          fingerprint: await fingerprintOf(c),
          answerTo: (created) => {
            const { body, headers } = tell(created)
            return JSON.stringify({ body: JSON.stringify(body), headers } satisfies Told<string>)
          },
        },
  )
  if (isRefusal(outcome)) return toProblem(c, outcome as Refusal<R['refusal'] | IdempotencyRefusal['refusal']>)
  if (isReplay(outcome)) {
    const { body, headers } = JSON.parse(outcome.replayed) as Told<string>
    const all = { 'Content-Type': 'application/json', ...headers, 'Idempotency-Replayed': 'true' }
    return respond(c, body, 201, all) as Answer<201, Body>
  }
  const { body, headers } = tell(outcome as Created)
  return json(c, body, 201, headers)
}

const isReplay = (outcome: unknown): outcome is Replay =>
  typeof outcome === 'object' && outcome !== null && 'replayed' in outcome

/** Of the method, the path and the bytes of the body, which Hono keeps. */
const fingerprintOf = async (c: Context) =>
  createHash('sha256')
    .update(`${c.req.method} ${c.req.path}\n`)
    .update(Buffer.from(await c.req.arrayBuffer()))
    .digest('base64url')
