import { BlockList, type LookupFunction, isIP } from 'node:net'
import { callbackify } from 'node:util'

const listOf = (family: 'ipv4' | 'ipv6', networks: readonly string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address, prefix] = network.split('/') as [string, string]
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** The networks of the registries of IANA for special purposes, and addresses of metadata services outside of them. */
const notPublic = {
  4: listOf('ipv4', [
    '0.0.0.0/8', // this network; 0.0.0.0 is this machine
    '10.0.0.0/8', // private
    '100.64.0.0/10', // carrier-grade NAT
    '127.0.0.0/8', // loopback
    '168.63.129.16/32', // metadata of Azure
    '169.254.0.0/16', // link-local, metadata
    '172.16.0.0/12', // private
    '192.0.0.0/24', // protocol assignments, metadata
    '192.0.2.0/24', // documentation
    '192.88.99.0/24', // relays of 6to4
    '192.168.0.0/16', // private
    '198.18.0.0/15', // benchmarking
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, broadcast
  ]),
  // Only 2000::/3 is global unicast: ::, ::1, IPv4 addresses in IPv6 and NAT64 are below; unique local, link-local and
  // multicast addresses are above.
  6: listOf('ipv6', [
    '::/3',
    '4000::/2',
    '8000::/1',
    '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4, which contains an IPv4 address
    '3fff::/20', // documentation
  ]),
}
const loopback = { 4: listOf('ipv4', ['127.0.0.0/8']), 6: listOf('ipv6', ['::1/128', '::ffff:127.0.0.0/104']) }

const isIn = (lists: Readonly<Record<4 | 6, BlockList>>, address: string) => {
  const version = isIP(address)
  // Not looked up in the list for IPv6, whose `::/3` contains every IPv4 address in its mapped form.
  if (version === 4) return lists[4].check(address, 'ipv4')
  return version === 6 && lists[6].check(address, 'ipv6')
}

/** Whether a text is an IP address of this machine's loopback interface. */
export const isLoopback = (address: string): boolean => isIn(loopback, address)

/**
 * Whether a text is an IP address that belongs to a machine on the Internet: not one of this machine, a private or shared
 * network, a link, a group, a metadata service or documentation, and not an IPv6 address that stands for an IPv4 address.
 */
export const isPublic = (address: string): boolean => isIP(address) !== 0 && !isIn(notPublic, address)

/** A host name resolves to an address that is not permitted. */
export class AddressNotPermitted extends Error {
  readonly address: string
  constructor(address: string) {
    super(`The address ${address} is not permitted.`)
    this.address = address
  }
}

/** Resolves a host name to all its IP addresses. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/**
 * The `lookup` of connections that go to permitted addresses only: one address that is not permitted refuses the host name.
 * A connection is made to the addresses that were checked, since nothing resolves the name a second time.
 */
export const checkedLookup = (resolve: ResolveHost, isPermitted: (address: string) => boolean): LookupFunction => {
  // Node resolves two names at a time: many attempts to one slow name would delay those to all others.
  const inProgress = new Map<string, Promise<readonly string[]>>()
  const addressesOf = (hostname: string) => {
    const known = inProgress.get(hostname)
    if (known !== undefined) return known
    const started = resolve(hostname).finally(() => inProgress.delete(hostname))
    inProgress.set(hostname, started)
    return started
  }
  const checked = async (hostname: string) => {
    const addresses = await addressesOf(hostname)
    if (addresses.length === 0) throw Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' })
    for (const address of addresses) if (!isPermitted(address)) throw new AddressNotPermitted(address)
    return addresses.map((address) => ({ address, family: isIP(address) }))
  }
  const lookup = callbackify(checked)
  return (hostname, _options, callback) => lookup(hostname, callback)
}
