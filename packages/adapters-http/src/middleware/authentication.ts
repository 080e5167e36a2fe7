import type { CredentialVerifier } from '@museum/application'
import { isRefusal, refuse } from '@museum/domain'
import type { MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { problem } from '../problems/problem.ts'

const challenge = { 'WWW-Authenticate': 'Basic realm="museum", charset="UTF-8"' }
const incomplete = refuse(
  'unauthorized',
  'Send the user name and the password of this museum in HTTP Basic authentication.',
)

/** Lets nobody past who has no credentials of the museum. Missing and malformed ones are answered at once. */
export const authentication =
  (credentials: CredentialVerifier): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    const claimed = claimedIn(c.req.header('Authorization'))
    const principal = claimed
      ? await credentials.verify(claimed.username, claimed.password, c.get('clientAddress'))
      : incomplete
    if (!isRefusal(principal)) {
      c.set('username', principal.username)
      return next()
    }
    return principal.refusal === 'unauthorized'
      ? problem(c, 'unauthorized', incomplete.because, { headers: challenge })
      : problem(c, principal.refusal, principal.because, { headers: { 'Retry-After': String(principal.retryAfter) } })
  }

const basic = /^basic +([A-Za-z0-9._~+/-]+=*)$/i
// What is not UTF-8 is nobody's name, and a byte order mark is part of it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The user name and password of an `Authorization` header (RFC 7617). Hono's reader lets replacement characters
 * and byte order marks pass; to read again what it read made this a half slower.
 */
const claimedIn = (header = ''): { username: string; password: string } | undefined => {
  const token = basic.exec(header.trim())?.[1]
  if (token === undefined) return undefined
  try {
    const text = utf8.decode(Buffer.from(token, 'base64'))
    const colon = text.indexOf(':')
    return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) }
  } catch {
    return undefined
  }
}
