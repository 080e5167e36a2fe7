import { type BlockList, SocketAddress, isIP } from 'node:net'

const isTrusted = (proxies: BlockList, address: string) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Whom a request comes from: the peer, or, while the peer is a trusted proxy, whom it says it forwards for
 * (`X-Forwarded-For`, read from the right up to the first address that is not trusted).
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, proxies: BlockList): string => {
  let address = peer.replace(/^::ffff:(?=\d+\.)/, '')
  if (forwardedFor === undefined) return address
  const hops = forwardedFor.split(',')
  while (isTrusted(proxies, address)) {
    const hop = hops.pop()?.trim() ?? ''
    // Some proxies tell the port too.
    const next = isIP(hop) === 0 ? SocketAddress.parse(hop)?.address : hop
    // What stands left of a word that is no address was not told by a proxy that is trusted.
    if (next === undefined) break
    address = next
  }
  return address
}
