import {
  type EventId,
  type Refusal,
  SpecialEvent,
  type SpecialEventChanges,
  type SpecialEventDraft,
  eventNotFound,
  refuse,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { changedValues, recordChange } from '../audit/audit-entry.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import type { ListRequest, Page, PeriodQuery } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import { eventSubject, eventValues, newSpecialEvent, priceRefusal } from './audited-event.ts'
import { importSpecialEvents } from './import-special-events.ts'
import type { DeletedEvent, RestoredSpecialEvent } from './special-event-repository.ts'

/**
 * A condition that the event must meet when it is changed. It is called while no other transaction can change the
 * event.
 */
export type Precondition = (current: SpecialEvent) => boolean

export const specialEventOperations = (ports: MuseumPorts) => {
  const { specialEvents, idempotencyRecords, now, today } = ports
  const createSpecialEvent = oncePerKey<SpecialEventDraft, SpecialEvent, Refusal<'validation-failed'>, Actor>(
    idempotencyRecords,
    async (draft, actor, keyed) => {
      const refusal = priceRefusal(ports, draft)
      if (refusal !== undefined) return refusal
      const { event, entry } = newSpecialEvent(ports, draft, actor)
      return specialEvents.add(event, entry, keyed && { ...keyed.request, answer: keyed.render(event) })
    },
  )
  return {
    /**
     * Adds a special event under a new identifier, and returns the event. `validation-failed` for a price that is finer than the
     * currency.
     */
    createSpecialEvent,

    /**
     * Adds the special events of a file, each under a new identifier. Stores several at a time, and yields their
     * outcomes, in the order of the rows, when they are durable. A file may be imported again, also after an
     * interruption. A row creates nothing if its content was imported before, or if its `givenId` is the eventId of an
     * event that exists or was deleted. Equal rows of one file create different events.
     * With `isDryRun`, it stores nothing, and yields the outcomes that the rows would have now. Throws a `TypeError` at a row
     * whose price is finer than the currency: the rows are checked before.
     */
    importSpecialEvents: importSpecialEvents(ports),

    /**
     * Returns a part of the events with a date inside the period, which begins today unless `startDate` is given.
     * Each event is listed once, with all of its dates, in the order of its first date inside the period, then of its
     * eventId.
     */
    listSpecialEvents: (
      { startDate = today(), endDate }: PeriodQuery,
      request: ListRequest<SpecialEvent>,
    ): Promise<Page<SpecialEvent>> => specialEvents.during({ startDate, endDate }, request),

    /**
     * Returns every event, past ones included, in ascending order of the eventId. An event that exists during the whole
     * export is returned exactly once, as it is when it is read.
     */
    exportSpecialEvents: async function* (): AsyncIterable<SpecialEvent> {
      for (let last: EventId | undefined; ;) {
        const events = await specialEvents.after(last, chunkSize)
        yield* events
        if (events.length < chunkSize) return
        last = events.at(-1)!.eventId
      }
    },

    /** Returns a part of the deleted events that were not restored, as they were, the latest deletion first. */
    listDeletedSpecialEvents: (request: ListRequest<DeletedEvent>): Promise<Page<DeletedEvent>> =>
      specialEvents.deleted(request),

    /** Returns a planned event. */
    getSpecialEvent: async (eventId: EventId): Promise<SpecialEvent | Refusal<'event-not-found'>> =>
      (await specialEvents.find(eventId)) ?? eventNotFound(eventId),

    /**
     * Changes the given members of an event and returns the updated event. Tickets for a date that the event loses are
     * cancelled. Returns `precondition-failed` when `mayChange` returns false for the event as it is at the change, and
     * `validation-failed` for another price than before that is finer than the currency.
     */
    updateSpecialEvent: (
      eventId: EventId,
      changes: SpecialEventChanges,
      actor: Actor,
      mayChange: Precondition = () => true,
    ): Promise<SpecialEvent | Refusal<'event-not-found' | 'precondition-failed' | 'validation-failed'>> =>
      specialEvents.update(
        eventId,
        (current) => {
          if (!mayChange(current)) return preconditionFailed
          const updated = SpecialEvent.update(current, changes)
          return (updated.price === current.price ? undefined : priceRefusal(ports, updated)) ?? updated
        },
        (before, after) =>
          recordChange({ now }, actor, {
            operation: 'updateSpecialEvent',
            subject: eventSubject(after),
            ...changedValues(eventValues(before), eventValues(after)),
          }),
      ),

    /**
     * Deletes a planned event, which cancels its valid tickets. Returns the deleted event. Returns
     * `precondition-failed` when `mayDelete` returns false for the event as it is at the deletion.
     */
    deleteSpecialEvent: (
      eventId: EventId,
      actor: Actor,
      mayDelete: Precondition = () => true,
    ): Promise<SpecialEvent | Refusal<'event-not-found' | 'precondition-failed'>> =>
      specialEvents.remove(
        eventId,
        (current) => (mayDelete(current) ? undefined : preconditionFailed),
        (before) =>
          recordChange({ now }, actor, {
            operation: 'deleteSpecialEvent',
            subject: eventSubject(before),
            before: eventValues(before),
            after: null,
          }),
      ),

    /**
     * Undoes the deletion of an event: it has the same dates as before, and the tickets that the deletion cancelled are
     * valid again. Returns `event-not-found` when there never was such an event.
     */
    restoreSpecialEvent: (eventId: EventId, actor: Actor): Promise<RestoredSpecialEvent | Refusal<'event-not-found'>> =>
      specialEvents.restore(eventId, (after) =>
        recordChange({ now }, actor, {
          operation: 'restoreSpecialEvent',
          subject: eventSubject(after),
          before: null,
          after: eventValues(after),
        }),
      ),
  }
}

const preconditionFailed = refuse(
  'precondition-failed',
  'The special event has changed since you read it. Read it again, then decide again.',
)

/** How many events are read at a time. */
const chunkSize = 100
