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
    const principal =
      claimed && isAsSent(claimed, c.req.header('Authorization')!)
        ? await credentials.verify(claimed.username, claimed.password)
        : incomplete
    if (!isRefusal(principal)) return next()
    return principal.refused === 'unauthorized'
      ? problem(c, 'unauthorized', incomplete.because, { headers: challenge })
      : problem(c, principal.refused, principal.because, { headers: { 'Retry-After': '1' } })
  }

/** Decoding drops a byte order mark, and puts a replacement character for what is not UTF-8: neither may match a user. */
const isAsSent = ({ username, password }: { username: string; password: string }, header: string) =>
  Buffer.from(`${username}:${password}`).equals(Buffer.from(header.trim().split(/ +/)[1] ?? '', 'base64'))
