import type { CalendarDate, EventId, Instant, TicketId } from '@museum/domain'

/** A date that was removed from an event, or whose event was deleted. */
export type RemovedOccurrence = Readonly<{
  eventId: EventId
  date: CalendarDate
  /** The number of the occurrence, as in the codes of its tickets. */
  number: number
}>

/** The tickets and occurrences that were revoked. */
export type TicketRevocations = Readonly<{
  /** Tickets that were cancelled individually, in ascending order. */
  tickets: readonly TicketId[]
  /** In ascending order of the date, the event and the number. */
  occurrences: readonly RemovedOccurrence[]
  /** The moment of the latest of these revocations, or a later one within the same second; absent when there is none. */
  latest?: Instant
}>

/** The revocations: tickets that were cancelled, and occurrences that were removed. */
export interface TicketRevocationRepository {
  /**
   * The revocations since a moment, of tickets for `date` or later. The occurrences of a restored event are not among
   * them.
   */
  list(date: CalendarDate, since: Instant): Promise<TicketRevocations>
}
