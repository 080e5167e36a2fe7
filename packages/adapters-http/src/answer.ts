import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { etagOf, isNoneMatch } from './conditional.ts'
import type { MuseumEnv } from './museum-env.ts'

declare const documented: unique symbol

/** A response of which the compiler knows status and body, so that an operation can only give answers it documents. */
export type Answer<Status extends number, Body> = Status extends number
  ? Response & { readonly [documented]?: readonly [Status, Body] }
  : never

type Headers = Readonly<Record<string, string>>

/** JSON, compared with nothing and kept by nobody unless a header says so. */
export const json = <const Status extends ContentfulStatusCode, Body extends object>(
  c: Context<MuseumEnv>,
  body: Body,
  status: Status,
  headers: Headers = {},
): Answer<Status, Body> =>
  c.body(JSON.stringify(body), status, { 'Content-Type': 'application/json', ...headers }) as unknown as Answer<
    Status,
    Body
  >

export const empty = <const Status extends 204 | 304>(
  c: Context<MuseumEnv>,
  status: Status,
  headers: Headers = {},
): Answer<Status, null> => c.body(null, status, headers) as unknown as Answer<Status, null>

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
  const etag = etagOf(body)
  const all = { ...revalidated, ETag: etag, ...headers }
  if (!isNoneMatch(c.req.header('If-None-Match'), etag)) return empty(c, 304, all)
  return body instanceof Uint8Array ? c.body(body as Uint8Array<ArrayBuffer>, 200, all) : json(c, body, 200, all)
}
