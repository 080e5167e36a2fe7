import { type BlockList, isIP } from 'node:net'

const isTrusted = (proxies: BlockList, address: string) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whom a request comes from: the peer, or, while the peer is a trusted proxy, whom it says it forwards for
 * (`X-Forwarded-For`, read from the right up to the first address that is not trusted).
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, proxies: BlockList): string => {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => isIP(hop) !== 0)
  let address = peer.replace(/^::ffff:(?=\d+\.)/, '')
  while (hops.length > 0 && isTrusted(proxies, address)) address = hops.pop()!
  return address
}
