import { LRUCache } from 'lru-cache'
import { networkOf } from './network-of.ts'

/** How long an address ranks last after a wrong password, in milliseconds. */
const failurePeriod = 60_000
/**
 * How many networks are kept of each kind. 10,000 failures within a minute are possible only if a hash takes 12 ms or
 * less.
 */
const [maxVerified, maxFailed] = [1_000, 10_000]

/** The order in which networks are served when password checks must wait. */
export type AddressRanks = Readonly<{
  /** Records that credentials sent from this address were right. */
  noteVerified: (address: string) => void
  /** Records that credentials sent from this address were wrong. */
  noteFailed: (address: string) => void
  /** 0: a user was verified from this network. 1: nothing is known. 2: a password was wrong within the last minute. */
  rankOf: (network: string) => 0 | 1 | 2
}>

/** Ranks networks by the results of earlier password checks. `now` is a monotonic clock in milliseconds. */
export const addressRanks = (now: () => number): AddressRanks => {
  const verified = new LRUCache<string, true>({ max: maxVerified })
  const failed = new LRUCache<string, number>({ max: maxFailed })
  let lastVerified: string | undefined
  return {
    noteVerified(address) {
      // Runs for every request: for consecutive requests of one client, this comparison is all it does.
      if (address === lastVerified) return
      lastVerified = address
      verified.set(networkOf(address), true)
    },
    noteFailed(address) {
      failed.set(networkOf(address), now())
    },
    rankOf(network) {
      const failedAt = failed.get(network)
      if (failedAt !== undefined && now() - failedAt < failurePeriod) return 2
      return verified.has(network) ? 0 : 1
    },
  }
}
