import { BlockList, isIP } from 'node:net'

/** Whether a text is an IP address or a network in CIDR notation. */
export const isNetwork = (cidr: string): boolean => {
  const [address, prefix, ...rest] = cidr.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address ?? '')]!
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
