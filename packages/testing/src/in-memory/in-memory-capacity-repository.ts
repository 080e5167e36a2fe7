import {
  Availability,
  type CalendarDate,
  EntryTimes,
  type MuseumClock,
  type Places,
  Reservation,
  Slot,
  SpecialEvent,
  type Taken,
  type TimeOfDay,
} from '@museum/domain'
import type { CapacityRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryCapacityRepository = (store: InMemoryStore): CapacityRepository => {
  const { events, museum, audit } = store
  const availabilityOf = (event: SpecialEvent, clock: MuseumClock | undefined) =>
    event.occurrences.map(({ date, number }) => {
      const key = Slot.key({ offer: event.eventId, date, number })
      const isOfDate = (slot: Slot) => Slot.key({ ...slot, time: undefined }) === key
      const offered = EntryTimes.offeredByEvent(SpecialEvent.entryTimesOf(event))
      const places = { capacity: event.capacity ?? null, taken: takenByTime(store, isOfDate), offered }
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
      const dates = takenPlaces(store).map(([slot]) => slot.date)
      const taken = new Map<CalendarDate, ReturnType<typeof takenByTime>>()
      for (const date of new Set(dates.filter((each) => each >= startDate && each <= endDate)))
        taken.set(
          date,
          takenByTime(store, (slot) => slot.offer === 'general' && slot.date === date),
        )
      return { capacity: museum.generalEntryCapacity, taken }
    },
  }
}

/** The places that each ticket and each reservation takes. */
const takenPlaces = ({ tickets, reservations }: InMemoryStore): readonly (readonly [Slot, Taken])[] => [
  ...[...tickets.values()].flatMap((ticket) =>
    ticket.state === 'cancelled' ? [] : [[Slot.of(ticket), { sold: 1 }] as const],
  ),
  ...[...reservations.values()].flatMap(({ reservation, holds }) =>
    [...Reservation.placesOf(reservation.items)].flatMap(([key, { slot, places }]) =>
      holds.has(key) ? [[slot, { sold: 0, held: places }] as const] : [],
    ),
  ),
]

/** What is taken in these slots, by their entry times. */
const takenByTime = (store: InMemoryStore, isCounted: (slot: Slot) => boolean) => {
  const byTime = new Map<TimeOfDay | undefined, Taken>()
  for (const [slot, taken] of takenPlaces(store))
    if (isCounted(slot)) byTime.set(slot.time, Availability.takenOf([taken, byTime.get(slot.time) ?? { sold: 0 }]))
  return byTime
}

/** The capacity of a slot, and its taken places. */
export const placesOf = (store: InMemoryStore, slot: Slot): Places => {
  const { events, museum } = store
  const ofSlot = takenPlaces(store).flatMap(([each, taken]) => (Slot.key(each) === Slot.key(slot) ? taken : []))
  return {
    capacity: slot.offer === 'general' ? museum.generalEntryCapacity : (events.get(slot.offer)?.capacity ?? null),
    ...Availability.takenOf(ofSlot),
  }
}

/** Gives back the places of reservations in a slot whose time is over. */
export const giveBackEndedIn = ({ reservations, now }: InMemoryStore, slot: Slot): void => {
  const key = Slot.key(slot)
  for (const [reservationId, { reservation, holds }] of reservations)
    if (reservation.heldUntil <= now() && holds.has(key))
      reservations.set(reservationId, { reservation, holds: new Set([...holds].filter((each) => each !== key)) })
}
