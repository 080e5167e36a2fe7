import { createHash, hash } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClientGone, Unavailable } from '@museum/application'
import { type Refusal, isRefusal } from '@museum/domain'
import type { Context } from 'hono'
import { z } from 'zod'
import { type MuseumEnv, incomingOf } from '../museum-env.ts'
import type { Problem } from '../problems/problem-details.ts'
import { toProblem } from '../problems/problem.ts'
import { type TypedResponse, empty, jsonType, privateNoCache, respond } from './response.ts'
import { addIssue, patterns, shownText } from './schemas.ts'
import { type TextInBlocks, longestPiece, textInBlocks } from './text-in-blocks.ts'
import { addUnreadText, noteReading, removeUnreadText } from './unread-texts.ts'

/** The request header of a read. A malformed one is ignored. */
export const ifNoneMatchHeader = z.object({
  'If-None-Match': shownText('The ETag of the state that the client already has.').optional(),
})

/** The response header of a read, for the documentation; `state` says what it identifies. */
export const etagHeader = (state: string) => z.object({ ETag: shownText(`Identifies ${state}, for If-None-Match.`) })

/** For the documentation of a read. */
export const notModified = { description: 'The client already has this state.' }

/** The request header of a conditional change. A malformed one is a fault. */
export const ifMatchHeader = z.object({
  'If-Match': z
    .string()
    .transform(
      (header, ctx) =>
        parseEntityTags(header) ??
        addIssue(ctx, {
          code: 'not-an-entity-tag',
          detail: 'must be * or a list of entity tags, each in double quotes',
        }),
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
  const etag = etagOf(content)
  const all = { ...privateNoCache, ETag: etag, ...headers }
  if (!isNoneMatch(c.req.header('If-None-Match'), etag)) return empty(c, 304, all)
  return respond<200, Body>(c, content, 200, { ...(typeof content === 'string' && jsonType), ...all })
}

/** A part of the text of a long response, or, in place of the rest, the reason why there is no such response. */
export type PartOfResponse = string | Refusal<'too-many-rows'>
/** A response that was given in parts, and the responses in place of it. */
export type OkOfParts<Body> = TypedResponse<200, Body> | TypedResponse<304, null> | TypedResponse<409, Problem>

/**
 * The same for a JSON body that may be long, which is given as the parts of its text. Each time that reading parts has taken half
 * a millisecond, it pauses for seven, in which the server answers other requests. Once nobody waits for the response, it throws
 * `ClientGone` or `Unavailable` instead of reading on.
 */
export const okWithEtagOfParts = async <Body extends object>(
  c: Context<MuseumEnv>,
  parts: Iterable<PartOfResponse> | AsyncIterable<PartOfResponse>,
): Promise<OkOfParts<Body>> => {
  const text = textInBlocks()
  let isSentLater = false
  try {
    const outcome = await appendParts(c, parts, text)
    if (isRefusal(outcome)) return toProblem(c, outcome)
    const headers = { ...privateNoCache, ETag: outcome }
    if (!isNoneMatch(c.req.header('If-None-Match'), outcome)) return empty(c, 304, headers)
    // Hono sends no body of the response to HEAD.
    isSentLater = c.req.method !== 'HEAD' && text.length() > longestPiece
    const content = isSentLater ? sendInTurns(c, text) : Buffer.concat([...text.pieces()])
    return respond<200, Body>(c, content, 200, { ...jsonType, ...headers })
  } finally {
    if (!isSentLater) text.release()
  }
}

/** Appends the parts, and returns the `ETag` of the text. */
const appendParts = async (
  c: Context<MuseumEnv>,
  parts: Iterable<PartOfResponse> | AsyncIterable<PartOfResponse>,
  text: TextInBlocks,
): Promise<string | Refusal<'too-many-rows'>> => {
  const digest = createHash('sha256')
  let since = performance.now()
  for await (const part of parts) {
    if (isRefusal(part)) return part
    if (c.req.raw.signal.aborted) throw new ClientGone()
    if (performance.now() > c.get('endsAt')) throw new Unavailable('The response took too long')
    digest.update(text.append(part))
    if (performance.now() - since < workMilliseconds) continue
    await sleep(pauseMilliseconds)
    since = performance.now()
  }
  return tagOf(digest.digest('base64url'))
}

/** The pause is ten times as long as a part of 200 rows takes. */
const [workMilliseconds, pauseMilliseconds] = [0.5, 7]

/** How long a client may take to read a long response. */
const readingMilliseconds = 60_000

/**
 * A stream that sends a text, and releases it when the client has read it, is gone or has taken too long, or when other texts need
 * the memory. Each piece is sent in a turn of the event loop of its own: a stream without turns is written to the socket at once.
 */
const sendInTurns = (c: Context<MuseumEnv>, text: TextInBlocks): ReadableStream<Uint8Array> => {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const end = () => {
    clearTimeout(timer)
    removeUnreadText(unread)
    text.release()
  }
  const reset = () => {
    end()
    const { socket } = incomingOf(c) ?? {}
    if (socket === undefined) controller.error(new Error('The response was not read in time.'))
    else resetConnection(socket)
  }
  const unread = { username: c.get('principal').username, bytes: text.memory(), reset }
  const timer = setTimeout(reset, readingMilliseconds).unref()
  const pieces = text.pieces()
  return new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
        addUnreadText(unread)
      },
      async pull() {
        const { done, value } = pieces.next()
        if (done) {
          end()
          controller.close()
        } else {
          noteReading(unread)
          controller.enqueue(value)
          await sleep(1)
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}

/** A reset drops the bytes that the kernel holds. Only TCP sockets have one. */
const resetConnection = (socket: Socket) => {
  try {
    socket.resetAndDestroy()
  } catch {
    socket.destroy()
  }
}

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

/**
 * Makes the function that compares the ETag of a body with an `If-Match` header (RFC 9110, section 13.1.1): strongly, so that a
 * weak tag never matches. Every body matches without the header.
 */
export const ifMatchOf =
  (tags: EntityTags | undefined) =>
  (body: object): boolean =>
    tags === undefined || tags === '*' || tags.includes(etagOf(body))

/** Weak comparison for `If-None-Match` (RFC 9110, section 13.1.2). True when the header is missing or malformed. */
const isNoneMatch = (header: string | undefined, etag: string): boolean => {
  const tags = header === undefined ? [] : (parseEntityTags(header) ?? [])
  return tags !== '*' && !tags.some((candidate) => candidate.replace(/^W\//, '') === etag)
}
