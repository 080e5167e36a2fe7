import { hash, randomBytes } from 'node:crypto'
import type { CredentialRefusal, CredentialVerifier, Principal, UserRepository } from '@museum/application'
import { refuse } from '@museum/domain'
import { addressRanks } from './address-ranks.ts'
import { hashingQueue } from './hashing-queue.ts'
import { networkOf } from './network-of.ts'
import { dummyHash, isPasswordOf } from './password-hash.ts'
import { verifiedCredentials } from './verified-credentials.ts'

/** So many passwords are hashed at once, and so many checks wait: each takes a core and 32 MiB for a fifth of a second. */
const [maxRunning, maxWaiting] = [2, 32]
/** In milliseconds: less than the deadline of a request, so that no password is hashed for one that was answered. */
const maxWait = 8_000

/**
 * So many requests wait for a check at the same time, from one network and in all. Those with the same credentials share a
 * check, so the queue of checks alone does not limit them.
 */
const [maxWaitingOfNetwork, maxWaitingRequests] = [500, 2_000]

const unauthorized = refuse('unauthorized', 'The user name or the password is wrong.')
const busy = { ...refuse('too-many-requests', 'Too many passwords are being checked just now.'), retryAfter: 1 }

/**
 * Verifies credentials against the scrypt hashes of the users; `isRight` checks a password against a stored hash, and
 * `now` is a clock in milliseconds that never goes back.
 */
export const scryptCredentialVerifier = (
  users: UserRepository,
  isRight = isPasswordOf,
  now: () => number = () => performance.now(),
): CredentialVerifier => {
  const key = randomBytes(32).toString('base64')
  const verified = verifiedCredentials(users, now)
  const ranks = addressRanks(now)
  const enqueue = hashingQueue({ maxRunning, maxWaiting, maxWait, rankOf: ranks.rankOf, now })
  const underWay = new Map<string, Promise<Principal | CredentialRefusal>>()
  const waitingOf = new Map<string, number>()
  let waiting = 0

  const check = async (digest: string, username: string, password: string, address: string) => {
    const outcome = await enqueue(networkOf(address), async () => {
      // A request from another address may have verified them while this one waited.
      const known = verified.get(digest)
      if (known !== undefined) return known
      const readAt = now()
      const user = await users.find(username)
      const isUsers = await isRight(user?.passwordHash ?? dummyHash, password)
      if (!isUsers || user === undefined) {
        ranks.noteFailed(address)
        return unauthorized
      }
      ranks.noteVerified(address)
      return verified.add(digest, user, readAt)
    })
    return outcome === 'full' ? busy : outcome
  }

  return {
    async verify(username, password, address) {
      // The key on both sides makes a hash a MAC (an envelope), at a sixth of the cost of an HMAC object.
      const digest = hash('sha256', `${key}${username.length} ${username}${password}${key}`, 'latin1')
      const known = verified.get(digest) ?? (await verified.getRenewed(digest))
      if (known !== undefined) {
        ranks.noteVerified(address)
        return known
      }
      // Concurrent requests with the same credentials from one address share one check. If addresses shared it too, the
      // failures of ten thousand addresses would cost one hash.
      const asked = `${digest}${address}`
      const network = networkOf(address)
      const ofNetwork = waitingOf.get(network) ?? 0
      if (ofNetwork >= maxWaitingOfNetwork || waiting >= maxWaitingRequests) return busy
      waitingOf.set(network, ofNetwork + 1)
      waiting += 1
      const checking =
        underWay.get(asked) ?? check(digest, username, password, address).finally(() => underWay.delete(asked))
      underWay.set(asked, checking)
      try {
        return await checking
      } finally {
        const left = waitingOf.get(network)! - 1
        if (left === 0) waitingOf.delete(network)
        else waitingOf.set(network, left)
        waiting -= 1
      }
    },
  }
}
