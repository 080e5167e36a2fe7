import type { Context } from 'hono'
import { z } from 'zod'
import type { MuseumEnv } from '../museum-env.ts'
import { etagOf, isNoneMatch, parseEntityTags } from './entity-tag.ts'
import { type TypedResponse, empty, jsonType, mustRevalidate, respond } from './response.ts'
import { patterns } from './patterns.ts'
import { addIssue } from './zod-faults.ts'

/** The request header of a conditional read. A malformed one is ignored. */
export const ifNoneMatch = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The ETag of the state that the client has already.' }),
})

/** For the documentation of a conditional read. */
export const notModified = { description: 'The client has this state already.' }

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
      description: 'The ETag of the state that the change is meant for. If the present state has another: 412.',
    }),
})

/** 200 with a JSON body, or with bytes, and its `ETag`; 304 when `If-None-Match` names that `ETag`. */
export const okWithEtag = <Body extends object>(
  c: Context<MuseumEnv>,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): TypedResponse<200, Body> | TypedResponse<304, null> => {
  const content = body instanceof Uint8Array ? body : JSON.stringify(body)
  const etag = etagOf(content)
  const all = { ...mustRevalidate, ETag: etag, ...headers }
  if (!isNoneMatch(c.req.header('If-None-Match'), etag)) return empty(c, 304, all)
  return respond<200, Body>(c, content, 200, typeof content === 'string' ? { ...jsonType, ...all } : all)
}
