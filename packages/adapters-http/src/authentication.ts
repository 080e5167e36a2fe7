import type { CredentialVerifier } from '@museum/application'
import { isRefusal, refuse } from '@museum/domain'
import type { MiddlewareHandler } from 'hono'
import { auth } from 'hono/utils/basic-auth'
import type { MuseumEnv } from './museum-env.ts'
import { problem } from './problem.ts'

const challenge = { 'WWW-Authenticate': 'Basic realm="museum", charset="UTF-8"' }
const incomplete = refuse(
  'unauthorized',
  'Send the user name and the password of this museum in HTTP Basic authentication.',
)

/** Lets nobody past who has no credentials of the museum. Missing and malformed ones are answered at once. */
export const authentication =
  (credentials: CredentialVerifier): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    const claimed = auth(c.req.raw)
    const principal = claimed ? await credentials.verify(claimed.username, claimed.password) : incomplete
    if (!isRefusal(principal)) {
      c.set('principal', principal)
      return next()
    }
    return principal.refused === 'unauthorized'
      ? problem(c, 'unauthorized', incomplete.because, { headers: challenge })
      : problem(c, principal.refused, principal.because, { headers: { 'Retry-After': '1' } })
  }
