import type { Context, Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed as replaceNotFound } from 'hono/method-not-allowed'
import type { MuseumEnv } from '../museum-env.ts'
import { empty } from '../operation/response.ts'
import { problem } from '../problems/problem.ts'

/** Responds with 400 to a path that cannot be percent-decoded as UTF-8. Hono would route it undecoded. */
export const rejectMalformedPath: MiddlewareHandler<MuseumEnv> = async (c, next) => {
  // A path without `%`, like most, needs no URL object.
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

/**
 * For a path that has routes, but none for the method of the request: 204 for OPTIONS and 405 for every other method,
 * both with `Allow`.
 */
export const methodNotAllowed = (api: Hono<MuseumEnv>): MiddlewareHandler<MuseumEnv> =>
  replaceNotFound({
    app: api,
    onMethodNotAllowed: (c: Context<MuseumEnv>, methods) => {
      // Hono copies the headers of the replaced 404 into the new response, which keeps the headers of CORS.
      for (const name of ['Content-Type', 'Cache-Control']) c.res.headers.delete(name)
      const headers = { Allow: [...methods, 'OPTIONS'].join(', ') }
      return c.req.method === 'OPTIONS'
        ? empty(c, 204, headers)
        : problem(c, 'method-not-allowed', `${c.req.method} is not possible here.`, { headers })
    },
  })
