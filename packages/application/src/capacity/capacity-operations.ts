import { type Availability, type Capacity, type EventId, type Refusal, eventNotFound } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { Page, PageRequest, PeriodQuery } from '../lists.ts'
import { getMuseumHours } from '../museum-hours/museum-hours-operations.ts'
import type { MuseumPorts } from '../ports.ts'
import { eventSubject } from '../special-events/audited-event.ts'
import type { CapacityChange } from './capacity-repository.ts'

export const capacityOperations = (ports: MuseumPorts) => {
  const { capacities, specialEvents, now } = ports
  const getOpenDays = getMuseumHours(ports)
  return {
    /**
     * Limits how many tickets are sold for each date of an event; null: without a limit. Sold tickets stay valid, even
     * if they are more than the capacity. Once it has returned, no ticket is sold beyond the capacity.
     */
    setEventCapacity: (
      eventId: EventId,
      capacity: Capacity | null,
      actor: Actor,
    ): Promise<CapacityChange | Refusal<'event-not-found'>> =>
      capacities.setForEvent(eventId, capacity, (before) =>
        recordChange({ now }, actor, {
          operation: 'setEventCapacity',
          subject: eventSubject({ eventId }),
          before: { capacity: before },
          after: { capacity },
        }),
      ),

    /** Returns how many tickets are sold at most for each date of an event; null: without a limit. */
    getEventCapacity: async (
      eventId: EventId,
    ): Promise<Readonly<{ capacity: Capacity | null }> | Refusal<'event-not-found'>> => {
      const event = await specialEvents.find(eventId)
      return event === undefined ? eventNotFound(eventId) : { capacity: event.capacity ?? null }
    },

    /** Returns the places of each date of an event, in ascending order of the dates. */
    getEventAvailability: (eventId: EventId): Promise<readonly Availability[] | Refusal<'event-not-found'>> =>
      capacities.availabilityOfEvent(eventId),

    /** Limits how many tickets for general entry are sold for each day; otherwise like `setEventCapacity`. */
    setGeneralEntryCapacity: (capacity: Capacity | null, actor: Actor): Promise<CapacityChange> =>
      capacities.setForGeneralEntry(capacity, (before) =>
        recordChange({ now }, actor, {
          operation: 'setGeneralEntryCapacity',
          subject: { kind: 'museum-hours', id: 'capacity' },
          before: { capacity: before },
          after: { capacity },
        }),
      ),

    /** Returns how many tickets for general entry are sold at most for each day; null: without a limit. */
    getGeneralEntryCapacity: async (): Promise<Readonly<{ capacity: Capacity | null }>> => ({
      capacity: await capacities.generalEntryCapacity(),
    }),

    /** Returns the places for general entry of one page of the open days: those that `getMuseumHours` returns. */
    getGeneralEntryAvailability: async (period: PeriodQuery, page: PageRequest): Promise<Page<Availability>> => {
      const openDays = await getOpenDays(period, page)
      const dates = openDays.items.map(({ date }) => date)
      return { ...openDays, items: await capacities.availabilityOfGeneralEntry(dates) }
    },
  }
}
