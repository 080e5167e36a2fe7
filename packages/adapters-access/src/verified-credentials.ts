import { AsyncLocalStorage } from 'node:async_hooks'
import type { Principal, User, UserRepository } from '@museum/application'
import { LRUCache } from 'lru-cache'

/** In milliseconds: after the last use credentials are forgotten; a user who was read longer ago is read again first. */
const [maxIdle, maxAge] = [15 * 60_000, 5_000]
/** In milliseconds: after this a user who is active is read again in the background, so that no request waits for it. */
const renewAfter = 2_000
const maxEntries = 1_000

type Entry = {
  readonly principal: Principal
  /** The hash that the password was verified against. */
  readonly passwordHash: string
  /** When the last read began that found this hash, and when the last one began at all. */
  readAt: number
  attemptedAt: number
  usedAt: number
  reading: Promise<boolean> | undefined
}

/**
 * Credentials that were verified, by a digest. They stay right for as long as the user has the very same salted hash, so
 * reading the user renews them and nothing is hashed. `now` is a clock in milliseconds that never goes back.
 */
export const verifiedCredentials = (users: UserRepository, now: () => number) => {
  const entries = new LRUCache<string, Entry>({ max: maxEntries })
  // Requests share a read, so it must not end with the deadline of the one that starts it.
  const outsideRequest = AsyncLocalStorage.snapshot()

  const used = (digest: string, at: number): Entry | undefined => {
    const entry = entries.get(digest)
    if (entry === undefined) return undefined
    if (at - entry.usedAt > maxIdle) {
      entries.delete(digest)
      return undefined
    }
    entry.usedAt = at
    return entry
  }

  /** Reads the user again, once for all who ask meanwhile, and drops the entry unless the hash is still the same. */
  const readAgain = (digest: string, entry: Entry): Promise<boolean> => {
    const read = async () => {
      const startedAt = now()
      entry.attemptedAt = startedAt
      const user = await users.find(entry.principal.username)
      const isSame = user?.passwordHash === entry.passwordHash
      if (isSame) entry.readAt = startedAt
      else if (entries.peek(digest) === entry) entries.delete(digest)
      return isSame
    }
    entry.reading ??= outsideRequest(read).finally(() => (entry.reading = undefined))
    return entry.reading
  }

  return {
    /** Remembers credentials that were verified against this user, who was read at that time. */
    add(digest: string, { username, passwordHash }: User, readAt: number): Principal {
      const principal = { username }
      const entry = { principal, passwordHash, readAt, attemptedAt: readAt, usedAt: now(), reading: undefined }
      entries.set(digest, entry)
      return principal
    },
    /** The user of these credentials, if they are known and the user was read within the last five seconds. */
    get(digest: string): Principal | undefined {
      const at = now()
      const entry = used(digest, at)
      if (entry === undefined) return undefined
      // A failed read is repeated after the same time, or by a request that has to wait for it.
      if (at - entry.attemptedAt >= renewAfter) void readAgain(digest, entry).catch(() => undefined)
      return at - entry.readAt < maxAge ? entry.principal : undefined
    },
    /** The same after a read if need be; none if the user is gone or has another hash. Throws `Unavailable`. */
    async getRenewed(digest: string): Promise<Principal | undefined> {
      const at = now()
      const entry = used(digest, at)
      if (entry === undefined) return undefined
      // A read that began too long ago is followed by one more.
      while (at - entry.readAt >= maxAge) if (!(await readAgain(digest, entry))) return undefined
      return entry.principal
    },
  }
}
