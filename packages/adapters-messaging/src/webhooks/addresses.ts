import { type LookupFunction, isIP } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'

/** All networks on the Internet, in IPv6. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** The address at which Azure has its metadata service, in a network that is public otherwise. */
const azureMetadata = '168.63.129.16'

/** Whether a text is an IP address of this machine's loopback interface. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback'

/**
 * Whether a text is an IP address that belongs to a machine on the Internet: not one of this machine, a private or shared
 * network, a link, a group, a metadata service or documentation, and not an IPv6 address that stands for an IPv4 address.
 */
export const isPublic = (address: string): boolean => {
  if (isIP(address) === 0 || address === azureMetadata) return false
  const parsed = ipaddr.parse(address)
  // `range` calls every address `unicast` that no registry lists, such as 4000::1.
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast))
}

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
