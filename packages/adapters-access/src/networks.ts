import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/**
 * The network by which limits count a client: an IPv4 address itself, or the first 64 bits of an IPv6 address, since
 * one client usually has a whole /64 network.
 */
export const networkOf = (address: string): string => (address.includes(':') ? networks.memo(address) : address)

const parse = (address: string): string => {
  const parsed = ipaddr.process(address.replace(/%.*/s, ''))
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

// Parsing takes 2 µs, and networkOf runs for every request.
const networks = new LRUCache<string, string>({ max: 1_000, memoMethod: parse })

/** How long a network ranks last after a wrong password, in milliseconds. */
const failurePeriod = 60_000
/**
 * How many networks are remembered with a right, and with a wrong password. 10,000 failures within a minute are
 * possible only if a hash takes 12 ms or less.
 */
const [maxVerified, maxFailed] = [1_000, 10_000]

/**
 * The order in which networks are served when password checks must wait: by the results of earlier checks. `now` is a
 * monotonic clock in milliseconds.
 */
export const addressRanks = (now: () => number) => {
  const verified = new LRUCache<string, true>({ max: maxVerified })
  const failed = new LRUCache<string, number>({ max: maxFailed })
  let lastVerified: string | undefined
  return {
    /** Records that credentials from this address were right. */
    noteVerified(address: string) {
      // Runs for every request: for consecutive requests of one client, this comparison is all it does.
      if (address === lastVerified) return
      lastVerified = address
      verified.set(networkOf(address), true)
    },
    /** Records that credentials from this address were wrong. */
    noteFailed(address: string) {
      failed.set(networkOf(address), now())
    },
    /** 0: a user was verified from this network. 1: nothing is known. 2: a password was wrong within the last minute. */
    rankOf(network: string) {
      const failedAt = failed.get(network)
      if (failedAt !== undefined && now() - failedAt < failurePeriod) return 2
      return verified.has(network) ? 0 : 1
    },
  }
}
