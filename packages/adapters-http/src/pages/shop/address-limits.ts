import { isIP } from 'node:net'
import type { OrderId } from '@museum/domain'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** A reservation of a network, from the moment at which it is attempted. Moments in milliseconds. */
type Counted = {
  readonly key: string
  readonly at: number
  /** Until when its places are held; `Number.NEGATIVE_INFINITY` once it is sold or given up. */
  heldUntil: number
  /** `undefined` until it is made. */
  reservationId?: OrderId
  /** How many attempts under the key have not ended. */
  attempts: number
}

/** An attempt to reserve that is counted already. Without a call of either function it counts for 15 minutes, as one whose outcome is unknown. */
type Begun = Readonly<{
  made(reservationId: OrderId, heldUntil: number): void
  refused(): void
}>
export type AddressLimits = Readonly<{
  /**
   * Counts an attempt to reserve, or returns after how many seconds the network may attempt it. The same key counts once in an hour, and
   * never waits.
   */
  begin(network: string, key: string): Readonly<{ seconds: number }> | Begun
  /** The places of a reservation are held until another moment. */
  hold(network: string, reservationId: OrderId, heldUntil: number): void
  /** A reservation is sold or given up: its places are no longer held. */
  end(network: string, reservationId: OrderId): void
}>

const minute = 60_000
const hour = 60 * minute
/** For how long a new reservation holds its places. */
const usualHold = 15 * minute
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
export const addressLimits = ({
  limit,
  now = Date.now,
}: Readonly<{ limit: number; now?: () => number }>): AddressLimits => {
  const networks = new LRUCache<string, readonly Counted[]>({ max: maxNetworks })
  const isRecent = ({ at }: Counted) => at > now() - hour
  const isHeld = ({ heldUntil }: Counted) => heldUntil > now()
  const countedOf = (network: string) => (networks.get(network) ?? []).filter((each) => isRecent(each) || isHeld(each))
  const secondsToWait = (counted: readonly Counted[]): number | undefined => {
    const held = counted.filter(isHeld).toSorted((a, b) => a.heldUntil - b.heldUntil)
    const recent = counted.filter(isRecent)
    const ends = [
      ...(held.length < limit ? [] : [held[held.length - limit]!.heldUntil]),
      ...(recent.length < timesAnHour * limit ? [] : [recent[recent.length - timesAnHour * limit]!.at + hour]),
    ]
    return ends.length === 0 ? undefined : Math.ceil((Math.max(...ends) - now()) / 1_000)
  }
  const hold: AddressLimits['hold'] = (network, reservationId, heldUntil) => {
    const made = networks.get(network)?.find((each) => each.reservationId === reservationId)
    if (made !== undefined) made.heldUntil = heldUntil
  }
  return {
    begin(network, key) {
      const counted = countedOf(network)
      const known = counted.find((each) => each.key === key)
      const seconds = known === undefined ? secondsToWait(counted) : undefined
      if (seconds !== undefined) return { seconds }
      const attempted = known ?? { key, at: now(), heldUntil: now() + usualHold, attempts: 0 }
      attempted.attempts += 1
      if (known === undefined) networks.set(network, [...counted, attempted])
      return {
        made(reservationId, heldUntil) {
          attempted.attempts -= 1
          // An attempt that is repeated later gets the same reservation, which may have ended.
          if (attempted.reservationId === undefined) Object.assign(attempted, { reservationId, heldUntil })
        },
        refused() {
          attempted.attempts -= 1
          // Another attempt under the key may have made the reservation, or may still make it.
          if (attempted.reservationId !== undefined || attempted.attempts > 0) return
          networks.set(
            network,
            countedOf(network).filter((each) => each !== attempted),
          )
        },
      }
    },
    hold,
    end: (network, reservationId) => hold(network, reservationId, Number.NEGATIVE_INFINITY),
  }
}

/** Makes a function that counts a request of a network, and returns whether it is within `limit` in an hour. It is in memory, as above. */
export const requestLimit = ({
  limit,
  now = Date.now,
}: Readonly<{ limit: number; now?: () => number }>): ((network: string) => boolean) => {
  const networks = new LRUCache<string, readonly number[]>({ max: maxNetworks })
  return (network) => {
    const recent = (networks.get(network) ?? []).filter((at) => at > now() - hour)
    if (recent.length >= limit) return false
    networks.set(network, [...recent, now()])
    return true
  }
}
