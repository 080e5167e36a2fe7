import type { EventId, EventNotFound, Instant, Refusal, SpecialEvent } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotencyRecord, RequestInProgress } from '../idempotency/idempotency-record.ts'
import type { Page, PageRequest } from '../paging.ts'
import type { Period } from '../period.ts'

/** An event after its restoration; `isChanged` is false when it was not deleted, and nothing was written. */
export type RestoredSpecialEvent = Readonly<{ event: SpecialEvent; isChanged: boolean }>

/**
 * A new event of an import. `importKey` identifies its row by its content, in a text of any length; `givenId` is the eventId
 * that the row has in the file, if it has one.
 */
export type ImportedEvent = Readonly<{
  event: SpecialEvent
  entry: NewAuditEntry
  importKey: string
  givenId?: EventId
}>

/**
 * The outcome of a row of an import: its event was stored; its importKey was imported before; or its `givenId` is the
 * eventId of an event that exists or was removed.
 */
export type ImportOutcome = 'created' | 'imported-before' | 'existing'

/** A removed event as it was, with the time of its removal, which is exact to the second. */
export type RemovedEvent = Readonly<{ event: SpecialEvent; removedAt: Instant }>

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
  /**
   * Stores the events of an import, several in each transaction, with their import keys and audit entries. Yields the
   * outcomes of each transaction, in the order of the events, when it is durable, and stores no more when the caller takes
   * no more. An event is not stored when its importKey is stored, however long ago and also if its event was changed or removed, nor
   * when its `givenId` is the eventId of an event that exists or was removed. Imports of the same rows at the same time store
   * each event once. No transaction delays sales for long.
   */
  addImported(events: Iterable<ImportedEvent>): AsyncIterable<readonly ImportOutcome[]>
  /** The planned event with this eventId, if there is one. */
  find(eventId: EventId): Promise<SpecialEvent | undefined>
  /** Whether there is an event with this eventId, or was one that is removed. */
  isKnown(eventId: EventId): Promise<boolean>
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
  /** The same for the removed events. */
  removedAfter(eventId: EventId | undefined, limit: number): Promise<readonly RemovedEvent[]>
  /**
   * The events with a date inside the period, each once with all of its dates, in the order of their first date
   * inside the period, then of their eventId.
   */
  during(period: Period, page: PageRequest): Promise<Page<SpecialEvent>>
}
