import { hash, randomBytes } from 'node:crypto'
import type { CredentialRefusal, CredentialVerifier, Principal, UserRepository } from '@museum/application'
import { refuse } from '@museum/domain'
import { LRUCache } from 'lru-cache'
import { hashOfNobody, isPasswordOf } from './password-hash.ts'

/** How many passwords are checked at once, and how many checks may wait: each takes a core and 32 MiB for a moment. */
const [atOnce, queueLength] = [2, 16]
/** How long credentials that were verified are believed, in milliseconds, and of how many this is remembered. */
const [believedFor, remembered] = [60_000, 1000]

const unauthorized = refuse('unauthorized', 'The user name or the password is wrong.')
const busy = { ...refuse('too-many-requests', 'Too many passwords are being checked just now.'), retryAfter: 1 }

/**
 * Verifies credentials against the scrypt hashes of the users; `isRight` holds a password against a hash, and `now` is a
 * clock in milliseconds that never goes back.
 */
export const scryptCredentialVerifier = (
  users: UserRepository,
  isRight = isPasswordOf,
  now: () => number = () => performance.now(),
): CredentialVerifier => {
  const key = randomBytes(32).toString('base64')
  const verified = new LRUCache<string, Principal>({
    max: remembered,
    ttl: believedFor,
    ttlResolution: 0,
    perf: { now },
  })
  const underWay = new Map<string, Promise<Principal | CredentialRefusal>>()
  const admitted = gate(atOnce, queueLength)

  const check = async (fingerprint: string, username: string, password: string) => {
    const outcome = await admitted(async () => {
      // From elsewhere they may have been verified while these waited.
      const known = verified.get(fingerprint)
      if (known !== undefined) return known
      const user = await users.find(username)
      const isUsers = await isRight(user?.passwordHash ?? hashOfNobody, password)
      if (!isUsers || user === undefined) return unauthorized
      const principal = { username }
      verified.set(fingerprint, principal)
      return principal
    })
    return outcome === 'full' ? busy : outcome
  }

  return {
    async verify(username, password, address) {
      // The key on both sides makes a hash a MAC (an envelope), at a sixth of the cost of an HMAC object.
      const fingerprint = hash('sha256', `${key}${username.length} ${username}${password}${key}`, 'latin1')
      const known = verified.get(fingerprint)
      if (known !== undefined) return known
      // Those who ask with the same credentials from one address meanwhile share one check. Were it shared more widely,
      // failures of ten thousand addresses would cost one hash.
      const asked = `${fingerprint}${address}`
      const checking =
        underWay.get(asked) ?? check(fingerprint, username, password).finally(() => underWay.delete(asked))
      underWay.set(asked, checking)
      return checking
    },
  }
}

/** Lets `atOnce` tasks run, `queueLength` wait, and tells the others that it is full. */
const gate = (running: number, waiting: number) => {
  const queue: (() => void)[] = []
  let free = running
  return async <T>(task: () => Promise<T>): Promise<T | 'full'> => {
    if (free > 0) free -= 1
    else if (queue.length >= waiting) return 'full'
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free += 1
    }
  }
}
