import type { Context } from 'hono'
import { type MuseumEnv, incomingOf } from '../../museum-env.ts'
import { isOwnNetwork, networkOf } from './address-limits.ts'

type Options = Readonly<{
  /** Whether an address has no limit, such as the museum's own. */
  isUnlimited: (address: string) => boolean
  /** Called once, with its address, when a request comes from a proxy whose visitors are not limited. */
  onUntrustedProxy?: ((address: string) => void) | undefined
}>

/** Makes a function that returns the network for which a request is counted; `undefined` where it is not. */
export const countedNetworkOf = ({ isUnlimited, onUntrustedProxy }: Options) => {
  let isProxyReported = false
  return (c: Context<MuseumEnv>): string | undefined => {
    const address = c.get('clientAddress')
    const peer = incomingOf(c)?.socket.remoteAddress ?? address
    // The visitors behind a proxy that is not trusted share its address.
    const isOfProxy =
      c.req.header('X-Forwarded-For') !== undefined && isOwnNetwork(peer) && networkOf(peer) === networkOf(address)
    if (isOfProxy && !isProxyReported) {
      isProxyReported = true
      onUntrustedProxy?.(peer)
    }
    return address === '' || isOfProxy || isUnlimited(address) ? undefined : networkOf(address)
  }
}
