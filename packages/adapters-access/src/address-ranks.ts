import { LRUCache } from 'lru-cache'
import { networkOf } from './network-of.ts'

/** For so long, in milliseconds, an address yields to others after a failure. */
const failurePeriod = 60_000
/** At most this many addresses are remembered: 10,000 failures a minute would take hashes of 12 ms. */
const [maxVerified, maxFailed] = [1_000, 10_000]

/**
 * Which addresses may check a password first. `now` is a clock in milliseconds that never goes back.
 */
export const addressRanks = (now: () => number) => {
  const verified = new LRUCache<string, true>({ max: maxVerified })
  const failed = new LRUCache<string, number>({ max: maxFailed })
  let lastVerified: string | undefined
  return {
    /** Notes that credentials from this address were right. */
    noteVerified(address: string): void {
      // Called for every request: those of one client after another cost a comparison.
      if (address === lastVerified) return
      lastVerified = address
      verified.set(networkOf(address), true)
    },
    /** Notes that credentials from this address were wrong. */
    noteFailed(address: string): void {
      failed.set(networkOf(address), now())
    },
    /** 0: a user was verified there before. 1: nothing is known. 2: a password was wrong within the last minute. */
    rankOf(network: string): 0 | 1 | 2 {
      const failedAt = failed.get(network)
      if (failedAt !== undefined && now() - failedAt < failurePeriod) return 2
      return verified.has(network) ? 0 : 1
    },
  }
}
