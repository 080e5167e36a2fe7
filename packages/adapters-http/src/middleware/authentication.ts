import type { CredentialVerifier } from '@museum/application'
import { isRefusal, refuse } from '@museum/domain'
import type { MiddlewareHandler } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { problem, toProblem } from '../problems/problem.ts'

const challenge = { 'WWW-Authenticate': 'Basic realm="museum", charset="UTF-8"' }
const unauthorized = refuse(
  'unauthorized',
  'The user name and the password of this museum, in HTTP Basic authentication, are missing or wrong.',
)

/**
 * HTTP Basic authentication (RFC 7617). Responds with 401 or 429 unless `credentials` accepts the user name and the
 * password. Does not call `credentials` for a missing or malformed header.
 */
export const authentication =
  (credentials: CredentialVerifier): MiddlewareHandler<MuseumEnv> =>
  async (c, next) => {
    const parsed = parseBasicCredentials(c.req.header('Authorization'))
    const principal = parsed
      ? await credentials.verify(parsed.username, parsed.password, c.get('clientAddress'))
      : unauthorized
    if (!isRefusal(principal)) {
      c.set('principal', principal)
      c.set('credentials', credentials)
      return next()
    }
    return principal.refusal === 'unauthorized'
      ? problem(c, 'unauthorized', unauthorized.because, { headers: challenge })
      : toProblem(c, principal)
  }

const basic = /^basic +([A-Za-z0-9._~+/-]+=*)$/i
// `ignoreBOM` keeps a byte order mark in the text: it is part of the user name.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The user name and the password of an `Authorization` header; `undefined` when it is missing, malformed or not UTF-8.
 * Hono's own parser accepts invalid UTF-8 and drops byte order marks; checking its result again took 1.5 times as long.
 */
const parseBasicCredentials = (header = ''): { username: string; password: string } | undefined => {
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
