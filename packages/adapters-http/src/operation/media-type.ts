import type { Context } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import type { Problem } from '../problems/problem-record.ts'
import { problem } from '../problems/problem.ts'
import type { TypedResponse } from './response.ts'
import type { Route } from './route.ts'

/** The media type of the body, in lower case; `undefined` when it is not one of `types`, or the body is compressed. */
export const mediaTypeOf = (c: Context, types: readonly string[]): string | undefined => {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  return type !== undefined && types.includes(type) && !isCompressed(c) ? type : undefined
}

/** 415 with the media types that the operation reads. */
export const unsupportedMediaType = (
  c: Context<MuseumEnv>,
  method: Route['method'],
  types: readonly string[],
): TypedResponse<415, Problem> => {
  const headers = { [acceptHeaderOf(method)]: types.join(', ') }
  const detail = `The body must be ${types.join(' or ')}, not compressed, and say so in Content-Type.`
  return problem(c, 'unsupported-media-type', detail, { headers })
}

/** The response header that names the media types of bodies for this method. */
export const acceptHeaderOf = (method: Route['method']): string => acceptHeaders[method] ?? 'Accept'
const acceptHeaders: Partial<Record<Route['method'], string>> = { post: 'Accept-Post', patch: 'Accept-Patch' }

const isCompressed = (c: Context) =>
  !['', 'identity'].includes(c.req.header('Content-Encoding')?.trim().toLowerCase() ?? '') ||
  // Node decodes chunks and no other transfer coding.
  !['', 'chunked'].includes(c.req.header('Transfer-Encoding')?.trim().toLowerCase() ?? '')
