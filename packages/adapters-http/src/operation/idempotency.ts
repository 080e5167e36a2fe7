import { createHash } from 'node:crypto'
import type { IdempotentAnswer, IdempotentRequest } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { type TypedResponse, respond } from './response.ts'
import { addIssue } from './zod-faults.ts'
import type { Problem } from '../problems/problem-record.ts'
import type { ProblemSlug, StatusOf } from '../problems/problem-types.ts'
import { toProblem } from '../problems/to-problem.ts'

/** What a sender may send who wants to be able to send again. */
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
        'Names this one request of this user, for at least 24 hours: sent again under the same key and with the same ' +
        'body, it takes effect once and has the same answer, with `Idempotency-Replayed: true`. A UUID serves well.',
      example: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50',
    }),
})

/** For the documentation of what may be answered again. */
export const replayable = {
  'Idempotency-Replayed': z.literal('true').optional().meta({ description: 'This is the first answer, once more.' }),
}

/** A created resource as its response shows it. */
type Representation<Body> = Readonly<{ body: Body; headers: Readonly<Record<string, string>> }>

type Created<Outcome> = Exclude<Outcome, Refusal>
/** The answers to the refusals of an outcome. A refusal without a problem type makes it `unknown`, which no route documents. */
type RefusalAnswer<Outcome> =
  Extract<Outcome, Refusal> extends Refusal<infer Slug>
    ? Slug extends ProblemSlug
      ? TypedResponse<StatusOf<Slug>, Problem>
      : unknown
    : never

/**
 * Creates a resource and answers 201 with its representation. With an `Idempotency-Key` the representation is stored when
 * the request takes effect, and what is stored is answered, the first time and each time the request is repeated.
 */
export const createdResponse = async <Outcome, KeyedOutcome, Body>(
  c: Context<MuseumEnv>,
  key: string | undefined,
  {
    create,
    createOnce,
    represent,
  }: Readonly<{
    create: () => Promise<Outcome>
    createOnce: (
      request: IdempotentRequest,
      render: (created: Created<Outcome>) => string,
    ) => Promise<KeyedOutcome | IdempotentAnswer>
    represent: (created: Created<Outcome>) => Representation<Body>
  }>,
): Promise<TypedResponse<201, Body> | RefusalAnswer<Outcome | KeyedOutcome>> => {
  // The body is stored as text, so that a repetition has the same bytes.
  const render = (created: Created<Outcome>): Representation<string> => {
    const { body, headers } = represent(created)
    return { body: JSON.stringify(body), headers }
  }
  const created = ({ body, headers }: Representation<string>, more?: Readonly<Record<string, string>>) =>
    respond(c, body, 201, { 'Content-Type': 'application/json', ...headers, ...more }) as TypedResponse<201, Body>
  const refused = (outcome: Refusal) =>
    toProblem(c, outcome as Refusal<ProblemSlug>) as RefusalAnswer<Outcome | KeyedOutcome>

  if (key === undefined) {
    const outcome = await create()
    return isRefusal(outcome) ? refused(outcome) : created(render(outcome as Created<Outcome>))
  }
  const request = { username: c.get('username'), idempotencyKey: key, fingerprint: await fingerprintOf(c) }
  const outcome = await createOnce(request, (resource) => JSON.stringify(render(resource)))
  if (isRefusal(outcome)) return refused(outcome)
  const { answer, replayed } = outcome as IdempotentAnswer
  const representation = JSON.parse(answer) as Representation<string>
  return created(representation, replayed ? { 'Idempotency-Replayed': 'true' } : undefined)
}

// Hono keeps the bytes of the body.
const fingerprintOf = async (c: Context) =>
  createHash('sha256')
    .update(`${c.req.method} ${c.req.path}\n`)
    .update(Buffer.from(await c.req.arrayBuffer()))
    .digest('base64url')
