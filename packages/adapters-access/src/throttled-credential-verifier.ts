import { hash } from 'node:crypto'
import { type CredentialRefusal, type CredentialVerifier, type UserRepository, Username } from '@museum/application'
import { isRefusal, refuse } from '@museum/domain'
import { LRUCache } from 'lru-cache'
import { networkOf } from './networks.ts'
import { type CredentialObserver, scryptCredentialVerifier } from './scrypt-credential-verifier.ts'

/** Verifies the passwords of these users, and limits wrong ones, as the server of the museum does. */
export const credentialVerifier = (users: UserRepository, observer: CredentialObserver = {}): CredentialVerifier =>
  throttledCredentialVerifier(scryptCredentialVerifier(users, { observer }), undefined, observer)

/**
 * How many wrong passwords are allowed within `failurePeriod`: for one user from one network, and for all users from
 * one network.
 */
const [maxFailuresOfUser, maxFailuresOfNetwork] = [10, 100]
/** For how long a wrong password counts, in milliseconds. */
const failurePeriod = 60_000
/**
 * How many failures are kept in total, at most 3 MB. Those of the networks that were used longest ago are dropped
 * first. Each failure costs a hash, and two run at a time: only if a hash took less than 12 ms could failures of the
 * last minute be dropped.
 */
const maxFailures = 10_000

/**
 * The user name is stored as a digest, which has a fixed length and hides a password that was typed into the wrong
 * field.
 */
type Failure = Readonly<{ userDigest: string; at: number }>

/**
 * Refuses with `too-many-requests` after 10 wrong passwords within a minute for one user from one network, and after
 * 100 from one network, even if the password is right; other networks are not affected. `now` is a monotonic clock in
 * milliseconds. `observer` is called with each request that this verifier refuses.
 */
export const throttledCredentialVerifier = (
  verifier: CredentialVerifier,
  now: () => number = () => performance.now(),
  { onRefused }: CredentialObserver = {},
): CredentialVerifier => {
  // The last hundred failures of each network. If a user's tenth last failure is not among them, the network has had a
  // hundred failures since then.
  const failures = new LRUCache<string, readonly Failure[]>({
    maxSize: maxFailures,
    sizeCalculation: ({ length }) => length,
  })

  const refusalFor = (network: string, username: string): CredentialRefusal | undefined => {
    const all = failures.get(network)
    if (all === undefined) return undefined
    const userDigest = digestOf(username)
    const ofUser = all.filter((failure) => failure.userDigest === userDigest)
    const limiting = [all.at(-maxFailuresOfNetwork), ofUser.at(-maxFailuresOfUser)]
    const wait = Math.max(...limiting.map((failure) => (failure?.at ?? -Infinity) + failurePeriod)) - now()
    return wait > 0 ? { ...tooManyFailures, retryAfter: Math.ceil(wait / 1_000) } : undefined
  }

  return {
    async verify(username, password, address) {
      const network = networkOf(address)
      const before = refusalFor(network, username)
      if (before !== undefined) {
        onRefused?.('throttled')
        return before
      }
      const outcome = await verifier.verify(username, password, address)
      // Checked again, since concurrent requests may have failed meanwhile: otherwise each of them would reveal whether
      // its password is right.
      const after = refusalFor(network, username)
      if (after !== undefined) {
        // The inner verifier reports its refusals itself.
        if (!isRefusal(outcome) || outcome.refusal !== 'too-many-requests') onRefused?.('throttled')
        return after
      }
      if (isRefusal(outcome) && outcome.refusal === 'unauthorized') {
        const failure = { userDigest: digestOf(username), at: now() }
        failures.set(network, [...(failures.get(network) ?? []), failure].slice(-maxFailuresOfNetwork))
      }
      return outcome
    },
  }
}

const tooManyFailures = refuse('too-many-requests', 'Too many user names or passwords were wrong.')

/** The same for all Unicode normalization forms of a name, in each of which the user is found. */
const digestOf = (username: string) => hash('sha256', Username.normalize(username), 'base64')
