import { type CredentialVerifier, Password } from '@museum/application'
import { codePoints, isRefusal } from '@museum/domain'
import type { Logger } from 'pino'
import { displayedUsername } from './ensure-administrator.ts'

/**
 * Logs one warning for each user whose password is shorter than a new one may be. The stored hash does not show the length, so
 * it is checked when the password is verified.
 */
export const warnOfShortPasswords = (verifier: CredentialVerifier, log: Logger): CredentialVerifier => {
  const warned = new Set<string>()
  return {
    async verify(username, password, address) {
      const outcome = await verifier.verify(username, password, address)
      if (!isRefusal(outcome) && codePoints(password) < Password.minLength && !warned.has(username)) {
        warned.add(username)
        log.warn(
          { user: displayedUsername(username) },
          `the password of this user has fewer than ${Password.minLength} characters; it works, but set a longer one`,
        )
      }
      return outcome
    },
  }
}
