import type { Context, Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed as replaceNotFound } from 'hono/method-not-allowed'
import type { MuseumEnv } from '../museum-env.ts'
import { empty } from '../operation/response.ts'
import { problem } from '../problems/problem.ts'

/**
 * For a path that has routes, but none for the method of the request: 204 for OPTIONS and 405 for every other method,
 * both with `Allow`.
 */
export const methodNotAllowed = (api: Hono<MuseumEnv>): MiddlewareHandler<MuseumEnv> =>
  replaceNotFound({
    app: api,
    onMethodNotAllowed: (c: Context<MuseumEnv>, methods) => {
      // Hono copies the headers of the 404 that is replaced into the new response: those of CORS are to stay.
      for (const name of ['Content-Type', 'Cache-Control']) c.res.headers.delete(name)
      const headers = { Allow: [...methods, 'OPTIONS'].join(', ') }
      return c.req.method === 'OPTIONS'
        ? empty(c, 204, headers)
        : problem(c, 'method-not-allowed', `${c.req.method} is not possible here.`, { headers })
    },
  })
