import {
  type CalendarDate,
  EntryTimes,
  type MuseumClock,
  type Places,
  Slot,
  SpecialEvent,
  type Ticket,
  type TimeOfDay,
} from '@museum/domain'
import type { CapacityRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryCapacityRepository = (store: InMemoryStore): CapacityRepository => {
  const { events, museum, audit } = store
  const availabilityOf = (event: SpecialEvent, clock: MuseumClock | undefined) =>
    event.occurrences.map(({ date, number }) => {
      const key = Slot.key({ offer: event.eventId, date, number })
      const isOfDate = (ticket: Ticket) => Slot.key({ ...Slot.of(ticket), time: undefined }) === key
      const offered = EntryTimes.offeredByEvent(SpecialEvent.entryTimesOf(event))
      const places = { capacity: event.capacity ?? null, sold: soldByTime(store, isOfDate), offered }
      return EntryTimes.availabilityOn(date, places, clock)
    })
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
    async availabilityOfEvent(eventId, { date, clock } = {}) {
      const event = events.get(eventId)
      if (event === undefined) return SpecialEvent.notFound(eventId)
      return availabilityOf(event, clock).filter((each) => date === undefined || each.date === date)
    },
    async availabilityOfEvents({ startDate, endDate, limit, clock }) {
      return [...events.values()]
        .flatMap((event) => {
          const { eventId, revision, name, location, price } = event
          return availabilityOf(event, clock).map((places) =>
            Object.assign({ event: { eventId, revision, name, location, price } }, places),
          )
        })
        .filter(({ date }) => date >= startDate && date <= endDate)
        .toSorted((a, b) => (`${a.date} ${a.event.eventId}` < `${b.date} ${b.event.eventId}` ? -1 : 1))
        .slice(0, limit)
    },
    async placesOfGeneralEntry({ startDate, endDate }) {
      const dates = [...store.tickets.values()].map(({ ticketDate }) => ticketDate)
      const sold = new Map<CalendarDate, ReturnType<typeof soldByTime>>()
      for (const date of new Set(dates.filter((each) => each >= startDate && each <= endDate)))
        sold.set(
          date,
          soldByTime(store, ({ ticketType, ticketDate }) => ticketType === 'general' && ticketDate === date),
        )
      return { capacity: museum.generalEntryCapacity, sold }
    },
  }
}

/** How many of these tickets are sold, by their entry time. */
const soldByTime = ({ tickets }: InMemoryStore, isCounted: (ticket: Ticket) => boolean) => {
  const sold = new Map<TimeOfDay | undefined, number>()
  for (const ticket of tickets.values())
    if (ticket.state !== 'cancelled' && isCounted(ticket))
      sold.set(ticket.entryTime, (sold.get(ticket.entryTime) ?? 0) + 1)
  return sold
}

/** The capacity of a slot, and the number of its sold tickets. */
export const placesOf = ({ tickets, events, museum }: InMemoryStore, slot: Slot): Places => ({
  capacity: slot.offer === 'general' ? museum.generalEntryCapacity : (events.get(slot.offer)?.capacity ?? null),
  sold: [...tickets.values()].filter(
    (ticket) => ticket.state !== 'cancelled' && Slot.key(Slot.of(ticket)) === Slot.key(slot),
  ).length,
})
