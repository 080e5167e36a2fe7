import type {
  Availability,
  CalendarDate,
  Capacity,
  EventId,
  MuseumClock,
  Refusal,
  SpecialEvent,
  TakenByTime,
} from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** A capacity after it was set; `isChanged` is false when it was so already, and no audit entry was stored. */
export type CapacityChange = Readonly<{ capacity: Capacity | null; isChanged: boolean }>

/** The places of an event on one of its dates. */
export type EventAvailability = Availability &
  Readonly<{ event: Pick<SpecialEvent, 'eventId' | 'revision' | 'name' | 'location' | 'price'> }>

/**
 * The capacities, and how many tickets are sold. The capacity of an event is a member of the event,
 * `SpecialEvent.capacity`. `TicketRepository.sell` obeys the capacities.
 *
 * A capacity is stored together with its audit entry: either both or neither. A capacity holds as soon as its setting
 * resolves: a ticket that is sold at the same time is sold either before the change or under the new capacity.
 *
 * The number of sold tickets of a date is always exact, limited or not: the tickets that are not cancelled.
 */
export interface CapacityRepository {
  /** The capacity of general entry for each day; null: not limited. */
  generalEntryCapacity(): Promise<Capacity | null>
  /** Sets the capacity of each date of an event; null: not limited. */
  setForEvent(
    eventId: EventId,
    capacity: Capacity | null,
    entryOf: (before: Capacity | null) => NewAuditEntry,
  ): Promise<CapacityChange | Refusal<'event-not-found'>>
  /** Sets the capacity of general entry for each day; null: not limited. */
  setForGeneralEntry(
    capacity: Capacity | null,
    entryOf: (before: Capacity | null) => NewAuditEntry,
  ): Promise<CapacityChange>
  /**
   * The places of each date that an event has now, in ascending order of the dates, or of one date, without the entry times that have
   * ended by the clock.
   */
  availabilityOfEvent(
    eventId: EventId,
    only?: Readonly<{ date?: CalendarDate; clock?: MuseumClock }>,
  ): Promise<readonly Availability[] | Refusal<'event-not-found'>>
  /**
   * The places of every event on each of its dates from `startDate` to `endDate`, both included, in the order of the dates,
   * then of the eventIds, or the first `limit` of them, without the entry times that have ended by the clock. All are read at the
   * same moment.
   */
  availabilityOfEvents(
    period: Readonly<Record<'startDate' | 'endDate', CalendarDate> & { limit?: number; clock?: MuseumClock }>,
  ): Promise<readonly EventAvailability[]>
  /**
   * The capacity of general entry for each day, and its taken places of each date from `startDate` to `endDate`, both included; a date
   * without any may be missing. All are read at the same moment.
   */
  placesOfGeneralEntry(
    period: Readonly<Record<'startDate' | 'endDate', CalendarDate>>,
  ): Promise<Readonly<{ capacity: Capacity | null; taken: ReadonlyMap<CalendarDate, TakenByTime> }>>
}
