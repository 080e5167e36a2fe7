import {
  type CalendarDate,
  type EventId,
  type PlaceLimit,
  type PurchaseContext,
  Schedule,
  type TicketOrder,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** The part of a purchase's context that is stored. */
export type StoredContext = Pick<PurchaseContext, 'event' | 'openingHours'> &
  Readonly<{ limit: PlaceLimit | undefined }>

export type PurchaseContexts = Readonly<{
  /** What an earlier purchase has read, which may have changed since. */
  cached: (order: TicketOrder) => StoredContext | undefined
  /** Reads the context and caches it. */
  read: (order: TicketOrder) => Promise<StoredContext>
}>

/** For how many events and dates the context is cached. */
const maxCached = 100

/**
 * The contexts of purchases: the special event of an event ticket, the museum's hours on the date of a general ticket, and the
 * limit of each.
 */
export const purchaseContexts = ({
  specialEvents,
  museumHours,
  capacities,
}: Pick<MuseumPorts, 'specialEvents' | 'museumHours' | 'capacities'>): PurchaseContexts => {
  const contexts = new Map<string, StoredContext>()
  const readForEvent = async (eventId: EventId | undefined): Promise<StoredContext> => {
    const event = eventId && (await specialEvents.find(eventId))
    return { event, openingHours: undefined, limit: event?.limit }
  }
  const readForGeneralEntry = async (date: CalendarDate): Promise<StoredContext> => {
    const [schedule, limit] = await Promise.all([museumHours.schedule(date, date), capacities.generalEntryLimit()])
    return { event: undefined, openingHours: Schedule.hoursOn(schedule, date), limit }
  }
  return {
    cached: (order) => contexts.get(cacheKeyOf(order)),
    async read(order) {
      const { ticketType, ticketDate, eventId } = order
      const key = cacheKeyOf(order)
      const context = await (ticketType === 'event' ? readForEvent(eventId) : readForGeneralEntry(ticketDate))
      contexts.delete(key)
      // An event that does not exist, or a day on which the museum is closed, is read again for each purchase.
      if (context.event !== undefined || context.openingHours !== undefined) contexts.set(key, context)
      if (contexts.size > maxCached) contexts.delete(contexts.keys().next().value!)
      return context
    },
  }
}

const cacheKeyOf = ({ ticketType, ticketDate, eventId }: TicketOrder): string =>
  ticketType === 'event' ? (eventId ?? '') : ticketDate
