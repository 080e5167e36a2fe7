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
