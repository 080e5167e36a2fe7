import type { EventId, Instant, Refusal, SpecialEvent } from '@museum/domain'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { ListRequest, Page, Period } from '../lists.ts'

/** An event after its restoration; `isChanged` is false when it was not deleted, and nothing was written. */
export type RestoredSpecialEvent = Readonly<{ event: SpecialEvent; isChanged: boolean }>

/**
 * A new event of an import. `importKey` identifies its row by its content, in a text of any length; `givenId` is the
 * eventId in the file, if the row has one.
 */
export type ImportedEvent = Readonly<{
  event: SpecialEvent
  entry: NewAuditEntry
  importKey: string
  givenId?: EventId
}>

/**
 * The outcome of a row of an import: its event was stored; its importKey was imported before; or its `givenId` is the
 * eventId of an event that exists or was deleted.
 */
export type ImportOutcome = 'created' | 'imported-before' | 'existing'

/** A deleted event as it was. `deletedAt` is exact to the second. */
export type DeletedEvent = Readonly<{ event: SpecialEvent; deletedAt: Instant }>

/** The special events that are planned. Each change is stored together with its audit entry: either both or neither. */
export interface SpecialEventRepository {
  /**
   * Stores a new event, durably when it resolves. Its eventId is never used again, even after the event is deleted. A record is
   * stored with it: either both or neither. Adding an event again with its record stores nothing and returns the event; with the
   * key of another record, the result is `request-in-progress`.
   */
  add(
    event: SpecialEvent,
    entry: NewAuditEntry,
    record?: IdempotencyRecord,
  ): Promise<SpecialEvent | Refusal<'request-in-progress'>>
  /**
   * Stores the events of an import, several in each transaction, with their import keys and audit entries. Yields the
   * outcomes of each transaction, in the order of the events, when it is durable, and stops storing when the caller
   * stops iterating. An event is not stored when its importKey is stored already, even if that event was changed or
   * deleted since, nor when its `givenId` is the eventId of an event that exists or was deleted. Imports of the same
   * rows at the same time store each event once. No transaction delays sales for long. With `isDryRun`, nothing is stored, and
   * the outcomes are those that storing the events would have now.
   */
  addImported(
    events: Iterable<ImportedEvent>,
    options?: Readonly<{ isDryRun?: boolean }>,
  ): AsyncIterable<readonly ImportOutcome[]>
  /** The planned event with this eventId, if there is one. */
  find(eventId: EventId): Promise<SpecialEvent | undefined>
  /** Whether an event with this eventId exists or was deleted. */
  isKnown(eventId: EventId): Promise<boolean>
  /**
   * Replaces an event by what `decide` returns for it, while no other transaction can change the event. When `decide`
   * returns a refusal or the same object, nothing is written. `decide` may be called again when the attempt is
   * repeated. Occurrences that are removed from the event stay stored apart, with the time of the removal.
   */
  update<R extends Refusal>(
    eventId: EventId,
    decide: (current: SpecialEvent) => SpecialEvent | R,
    entryOf: (before: SpecialEvent, after: SpecialEvent) => NewAuditEntry,
  ): Promise<SpecialEvent | R | Refusal<'event-not-found'>>
  /**
   * Deletes an event unless `findRefusal` returns a refusal, and returns it as it was. The event and its occurrences
   * stay stored apart, with the time of the deletion. No ticket is deleted or changed.
   */
  remove<R extends Refusal>(
    eventId: EventId,
    findRefusal: (current: SpecialEvent) => R | undefined,
    entryOf: (before: SpecialEvent) => NewAuditEntry,
  ): Promise<SpecialEvent | R | Refusal<'event-not-found'>>
  /**
   * Restores a deleted event as it was, with the same occurrences, under the next revision. An event that is not
   * deleted stays as it is, and nothing is written.
   */
  restore(
    eventId: EventId,
    entryOf: (after: SpecialEvent) => NewAuditEntry,
  ): Promise<RestoredSpecialEvent | Refusal<'event-not-found'>>
  /** The first `limit` events whose eventId is greater than `eventId`, or of all events, in ascending order of the eventId. */
  after(eventId: EventId | undefined, limit: number): Promise<readonly SpecialEvent[]>
  /** A part of the deleted events, the latest deletion first; deletions of one second in the order of their eventId. */
  deleted(request: ListRequest<DeletedEvent>): Promise<Page<DeletedEvent>>
  /**
   * A part of the events with a date inside the period, each once with all of its dates, in the order of their first date
   * inside the period, then of their eventId.
   */
  during(period: Period, request: ListRequest<SpecialEvent>): Promise<Page<SpecialEvent>>
}
