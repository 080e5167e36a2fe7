import type { Context, MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { problem } from '../problems/problem.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const because =
  'A page of another origin than that of the museum sent this request. An administrator of the museum can allow that origin. ' +
  'If it was a page of the museum itself, the server does not know its address: an administrator sets the public URL of the museum.'

/**
 * Responds with 403 to a request of a page of another origin that could change something: a browser adds the credentials that
 * its user once gave it to the form of any page (cross-site request forgery). Pages of `allowedOrigins` may send them, and so may
 * programs, which send neither `Sec-Fetch-Site` nor `Origin`. Browsers send `Sec-Fetch-Site` only to `https` and to their own
 * machine; elsewhere, the origin of the museum itself is `publicOrigin`, or the origin of the requested host.
 *
 * `csrf` of Hono looks only at requests with the media type of a form, or without any, and refuses those without both headers:
 * also a `DELETE` of a program.
 */
export const originCheck =
  (allowedOrigins: readonly string[], publicOrigin?: string): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    if (safeMethods.has(c.req.method)) return next()
    const [origin, site] = [c.req.header('Origin'), c.req.header('Sec-Fetch-Site')]
    const isOwn =
      site === undefined
        ? origin === undefined || origin === publicOrigin || isOfHost(origin, c)
        : site === 'same-origin' || site === 'none'
    if (isOwn || allowedOrigins.includes(origin ?? '')) return next()
    return problem(c, 'origin-not-allowed', because)
  }

/**
 * Whether an `Origin` names the requested host, with any scheme, since a proxy may have removed the encryption. An origin
 * that no browser would write is another one, also `null`, which pages without referrers send.
 */
const isOfHost = (origin: string, c: Context): boolean => {
  const { host } = new URL(c.req.url)
  return ['http', 'https'].some((scheme) => URL.parse(`${scheme}://${host}`)?.origin === origin)
}
