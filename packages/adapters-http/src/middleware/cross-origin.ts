import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { MuseumEnv } from '../museum-env.ts'

const exposeHeaders = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
]

/** Lets pages of these origins read the answers. A preflight from one of them is answered here, without credentials. */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler<MuseumEnv> => {
  const allowed = cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposeHeaders,
    maxAge: 600,
  })
  return async (c, next) => {
    const isPreflight = c.req.header('Access-Control-Request-Method') !== undefined
    // An OPTIONS request of another kind is the API's own affair, which knows what is allowed where.
    if (origins.includes(c.req.header('Origin') ?? '') && (c.req.method !== 'OPTIONS' || isPreflight)) {
      c.header('X-Request-Id', c.get('requestId'))
      return allowed(c, next)
    }
    await next()
    c.header('Vary', 'Origin', { append: true })
  }
}
