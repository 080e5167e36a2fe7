import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** What an address is counted by: itself, or of an IPv6 address the first 64 bits, since one client has all of those. */
export const networkOf = (address: string): string => (address.includes(':') ? networks.memo(address) : address)

const parse = (address: string): string => {
  const parsed = ipaddr.process(address.replace(/%.*/s, ''))
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

// Parsing takes 2 µs, and every request would pay them.
const networks = new LRUCache<string, string>({ max: 1000, memoMethod: parse })
