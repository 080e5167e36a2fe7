import { isIP } from 'node:net'
import type { OrderId } from '@museum/domain'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** A reservation, the key that it was made under, and until when its places are held; `Number.NEGATIVE_INFINITY` once it is sold or given up. Moments in milliseconds. */
type Made = { readonly key: string; readonly reservationId: OrderId; readonly at: number; heldUntil: number }

const hour = 60 * 60_000
/** How many times the limit are made in an hour. */
const timesAnHour = 4
/** How many networks are remembered: those that were heard last. */
const maxNetworks = 10_000

/** Without the zone of a link-local address; an IPv4 address for an IPv6 address that stands for it. */
const parse = (address: string) => ipaddr.process(address.replace(/%.*/s, ''))

/** The ranges of this machine and of private networks, which a proxy may have. */
const ownRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/** Whether an address is of this machine or of a private network. */
export const isOwnNetwork = (address: string): boolean => isIP(address) !== 0 && ownRanges.has(parse(address).range())

/** What counts as one client: an IPv4 address, or the first 64 bits of an IPv6 address. */
export const networkOf = (address: string): string => {
  if (isIP(address) === 0) return address
  const parsed = parse(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4)
  return groups.map((group) => group.toString(16)).join(':')
}

/**
 * Limits how many reservations visitors make from a network: `limit` that are held and not sold at a time, four times as many an hour.
 * It is in the memory of this server, and stored nowhere.
 */
export const addressLimits = ({ limit, now = Date.now }: Readonly<{ limit: number; now?: () => number }>) => {
  const networks = new LRUCache<string, Made[]>({ max: maxNetworks })
  const recentOf = (network: string) => (networks.get(network) ?? []).filter(({ at }) => at > now() - hour)
  return {
    /** After how many seconds a network may reserve under this key; `undefined`: at once, or it has done so before. */
    secondsToWait(network: string, key: string): number | undefined {
      const recent = recentOf(network)
      if (recent.some((made) => made.key === key)) return undefined
      const held = recent.filter(({ heldUntil }) => heldUntil > now()).toSorted((a, b) => a.heldUntil - b.heldUntil)
      const ends = [
        ...(held.length < limit ? [] : [held[held.length - limit]!.heldUntil]),
        ...(recent.length < timesAnHour * limit ? [] : [recent[recent.length - timesAnHour * limit]!.at + hour]),
      ]
      return ends.length === 0 ? undefined : Math.ceil((Math.max(...ends) - now()) / 1_000)
    },
    /** Counts a reservation; the same again counts once. */
    count(network: string, made: Pick<Made, 'key' | 'reservationId' | 'heldUntil'>): void {
      const recent = recentOf(network)
      if (!recent.some(({ key }) => key === made.key)) networks.set(network, [...recent, { ...made, at: now() }])
    },
    /** A reservation of a network is sold or given up: its places are no longer held. */
    end(network: string, reservationId: OrderId): void {
      const made = networks.get(network)?.find((each) => each.reservationId === reservationId)
      if (made !== undefined) made.heldUntil = Number.NEGATIVE_INFINITY
    },
  }
}
