import { hash, randomBytes } from 'node:crypto'
import {
  type CredentialRefusal,
  type CredentialVerifier,
  type PasswordHasher,
  type Principal,
  type UserRepository,
  Username,
} from '@museum/application'
import { createSemaphore, fairQueue, semaphoresByKey } from '@museum/concurrency'
import { refuse } from '@museum/domain'
import { addressRanks, networkOf } from './networks.ts'
import { dummyHash, scryptPasswordHasher } from './scrypt-password-hasher.ts'
import { verifiedCredentials } from './verified-credentials.ts'

/** How many passwords are hashed at the same time, and how many wait. Each hash takes a core and 32 MiB for 0.2 s. */
const [maxRunning, maxWaiting] = [2, 32]
/**
 * In milliseconds: shorter than the deadline of a request, so that no password is hashed after its request got a
 * response.
 */
const maxWait = 8_000
/**
 * How many requests wait for checks, of one network and in total. Concurrent requests may share a check in the queue.
 */
const [maxWaitingOfNetwork, maxWaitingInTotal] = [500, 2_000]

const unauthorized = refuse('unauthorized', 'The user name or the password is wrong.')
const busy = { ...refuse('too-many-requests', 'Too many passwords are being checked at the moment.'), retryAfter: 1 }

/**
 * Why a request got `too-many-requests`: `throttled`, too many passwords were wrong; `busy`, too many password checks
 * were waiting, or this one waited too long.
 */
export type PasswordRefusalReason = (typeof passwordRefusalReasons)[number]

/** Every `PasswordRefusalReason`. */
export const passwordRefusalReasons = ['throttled', 'busy'] as const

/** Called with what happens to the passwords of requests, for metrics. The functions must not throw. */
export type CredentialObserver = Readonly<{
  /** A password is hashed, which takes a core for 0.2 s. */
  onHash?: () => void
  /** A request got `too-many-requests`. */
  onRefused?: (reason: PasswordRefusalReason) => void
}>

/** The options of `scryptCredentialVerifier`. */
export type ScryptCredentialVerifierOptions = Readonly<{
  /** Whether a stored hash is a hash of the password; by default as `scryptPasswordHasher` does. */
  verifyPassword?: PasswordHasher['verify']
  /** A monotonic clock in milliseconds; `performance.now` by default. */
  now?: () => number
  /** Called with each hash, and with each request that is refused since too many checks wait. */
  observer?: CredentialObserver
}>

/**
 * Verifies credentials against the scrypt hashes of the users, and caches right ones: a request with cached
 * credentials costs no hash and rarely a query. A changed role or password, and a disabled, enabled or removed user, take
 * effect within five seconds.
 * Refuses with `too-many-requests` when too many password checks wait.
 */
export const scryptCredentialVerifier = (
  users: UserRepository,
  {
    verifyPassword = scryptPasswordHasher.verify,
    now = () => performance.now(),
    observer: { onHash, onRefused } = {},
  }: ScryptCredentialVerifierOptions = {},
): CredentialVerifier => {
  const key = randomBytes(32).toString('base64')
  const cache = verifiedCredentials(users, now)
  const ranks = addressRanks(now)
  const enqueue = fairQueue({ maxRunning, maxWaiting, maxWait, rankOf: ranks.rankOf, timers: globalThis })
  const slots = createSemaphore({ size: maxWaitingInTotal })
  const slotsOfNetwork = semaphoresByKey({ size: maxWaitingOfNetwork })
  const checks = new Map<string, Promise<Principal | CredentialRefusal>>()

  const check = async (digest: string, username: string, password: string, address: string) => {
    const outcome = await enqueue(networkOf(address), async () => {
      // A request from another address may have verified the same credentials meanwhile.
      const cached = cache.get(digest)
      if (cached !== undefined) return cached
      const readAt = now()
      const user = await users.find(Username.normalize(username))
      // An unknown or disabled user costs a hash too: the response time does not show whether there is such a user.
      onHash?.()
      const isRight = await verifyPassword(user?.passwordHash ?? dummyHash, password)
      if (!isRight || user === undefined || !user.isEnabled) {
        ranks.noteFailed(address)
        return unauthorized
      }
      ranks.noteVerified(address)
      return cache.add(digest, user, readAt)
    })
    return typeof outcome === 'string' ? busy : outcome
  }
  const refuseBusy = () => {
    onRefused?.('busy')
    return busy
  }

  return {
    async verify(username, password, address) {
      // An envelope MAC: SHA-256 with the key on both sides takes a sixth of the time of an HMAC object.
      const digest = hash('sha256', `${key}${username.length} ${username}${password}${key}`, 'latin1')
      const cached = cache.get(digest) ?? (await cache.getRenewed(digest))
      if (cached !== undefined) {
        ranks.noteVerified(address)
        return cached
      }
      const ofNetwork = slotsOfNetwork(networkOf(address))
      if (!ofNetwork.tryAcquire()) return refuseBusy()
      if (!slots.tryAcquire()) {
        ofNetwork.release()
        return refuseBusy()
      }
      // Concurrent requests with the same credentials share a check only if they come from one address. Otherwise an
      // attacker with ten thousand addresses could make ten thousand failures with one hash.
      const checkId = `${digest}${address}`
      const checking =
        checks.get(checkId) ?? check(digest, username, password, address).finally(() => checks.delete(checkId))
      checks.set(checkId, checking)
      try {
        const outcome = await checking
        return outcome === busy ? refuseBusy() : outcome
      } finally {
        slots.release()
        ofNetwork.release()
      }
    },
  }
}
