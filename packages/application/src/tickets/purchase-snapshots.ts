import { type EventId, type Instant, type PurchaseContext, Schedule, type TicketOrder } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/**
 * The stored data on which a purchase is decided. `revision` is that of the event, or of the museum's hours. A sale is
 * refused with `snapshot-stale` when the snapshot is stale: the revision has changed since.
 */
export type PurchaseSnapshot = Pick<PurchaseContext, 'event' | 'openingHours'> & Readonly<{ revision: number }>

/** The number of events and dates whose snapshot is cached. */
const maxCached = 100
/**
 * In milliseconds. The revision alone does not make a cached snapshot safe forever: a database that was restored from a
 * backup, or edited by hand, can have other content under the same revision.
 */
const maxAge = 10_000

/** The snapshots of purchases: the special event of an event ticket, the museum's hours on the date of a general ticket. */
export const purchaseSnapshots = ({
  specialEvents,
  museumHours,
  now,
}: Pick<MuseumPorts, 'specialEvents' | 'museumHours' | 'now'>) => {
  const snapshots = new Map<string, Readonly<{ snapshot: PurchaseSnapshot; readAt: Instant }>>()
  const readSnapshot = async ({ ticketType, ticketDate, eventId }: TicketOrder): Promise<PurchaseSnapshot> => {
    if (ticketType === 'event') return readEvent(eventId)
    const schedule = await museumHours.schedule(ticketDate, ticketDate)
    return { event: undefined, openingHours: Schedule.hoursOn(schedule, ticketDate), revision: schedule.revision }
  }
  const readEvent = async (eventId: EventId | undefined): Promise<PurchaseSnapshot> => {
    const event = eventId && (await specialEvents.find(eventId))
    return { event, openingHours: undefined, revision: event?.revision ?? 0 }
  }
  const cached = (order: TicketOrder): PurchaseSnapshot | undefined => {
    const entry = snapshots.get(cacheKeyOf(order))
    const age = entry && now() - entry.readAt
    // The clock may have been set back.
    return age !== undefined && age >= 0 && age < maxAge ? entry!.snapshot : undefined
  }
  const read = async (order: TicketOrder): Promise<PurchaseSnapshot> => {
    const key = cacheKeyOf(order)
    const readAt = now()
    const snapshot = await readSnapshot(order)
    snapshots.delete(key)
    // Not cached: an event that does not exist, and a day on which the museum is closed.
    if (snapshot.event !== undefined || snapshot.openingHours !== undefined) snapshots.set(key, { snapshot, readAt })
    if (snapshots.size > maxCached) snapshots.delete(snapshots.keys().next().value!)
    return snapshot
  }
  return {
    /** The snapshots of these orders that earlier purchases read, which may be stale; `undefined` if one is missing. */
    cached(orders: readonly TicketOrder[]): readonly PurchaseSnapshot[] | undefined {
      const found = orders.map(cached)
      return found.every((snapshot) => snapshot !== undefined) ? found : undefined
    },

    /** Reads the snapshots of these orders and caches them. Orders for the same event or day share one. */
    read(orders: readonly TicketOrder[]): Promise<readonly PurchaseSnapshot[]> {
      const reads = new Map<string, Promise<PurchaseSnapshot>>()
      return Promise.all(
        orders.map((order) => {
          const key = cacheKeyOf(order)
          const reading = reads.get(key) ?? read(order)
          reads.set(key, reading)
          return reading
        }),
      )
    },
  }
}

const cacheKeyOf = ({ ticketType, ticketDate, eventId }: TicketOrder): string =>
  ticketType === 'event' ? (eventId ?? '') : ticketDate
