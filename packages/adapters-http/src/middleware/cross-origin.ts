import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { MuseumEnv } from '../museum-env.ts'

const exposeHeaders = [
  'Date',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
]

/** CORS: pages of these origins may read responses. Their preflight requests end here, without authentication. */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler<MuseumEnv> => {
  const allowOrigin = cors({
    origin: [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposeHeaders,
    maxAge: 600,
  })
  return async (c, next) => {
    const isPreflight = c.req.header('Access-Control-Request-Method') !== undefined
    // Hono would treat every OPTIONS request as a preflight. The others get the methods of their path.
    if (origins.includes(c.req.header('Origin') ?? '') && (c.req.method !== 'OPTIONS' || isPreflight)) {
      c.header('X-Request-Id', c.get('requestId'))
      return allowOrigin(c, next)
    }
    await next()
    c.header('Vary', 'Origin', { append: true })
  }
}
