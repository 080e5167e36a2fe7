import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { MuseumEnv } from '../museum-env.ts'
import { etagOf, isNoneMatch } from './conditional.ts'

declare const documented: unique symbol

/** A response of which the compiler knows status and body, so that an operation can only give answers it documents. */
export type Answer<Status extends number, Body> = Status extends number
  ? Response & { readonly [documented]?: readonly [Status, Body] }
  : never

type Headers = Readonly<Record<string, string>>

/**
 * Every answer of ours is made here, under the identifier of its request, and is what its type says and nothing else
 * (`nosniff`). Made without Hono, whose responses are dressed in a `Headers` object: a plain one is written as it is, for a tenth of
 * the cost of a small request.
 */
export const respond = (
  c: Context<MuseumEnv>,
  body: string | Uint8Array | null,
  status: number,
  headers: Headers,
): Response =>
  new Response(body as string | Uint8Array<ArrayBuffer> | null, {
    status,
    headers: { ...headers, 'X-Content-Type-Options': 'nosniff', 'X-Request-Id': c.get('requestId') },
  })

/** JSON, compared with nothing and kept by nobody unless a header says so. */
export const json = <const Status extends ContentfulStatusCode, Body extends object>(
  c: Context<MuseumEnv>,
  body: Body,
  status: Status,
  headers: Headers = {},
): Answer<Status, Body> => respond(c, JSON.stringify(body), status, { ...inJson, ...headers }) as Answer<Status, Body>
const inJson = { 'Content-Type': 'application/json' }

export const empty = <const Status extends 204 | 304>(
  c: Context<MuseumEnv>,
  status: Status,
  headers: Headers = {},
): Answer<Status, null> => respond(c, null, status, headers) as Answer<Status, null>

/** May be kept by the asker alone, who asks each time whether it is still so. */
export const revalidated = { 'Cache-Control': 'private, no-cache' }
/** Kept by nobody. */
export const unkept = { 'Cache-Control': 'no-store' }

/** 200 with a body and its `ETag`, or 304 when the asker has it already. */
export const fresh = <Body extends object>(
  c: Context<MuseumEnv>,
  body: Body,
  headers: Headers = {},
): Answer<200, Body> | Answer<304, null> => {
  const content = body instanceof Uint8Array ? body : JSON.stringify(body)
  const etag = etagOf(content)
  const all = { ...revalidated, ETag: etag, ...headers }
  if (!isNoneMatch(c.req.header('If-None-Match'), etag)) return empty(c, 304, all)
  const typed = typeof content === 'string' ? { ...inJson, ...all } : all
  return respond(c, content, 200, typed) as Answer<200, Body>
}
