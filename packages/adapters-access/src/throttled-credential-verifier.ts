import { hash } from 'node:crypto'
import type { CredentialRefusal, CredentialVerifier } from '@museum/application'
import { isRefusal, refuse } from '@museum/domain'
import { LRUCache } from 'lru-cache'
import { networkOf } from './network-of.ts'

/** So many failures are answered within a period (in milliseconds): of a user from an address, and of an address. */
const [ofUser, ofAddress, period] = [10, 100, 60_000]
/**
 * So many failures are remembered in all, at most 3 MB; the addresses asked about longest ago are forgotten first. A
 * failure costs a hash, of which two are made at once: while one takes more than 12 ms, nothing that still counts is
 * pushed out. It takes a fifth of a second.
 */
const remembered = 10_000

/** The user by a digest: of one length, and what was typed into the wrong field is not kept. */
type Failure = Readonly<{ user: string; at: number }>

/**
 * Refuses with `too-many-requests` whoever has failed too often, even with the right password; from another address the
 * same user is let in. `now` is a clock in milliseconds that never goes back.
 */
export const throttledCredentialVerifier = (
  verifier: CredentialVerifier,
  now: () => number = () => performance.now(),
): CredentialVerifier => {
  // The last hundred failures of each address: a user's tenth is among them, or the address has failed a hundred times since.
  const failures = new LRUCache<string, readonly Failure[]>({
    maxSize: remembered,
    sizeCalculation: ({ length }) => length,
  })

  const blocked = (from: string, username: string): CredentialRefusal | undefined => {
    const all = failures.get(from)
    if (all === undefined) return undefined
    const user = digest(username)
    const counting = [all.at(-ofAddress), all.filter((failure) => failure.user === user).at(-ofUser)]
    const wait = Math.max(...counting.map((failure) => (failure?.at ?? -Infinity) + period)) - now()
    return wait > 0 ? { ...tooMany, retryAfter: Math.ceil(wait / 1000) } : undefined
  }

  return {
    async verify(username, password, address) {
      const from = networkOf(address)
      const before = blocked(from, username)
      if (before !== undefined) return before
      const outcome = await verifier.verify(username, password, address)
      // Others may have failed meanwhile: of guesses that were sent at once no more are answered than of others.
      const after = blocked(from, username)
      if (after !== undefined) return after
      if (isRefusal(outcome) && outcome.refusal === 'unauthorized') {
        const failure = { user: digest(username), at: now() }
        failures.set(from, [...(failures.get(from) ?? []), failure].slice(-ofAddress))
      }
      return outcome
    },
  }
}

const tooMany = refuse('too-many-requests', 'Too many user names or passwords were wrong.')

const digest = (username: string) => hash('sha256', username, 'base64')
