import { Availability, type CalendarDate, type Places, Slot, SpecialEvent, type TimeOfDay } from '@museum/domain'
import type { CapacityRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryCapacityRepository = (store: InMemoryStore): CapacityRepository => {
  const { events, museum, audit } = store
  const availabilityOf = (event: SpecialEvent) =>
    event.occurrences.map(({ date, number }) =>
      Availability.of(date, placesOf(store, { offer: event.eventId, date, number })),
    )
  return {
    async generalEntryCapacity() {
      return museum.generalEntryCapacity
    },
    async setForEvent(eventId, capacity, entryOf) {
      const event = events.get(eventId)
      if (event === undefined) return SpecialEvent.notFound(eventId)
      const { capacity: before = null, ...unlimited } = event
      if (before === capacity) return { capacity, isChanged: false }
      events.set(eventId, capacity === null ? unlimited : { ...unlimited, capacity })
      audit.add(entryOf(before))
      return { capacity, isChanged: true }
    },
    async setForGeneralEntry(capacity, entryOf) {
      const before = museum.generalEntryCapacity
      if (before === capacity) return { capacity, isChanged: false }
      museum.generalEntryCapacity = capacity
      audit.add(entryOf(before))
      return { capacity, isChanged: true }
    },
    async availabilityOfEvent(eventId) {
      const event = events.get(eventId)
      if (event === undefined) return SpecialEvent.notFound(eventId)
      return availabilityOf(event)
    },
    async availabilityOfEvents({ startDate, endDate, limit }) {
      return [...events.values()]
        .flatMap((event) => {
          const { eventId, revision, name, location, price } = event
          return availabilityOf(event).map((places) =>
            Object.assign({ event: { eventId, revision, name, location, price } }, places),
          )
        })
        .filter(({ date }) => date >= startDate && date <= endDate)
        .toSorted((a, b) => (`${a.date} ${a.event.eventId}` < `${b.date} ${b.event.eventId}` ? -1 : 1))
        .slice(0, limit)
    },
    async placesOfGeneralEntry({ startDate, endDate }) {
      const sold = new Map<CalendarDate, Map<TimeOfDay | undefined, number>>()
      for (const { ticketType, ticketDate, entryTime, state } of store.tickets.values()) {
        if (ticketType === 'event' || state === 'cancelled' || ticketDate < startDate || ticketDate > endDate) continue
        const byTime = sold.get(ticketDate) ?? new Map()
        sold.set(ticketDate, byTime.set(entryTime, (byTime.get(entryTime) ?? 0) + 1))
      }
      return { capacity: museum.generalEntryCapacity, sold }
    },
  }
}

/** The capacity of a slot, and the number of its sold tickets. */
export const placesOf = ({ tickets, events, museum }: InMemoryStore, slot: Slot): Places => ({
  capacity: slot.offer === 'general' ? museum.generalEntryCapacity : (events.get(slot.offer)?.capacity ?? null),
  sold: [...tickets.values()].filter(
    (ticket) => ticket.state !== 'cancelled' && Slot.key(Slot.of(ticket)) === Slot.key(slot),
  ).length,
})
