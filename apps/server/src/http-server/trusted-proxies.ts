import { BlockList, SocketAddress, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Whether an address is in a list. */
export const isListed = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Returns the address of the client of a request, for a server behind these proxies. */
export const clientAddressBehind =
  (proxies: BlockList) =>
  (c: Context): string => {
    const { incoming } = c.env as HttpBindings
    return clientAddress(incoming.socket.remoteAddress ?? '', c.req.header('X-Forwarded-For'), proxies)
  }

/**
 * The address of the client: the peer's, or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy.
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, proxies: BlockList): string => {
  let address = peer.replace(/^::ffff:(?=\d+\.)/, '')
  if (forwardedFor === undefined) return address
  const hops = forwardedFor.split(',')
  while (isListed(proxies, address)) {
    const hop = hops.pop()?.trim() ?? ''
    // Some proxies add the port.
    const next = isIP(hop) === 0 ? SocketAddress.parse(hop)?.address : hop
    // Entries to the left of one that is not an address do not come from a trusted proxy.
    if (next === undefined) break
    address = next
  }
  return address
}

const bitsByVersion: ReadonlyMap<number, number> = new Map([
  [4, 32],
  [6, 128],
])

/** Whether a text is an IP address or a network in CIDR notation. */
export const isNetwork = (cidr: string): boolean => {
  const [address, prefix, ...rest] = cidr.split('/')
  const bits = bitsByVersion.get(isIP(address ?? '')) ?? -1
  return rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}

/** A list that contains the addresses of these networks. */
export const blockList = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const entry of networks) {
    const [address, prefix] = entry.split('/') as [string, string?]
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
