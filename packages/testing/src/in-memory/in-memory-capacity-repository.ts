import { Availability, type Capacity, type Places, type SpecialEvent, type Ticket, eventNotFound } from '@museum/domain'
import type { CapacityRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryCapacityRepository = (store: InMemoryStore): CapacityRepository => {
  const { events, museum, audit } = store
  const availabilityOf = (event: SpecialEvent) =>
    event.occurrences.map(({ date, number }) =>
      Availability.of(
        date,
        placesOf(store, { ticketType: 'event', event, ticketDate: date, occurrenceNumber: number }),
      ),
    )
  return {
    async generalEntryCapacity() {
      return museum.generalEntryCapacity
    },
    async setForEvent(eventId, capacity, entryOf) {
      const event = events.get(eventId)
      if (event === undefined) return eventNotFound(eventId)
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
      if (event === undefined) return eventNotFound(eventId)
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
    async availabilityOfGeneralEntry(dates) {
      return dates.map((date) => Availability.of(date, placesOf(store, { ticketType: 'general', ticketDate: date })))
    },
  }
}

type General = Extract<Ticket, { ticketType: 'general' }>
type OfEvent = Extract<Ticket, { ticketType: 'event' }>
/** The tickets that one count includes: those for one occurrence, or for general entry on one date. */
type Counted =
  | Pick<General, 'ticketType' | 'ticketDate'>
  | (Pick<OfEvent, 'ticketType' | 'ticketDate' | 'occurrenceNumber'> &
      Readonly<{ event: Pick<OfEvent['event'], 'eventId'> }>)

/** The capacity, and the number of sold tickets, of such a count. */
export const placesOf = ({ tickets, events, museum }: InMemoryStore, counted: Counted): Places => ({
  capacity:
    counted.ticketType === 'general'
      ? museum.generalEntryCapacity
      : ((events.get(counted.event.eventId)?.capacity ?? null) satisfies Capacity | null),
  sold: [...tickets.values()].filter(
    (ticket) => ticket.state !== 'cancelled' && countedTogether(ticket) === countedTogether(counted),
  ).length,
})

/** The text that tickets have in common that one count includes. */
export const countedTogether = (counted: Counted): string =>
  counted.ticketType === 'general'
    ? counted.ticketDate
    : `${counted.event.eventId} ${counted.ticketDate} ${counted.occurrenceNumber}`
