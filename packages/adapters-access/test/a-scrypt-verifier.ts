import type { User, UserRepository } from '@museum/application'
import { isRefusal } from '@museum/domain'
import { anAuditEntry, inMemoryRepositories } from '@museum/testing'
import { type CredentialObserver, scryptCredentialVerifier } from '../src/scrypt-credential-verifier.ts'

/** The address of a client. */
export const address = '192.0.2.1'

/** In milliseconds. */
export const [seconds, minutes] = [1_000, 60_000]

/** Resolves when all promises have settled that wait for no input or timer. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The results of `each`, called `count` times at once. */
export const times = <T>(count: number, each: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => each(n)))

/** The hash of a password as the verifier of `aScryptVerifier` reads it: in plain text, after a salt. */
export const hashOf = (password: string, salt = ''): string => `${salt}:${password}`

/** An enabled administrator whose password is `secret`; say what should differ. */
export const aUser = (but: Partial<User> = {}): User => ({
  username: 'curator',
  role: 'admin',
  isEnabled: true,
  passwordHash: hashOf('secret'),
  ...but,
})

/**
 * A verifier with the user of `aUser`, on a clock that the test sets. `add` adds another user, and `change` changes the
 * stored user `curator`. It records the reads of users and the hashes; `hashing.gate` and `reading.gate`, if set, delay every hash
 * and every read until they resolve, and `reading.error` makes reads fail.
 */
export const aScryptVerifier = async (observer: CredentialObserver = {}) => {
  const { users: stored } = inMemoryRepositories()
  const add = (user: User) => stored.add(user, anAuditEntry())
  const change = (but: Partial<User>) =>
    stored.update(
      'curator',
      (user) => ({ ...user, ...but }),
      () => [anAuditEntry()],
    )
  await add(aUser())
  const clock = { now: 1_000 }
  const reads: string[] = []
  const hashes: { stored: string; password: string }[] = []
  const hashing: { gate?: Promise<unknown>; running: number; maxRunning: number } = { running: 0, maxRunning: 0 }
  const reading: { gate?: Promise<unknown> | undefined; error?: Error | undefined } = {}
  const users: UserRepository = {
    ...stored,
    find: async (username) => {
      reads.push(username)
      const found = await stored.find(username)
      await reading.gate
      if (reading.error !== undefined) throw reading.error
      return found
    },
  }
  const verifyPassword = async (hash: string, password: string) => {
    hashes.push({ stored: hash, password })
    hashing.maxRunning = Math.max(hashing.maxRunning, (hashing.running += 1))
    await hashing.gate
    hashing.running -= 1
    return hash.endsWith(`:${password}`)
  }
  const { verify } = scryptCredentialVerifier(users, { verifyPassword, now: () => clock.now, observer })
  /** `verified`, or the kind of the refusal. */
  const outcome = async (password = 'secret', from = address, username = 'curator') => {
    const verified = await verify(username, password, from)
    return isRefusal(verified) ? verified.refusal : 'verified'
  }
  return { stored, add, change, clock, reads, hashes, hashing, reading, verify, outcome }
}
