import type { PlaceLimit } from '@museum/domain'
import { LRUCache } from 'lru-cache'
import { withOwnDeadline } from '../database/deadline.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { withRetries } from '../database/retries.ts'

/** Milliseconds after which waiting for older writes ends in `Unavailable`. */
const maxWait = 7_000
/** For how many limits it is remembered that the older writes have ended. */
const maxRemembered = 1_000

/**
 * Returns a function that waits until all writes of tickets have ended that began before it was called with this limit for
 * the first time. The caller has read the limit, so all later writes find it in force.
 */
export const awaitingEarlierWrites = ({
  kysely,
  engine,
}: Pick<MuseumDatabase, 'kysely' | 'engine'>): ((limit: PlaceLimit) => Promise<void>) => {
  const waits = new LRUCache<number, Promise<void>>({ max: maxRemembered })
  return ({ number }) => {
    const earlier = waits.get(number)
    if (earlier !== undefined) return earlier
    // Other callers wait for it too, so it does not end at the deadline of this one.
    const wait = withOwnDeadline(maxWait, () =>
      withRetries(engine, 'read', () => engine.awaitEarlierWrites(kysely, 'museum_ticket')),
    )
    waits.set(number, wait)
    wait.catch(() => waits.delete(number))
    return wait
  }
}
