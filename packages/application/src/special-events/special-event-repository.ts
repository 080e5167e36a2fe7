import type { EventId, EventNotFound, Refusal, SpecialEvent } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotencyRecord, RequestInProgress } from '../idempotency/idempotency-record.ts'
import type { Page, PageRequest } from '../paging.ts'
import type { Period } from '../period.ts'

/** An event after its restoration; `isChanged` is false when it was not deleted, and nothing was written. */
export type RestoredSpecialEvent = Readonly<{ event: SpecialEvent; isChanged: boolean }>

/** The special events that are planned. Each change is stored together with its audit entry: either both or neither. */
export interface SpecialEventRepository {
  /** Stores a new event, durably when it resolves. Its eventId is never used again, also after its removal. */
  add(event: SpecialEvent, entry: NewAuditEntry): Promise<SpecialEvent>
  /**
   * Stores a new event and a record: either both or neither. Adding an event again with its record stores nothing and
   * returns the event.
   */
  addWithRecord(
    event: SpecialEvent,
    record: IdempotencyRecord,
    entry: NewAuditEntry,
  ): Promise<SpecialEvent | RequestInProgress>
  /** The planned event with this eventId, if there is one. */
  find(eventId: EventId): Promise<SpecialEvent | undefined>
  /**
   * Replaces an event by what `decide` returns for it, while no other transaction can change the event. When `decide`
   * returns a refusal or the same object, nothing is written. `decide` may be called again when the attempt is
   * repeated. Occurrences that are removed from the event are stored separately, with the time of the removal.
   */
  update<R extends Refusal>(
    eventId: EventId,
    decide: (current: SpecialEvent) => SpecialEvent | R,
    entryOf: (before: SpecialEvent, after: SpecialEvent) => NewAuditEntry,
  ): Promise<SpecialEvent | R | EventNotFound>
  /**
   * Removes an event unless `permit` refuses, and returns it as it was. The event and its occurrences are stored
   * separately, with the time of the removal. No ticket is removed or changed.
   */
  remove<R extends Refusal>(
    eventId: EventId,
    permit: (current: SpecialEvent) => R | undefined,
    entryOf: (before: SpecialEvent) => NewAuditEntry,
  ): Promise<SpecialEvent | R | EventNotFound>
  /**
   * Adds a removed event again, as it was when it was removed and with the same occurrences, under the revision that
   * follows. An event that is not removed stays as it is, and nothing is written.
   */
  restore(
    eventId: EventId,
    entryOf: (after: SpecialEvent) => NewAuditEntry,
  ): Promise<RestoredSpecialEvent | EventNotFound>
  /** The first `limit` events whose eventId is greater than `eventId`, or of all events, in ascending order of the eventId. */
  after(eventId: EventId | undefined, limit: number): Promise<readonly SpecialEvent[]>
  /**
   * The events with a date inside the period, each once with all of its dates, in the order of their first date
   * inside the period, then of their eventId.
   */
  during(period: Period, page: PageRequest): Promise<Page<SpecialEvent>>
}
