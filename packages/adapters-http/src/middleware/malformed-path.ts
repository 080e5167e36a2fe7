import type { MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { problem } from '../problems/problem.ts'

/** Responds with 400 to a path that cannot be percent-decoded as UTF-8. Hono would route it undecoded. */
export const rejectMalformedPath: MiddlewareHandler<MuseumEnv> = async (c, next) => {
  // Most paths have no `%` and need no URL object.
  if (!c.req.url.includes('%')) return next()
  try {
    decodeURIComponent(new URL(c.req.url).pathname)
  } catch {
    const detail = 'must hold only complete escapes of UTF-8 after each %'
    return problem(c, 'validation-failed', `The path ${detail}.`, {
      errors: [{ parameter: 'path', code: 'broken-escape', detail }],
    })
  }
  return next()
}
