import { AsyncLocalStorage } from 'node:async_hooks'
import type { Principal, User, UserRepository } from '@museum/application'
import { LRUCache } from 'lru-cache'

/**
 * In milliseconds: an entry that is not used for `maxIdle` is dropped; a user is read again when the last read is older
 * than `maxAge`.
 */
const [maxIdle, maxAge] = [15 * 60_000, 5_000]
/**
 * In milliseconds: after this time the user is read again in the background, so that requests do not wait for the read.
 */
const renewAfter = 2_000
const maxEntries = 1_000

type Entry = {
  /** The user with the role that the last read found. */
  principal: Principal
  /** The stored hash against which the password was verified. */
  readonly passwordHash: string
  /** When the last read that found this hash began. */
  readAt: number
  /** When the last read began, whatever its result. */
  attemptedAt: number
  usedAt: number
  reading: Promise<boolean> | undefined
}

/**
 * A cache of verified credentials, by a digest of user name and password.
 * Credentials stay valid as long as the user is enabled and has the same salted hash, so an entry is renewed by reading
 * the user, without hashing the password again. The same read renews the role. `now` is a monotonic clock in milliseconds.
 */
export const verifiedCredentials = (users: UserRepository, now: () => number) => {
  const entries = new LRUCache<string, Entry>({ max: maxEntries })
  // Concurrent requests share a read, so it must not be cancelled by the deadline of the request that started it.
  const outsideRequest = AsyncLocalStorage.snapshot()

  const use = (digest: string, at: number): Entry | undefined => {
    const entry = entries.get(digest)
    if (entry === undefined) return undefined
    if (at - entry.usedAt > maxIdle) {
      entries.delete(digest)
      return undefined
    }
    entry.usedAt = at
    return entry
  }

  /**
   * Reads the user again, and drops the entry if its credentials are no longer valid. Concurrent callers share one
   * read.
   */
  const readAgain = (digest: string, entry: Entry): Promise<boolean> => {
    const read = async () => {
      const startedAt = now()
      entry.attemptedAt = startedAt
      const user = await users.find(entry.principal.username)
      const isValid = user?.isEnabled === true && user.passwordHash === entry.passwordHash
      if (isValid) {
        entry.principal = principalOf(user)
        entry.readAt = startedAt
      } else if (entries.peek(digest) === entry) entries.delete(digest)
      return isValid
    }
    entry.reading ??= outsideRequest(read).finally(() => (entry.reading = undefined))
    return entry.reading
  }

  return {
    /** Adds credentials that were verified against this user; `readAt` is the time at which the read of the user began. */
    add(digest: string, user: User, readAt: number) {
      const principal = principalOf(user)
      const entry = {
        principal,
        passwordHash: user.passwordHash,
        readAt,
        attemptedAt: readAt,
        usedAt: now(),
        reading: undefined,
      }
      entries.set(digest, entry)
      return principal
    },
    /** The user of these credentials, if they are cached and the user was read within the last five seconds. */
    get(digest: string) {
      const at = now()
      const entry = use(digest, at)
      if (entry === undefined) return undefined
      // After a failed read, the next background read waits for the same time.
      if (at - entry.attemptedAt >= renewAfter) void readAgain(digest, entry).catch(() => undefined)
      return at - entry.readAt < maxAge ? entry.principal : undefined
    },
    /**
     * Like `get`, but reads the user again if the last read is too old. Returns `undefined` if the user no longer
     * exists, is disabled or has another hash. Throws `Unavailable` when the user cannot be read.
     */
    async getRenewed(digest: string) {
      const at = now()
      const entry = use(digest, at)
      if (entry === undefined) return undefined
      // This request may have joined a read that began too long ago; then it reads once more.
      while (at - entry.readAt >= maxAge) if (!(await readAgain(digest, entry))) return undefined
      return entry.principal
    },
  }
}

const principalOf = ({ username, role, passwordIsTemporary }: User): Principal => ({
  username,
  role,
  ...(passwordIsTemporary && { passwordIsTemporary }),
})
