import type { CalendarDate, Capacity, EventId, EventNotFound, PlaceLimit } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'

/** A capacity after it was set; `isChanged` is false when it was so already, and no audit entry was stored. */
export type CapacityChange = Readonly<{ capacity: Capacity | null; isChanged: boolean }>

/**
 * The tickets that are sold for dates, in ascending order of the dates, and the limit under which they are: `sold` is the
 * number of tickets that are not cancelled. Without a limit it is null above `maxCountedItems`.
 */
export type SoldPlaces = Readonly<{
  limit: PlaceLimit | undefined
  dates: readonly Readonly<{ date: CalendarDate; sold: number | null }>[]
}>

/**
 * How many tickets may be sold. The limit of an event is a member of the event, `SpecialEvent.limit`. A limit is obeyed by
 * `TicketRepository.add`.
 *
 * A capacity is stored together with its audit entry: either both or neither. When a setting resolves, every ticket that was
 * stored under an earlier limit, or without one, is counted, and no other is stored under an earlier limit. It throws
 * `Unavailable` when an older write of a ticket does not end within seven seconds, or the tickets are not counted in time; the
 * capacity may be in force then, and it can be set again.
 */
export interface CapacityRepository {
  /** The limit of general entry for each day; undefined while it is not limited. */
  generalEntryLimit(): Promise<PlaceLimit | undefined>
  /** Sets the capacity of each date of an event; null: not limited. */
  setForEvent(
    eventId: EventId,
    capacity: Capacity | null,
    entryOf: (before: Capacity | null) => NewAuditEntry,
  ): Promise<CapacityChange | EventNotFound>
  /** Sets the capacity of general entry for each day; null: not limited. For dates before `today`, no ticket is sold. */
  setForGeneralEntry(
    capacity: Capacity | null,
    today: CalendarDate,
    entryOf: (before: Capacity | null) => NewAuditEntry,
  ): Promise<CapacityChange>
  /** What is sold for each date that an event has now. */
  soldForEvent(eventId: EventId): Promise<SoldPlaces | EventNotFound>
  /** What is sold for general entry on dates, which are in ascending order. */
  soldForGeneralEntry(dates: readonly CalendarDate[]): Promise<SoldPlaces>
}
