import { type Capacity, type PlaceLimit, type Ticket, eventNotFound } from '@museum/domain'
import type { CapacityRepository } from '../capacity/capacity-repository.ts'
import { maxCountedItems } from '../paging.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryCapacityRepository = (store: InMemoryStore): CapacityRepository => {
  const { events, limits, audit } = store
  const newLimit = (capacity: Capacity | null): PlaceLimit | undefined =>
    capacity === null ? undefined : { capacity, number: (limits.latestNumber += 1) }
  const countedIn = (limit: PlaceLimit | undefined, sold: number) =>
    limit === undefined && sold > maxCountedItems ? null : sold
  return {
    async generalEntryLimit() {
      return limits.generalEntry
    },
    async setForEvent(eventId, capacity, entryOf) {
      const event = events.get(eventId)
      if (event === undefined) return eventNotFound(eventId)
      const before = event.limit?.capacity ?? null
      if (before === capacity) return { capacity, isChanged: false }
      const { limit: _, ...unlimited } = event
      const limit = newLimit(capacity)
      events.set(eventId, { ...unlimited, ...(limit && { limit }) })
      audit.add(entryOf(before))
      return { capacity, isChanged: true }
    },
    async setForGeneralEntry(capacity, _today, entryOf) {
      const before = limits.generalEntry?.capacity ?? null
      if (before === capacity) return { capacity, isChanged: false }
      limits.generalEntry = newLimit(capacity)
      audit.add(entryOf(before))
      return { capacity, isChanged: true }
    },
    async soldForEvent(eventId) {
      const event = events.get(eventId)
      if (event === undefined) return eventNotFound(eventId)
      const { limit, occurrences } = event
      const dates = occurrences.map(({ date, number }) => {
        const counted = { ticketType: 'event', event, ticketDate: date, occurrenceNumber: number } as const
        return { date, sold: countedIn(limit, soldIn(store, counted)) }
      })
      return { limit, dates }
    },
    async soldForGeneralEntry(dates) {
      const limit = limits.generalEntry
      const soldOn = (ticketDate: (typeof dates)[number]) => soldIn(store, { ticketType: 'general', ticketDate })
      return { limit, dates: dates.map((date) => ({ date, sold: countedIn(limit, soldOn(date)) })) }
    },
  }
}

/** What is counted together: the tickets for one occurrence, or for general entry on one date. */
type Counted =
  | Readonly<Pick<Extract<Ticket, { ticketType: 'general' }>, 'ticketType' | 'ticketDate'>>
  | (Readonly<Pick<Extract<Ticket, { ticketType: 'event' }>, 'ticketType' | 'ticketDate' | 'occurrenceNumber'>> &
      Readonly<{ event: Readonly<Pick<Extract<Ticket, { ticketType: 'event' }>['event'], 'eventId'>> }>)

/** How many tickets for the same occurrence, or for general entry on the same date, are not cancelled. */
export const soldIn = ({ tickets }: Pick<InMemoryStore, 'tickets'>, counted: Counted): number =>
  [...tickets.values()].filter(
    (ticket) => ticket.state !== 'cancelled' && counterNameOf(ticket) === counterNameOf(counted),
  ).length

const counterNameOf = (counted: Counted): string =>
  counted.ticketType === 'general'
    ? counted.ticketDate
    : `${counted.event.eventId} ${counted.ticketDate} ${counted.occurrenceNumber}`
