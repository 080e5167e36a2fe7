import type { TicketKeyId } from '@museum/domain'
import { serverPrincipal } from '../access/principal.ts'
import { ensureTicketKey } from './ensure-ticket-key.ts'
import type { StoredTicketKey } from './ticket-key-repository.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'

/** In milliseconds: keys that were read longer ago are read again before they are used. */
const maxAge = 5_000
/** In milliseconds: after this time the keys are read again in the background, so that requests do not wait for the read. */
const renewAfter = 2_000

export type TicketKeyCache = Readonly<{
  /** The keys as they were stored at most 5 seconds ago. Throws `Unavailable` when they cannot be read. */
  keys: () => Promise<readonly StoredTicketKey[]>
  /**
   * The same, read once more when the key is not among them: another server may have made it since they were read. Without
   * a key, those of `keys`.
   */
  keysWith: (keyId: TicketKeyId | undefined) => Promise<readonly StoredTicketKey[]>
  /** Has the keys read again before they are used again. */
  invalidate: () => void
}>

/** Caches the ticket keys. The first read makes a key where there is none, as `ensureTicketKey` does. */
export const ticketKeyCache = (ports: TicketKeyPorts): TicketKeyCache => {
  const { ticketKeys, now } = ports
  const ensure = ensureTicketKey(ports)
  let isEnsured = false
  let cached: Readonly<{ keys: readonly StoredTicketKey[]; readAt: number }> | undefined
  /** When the last read began, whatever its result. */
  let attemptedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<unknown> | undefined
  /** How often the cache was invalidated. */
  let invalidations = 0

  const read = async () => {
    const [readAt, invalidationsBefore] = [now(), invalidations]
    attemptedAt = readAt
    // Where it refuses, each ticket whose code cannot be signed is refused later.
    if (!isEnsured) await ensure(serverPrincipal)
    isEnsured = true
    const keys = await ticketKeys.list()
    // What was read while a key was changed may be as it was before.
    if (invalidations === invalidationsBefore) cached = { keys, readAt }
  }
  const readOnce = () => (reading ??= read().finally(() => (reading = undefined)))
  /** What was read at a later time than now, since the clock was set back, is read again. */
  const ageAt = (moment: number, at: number) => (at < moment ? Number.POSITIVE_INFINITY : at - moment)
  const cachedKeys = () => (cached !== undefined && ageAt(cached.readAt, now()) < maxAge ? cached.keys : undefined)

  const freshKeys = async () => {
    let keys = cachedKeys()
    // The read that this call joins may have begun too long ago; then one more follows.
    for (; keys === undefined; keys = cachedKeys()) await readOnce()
    if (ageAt(attemptedAt, now()) >= renewAfter) void readOnce().catch(() => undefined)
    return keys
  }

  return {
    keys: freshKeys,
    async keysWith(keyId) {
      const keys = await freshKeys()
      if (keyId === undefined || keys.some((key) => key.keyId === keyId)) return keys
      // A read that is under way may have begun before the key was made.
      await reading
      await readOnce()
      return freshKeys()
    },
    invalidate() {
      cached = undefined
      invalidations += 1
    },
  }
}
