import { createHash, hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { type Content, type TypedResponse, empty, jsonType, privateNoCache, respond } from './response.ts'
import { addIssue, patterns } from './schemas.ts'
import { type TextInBlocks, textInBlocks } from './text-in-blocks.ts'

/** The request header of a conditional read. A malformed one is ignored. */
export const ifNoneMatch = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The ETag of the state that the client already has.' }),
})

/** The response header of a conditional read, for the documentation; `state` says what it identifies. */
export const etagHeader = (state: string) =>
  z.object({ ETag: z.string().meta({ description: `Identifies ${state}, for If-None-Match.` }) })

/** For the documentation of a conditional read. */
export const notModified = { description: 'The client already has this state.' }

/** The request header of a conditional change. A malformed one is a fault. */
export const ifMatch = z.object({
  'If-Match': z
    .string()
    .transform(
      (header, ctx) =>
        parseEntityTags(header) ??
        addIssue(ctx, 'not-an-entity-tag', 'must be * or a list of entity tags, each in double quotes'),
    )
    .optional()
    .meta({
      pattern: patterns.entityTags,
      description:
        'The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412.',
    }),
})

/**
 * Responds with 200, a JSON body or bytes, and the `ETag` of the body; or with 304 when `If-None-Match` has that
 * `ETag`.
 */
export const okWithEtag = <Body extends object>(
  c: Context<MuseumEnv>,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): TypedResponse<200, Body> | TypedResponse<304, null> => {
  const content = body instanceof Uint8Array ? body : JSON.stringify(body)
  const all = { ...privateNoCache, ETag: etagOf(content), ...headers }
  return okUnlessMatch(c, content, all, typeof content === 'string' ? jsonType : {})
}

/**
 * The same for a JSON body that may be long, which is given as the parts of its text. Each time that reading parts has taken half
 * a millisecond, it pauses for seven, in which the server answers other requests.
 */
export const okWithEtagOfParts = async <Body extends object>(
  c: Context<MuseumEnv>,
  parts: Iterable<string> | AsyncIterable<string>,
): Promise<TypedResponse<200, Body> | TypedResponse<304, null>> => {
  const digest = createHash('sha256')
  const text = textInBlocks()
  let since = performance.now()
  for await (const part of parts) {
    digest.update(text.append(part))
    if (performance.now() - since < workMilliseconds) continue
    await setTimeout(pauseMilliseconds)
    since = performance.now()
  }
  const headers = { ...privateNoCache, ETag: tagOf(digest.digest('base64url')) }
  const response = okUnlessMatch<Body>(c, ReadableStream.from(inTurns(text)), headers, jsonType)
  if (response.status === 304) text.release()
  return response
}

/** Each piece in a turn of the event loop of its own: a stream without turns is written to the socket at once. */
async function* inTurns(text: TextInBlocks) {
  try {
    for (const piece of text.pieces()) {
      yield piece
      await setTimeout(1)
    }
  } finally {
    text.release()
  }
}

/** The pause is ten times as long as a part of 200 rows takes; a report of a year has some hundred parts, and five seconds. */
const [workMilliseconds, pauseMilliseconds] = [0.5, 7]

const okUnlessMatch = <Body extends object>(
  c: Context<MuseumEnv>,
  content: Content,
  headers: Readonly<{ ETag: string }>,
  type: Readonly<Record<string, string>>,
) =>
  isNoneMatch(c.req.header('If-None-Match'), headers.ETag)
    ? respond<200, Body>(c, content, 200, { ...type, ...headers })
    : empty(c, 304, headers)

/** The entity tags of an `If-Match` or `If-None-Match` header, each with its quotes, or `*`. */
export type EntityTags = '*' | readonly string[]

const tag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** Parses an `If-Match` or `If-None-Match` header; `undefined` when it is malformed. Empty list elements are ignored. */
const parseEntityTags = (header: string): EntityTags | undefined => {
  if (header.trim() === '*') return '*'
  const shape = header
    .replaceAll(tag, 'tag')
    .split(',')
    .map((element) => element.trim())
  return shape.every((element) => element === '' || element === 'tag') ? (header.match(tag) ?? undefined) : undefined
}

/** The strong entity tag of a body: 22 characters of the SHA-256 of its bytes, or of its JSON, in quotes. */
export const etagOf = (body: object | string): string => {
  if (!(body instanceof Uint8Array)) return hashOf(typeof body === 'string' ? body : JSON.stringify(body))
  // A cached image is the same object in many responses, so its hash is cached too.
  const etag = etagsOfBytes.get(body) ?? hashOf(body)
  etagsOfBytes.set(body, etag)
  return etag
}
const etagsOfBytes = new WeakMap<Uint8Array, string>()
const hashOf = (content: string | Uint8Array) => tagOf(hash('sha256', content, 'base64url'))
const tagOf = (digest: string) => `"${digest.slice(0, 22)}"`

/** Strong comparison for `If-Match` (RFC 9110, section 13.1.1): a weak tag never matches. */
export const isMatch = (tags: EntityTags, etag: string): boolean => tags === '*' || tags.includes(etag)

/** Weak comparison for `If-None-Match` (RFC 9110, section 13.1.2). True when the header is missing or malformed. */
const isNoneMatch = (header: string | undefined, etag: string): boolean => {
  const tags = header === undefined ? [] : (parseEntityTags(header) ?? [])
  return tags !== '*' && !tags.some((candidate) => candidate.replace(/^W\//, '') === etag)
}
