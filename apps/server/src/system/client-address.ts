import { type BlockList, SocketAddress, isIP } from 'node:net'

const isTrusted = (proxies: BlockList, address: string) =>
  isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The address of the client: that of the peer, or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy.
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, proxies: BlockList): string => {
  let address = peer.replace(/^::ffff:(?=\d+\.)/, '')
  if (forwardedFor === undefined) return address
  const hops = forwardedFor.split(',')
  while (isTrusted(proxies, address)) {
    const hop = hops.pop()?.trim() ?? ''
    // Some proxies add the port.
    const next = isIP(hop) === 0 ? SocketAddress.parse(hop)?.address : hop
    // Entries to the left of one that is not an address do not come from a trusted proxy.
    if (next === undefined) break
    address = next
  }
  return address
}
