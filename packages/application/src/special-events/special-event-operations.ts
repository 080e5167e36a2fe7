import {
  type Capacity,
  EventId,
  Price,
  type Refusal,
  SpecialEvent,
  type SpecialEventChanges,
  type SpecialEventDraft,
  refuse,
  refuseFaults,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type AuditedValues, changedValues, recordChange } from '../audit/audit-entry.ts'
import { oncePerKey } from '../idempotency/once-per-key.ts'
import type { ListRequest, Page, PeriodQuery } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import type { DeletedEvent, ImportOutcome, ImportedEvent, RestoredSpecialEvent } from './special-event-repository.ts'

/**
 * One row of a file of special events. `givenId` is the eventId in the file, if the row has one; without `capacity`, the places are
 * not limited.
 */
export type ImportRow = Readonly<{ draft: SpecialEventDraft; capacity?: Capacity; givenId?: EventId }>

/**
 * A condition that the event must meet when it is changed. It is called while no other transaction can change the
 * event.
 */
export type Precondition = (current: SpecialEvent) => boolean

export const specialEventOperations = ({
  specialEvents,
  idempotencyRecords,
  now,
  today,
  newId,
  currency,
}: MuseumPorts) => {
  /** The refusal of an event with a price that is finer than the smallest unit of the currency. */
  const priceRefusal = ({ price }: Pick<SpecialEventDraft, 'price'>): Refusal<'validation-failed'> | undefined => {
    const fault = Price.faultIn(price, currency)
    return fault && refuseFaults({ member: 'price', ...fault })
  }
  /** Makes a special event under a new identifier, and its audit entry, which names `operation`. */
  const newSpecialEvent = (draft: SpecialEventDraft, actor: Actor, operation: string, capacity?: Capacity) => {
    const event = { ...SpecialEvent.create(EventId(newId()), draft), ...(capacity !== undefined && { capacity }) }
    const subject = { kind: 'special-event', id: event.eventId } as const
    const after = { ...eventValues(event), ...(capacity !== undefined && { capacity }) }
    return { event, entry: recordChange({ now }, actor, subject, operation, { after }) }
  }
  function* importedEvents(rows: Iterable<ImportRow>, actor: Actor): Iterable<ImportedEvent> {
    const keyOf = importKeys()
    for (const { draft, capacity, givenId } of rows) {
      const refusal = priceRefusal(draft)
      if (refusal !== undefined) throw new TypeError(refusal.because)
      const { event, entry } = newSpecialEvent(draft, actor, 'importSpecialEvents', capacity)
      yield { event, entry, importKey: keyOf(draft, capacity), ...(givenId !== undefined && { givenId }) }
    }
  }

  return {
    /**
     * Adds a special event under a new identifier, and returns the event. `validation-failed` for a price that is finer than the
     * currency.
     */
    createSpecialEvent: oncePerKey<SpecialEventDraft, SpecialEvent, Refusal<'validation-failed'>, Actor>(
      idempotencyRecords,
      async (draft, actor, keyed) => {
        const refusal = priceRefusal(draft)
        if (refusal !== undefined) return refusal
        const { event, entry } = newSpecialEvent(draft, actor, 'createSpecialEvent')
        return specialEvents.add(event, entry, keyed && { ...keyed.request, answer: keyed.render(event) })
      },
    ),

    /**
     * Adds the special events of a file, each under a new identifier. Stores several at a time, and yields their
     * outcomes, in the order of the rows, when they are durable. A file may be imported again, also after an
     * interruption. A row creates nothing if its content was imported before, or if its `givenId` is the eventId of an
     * event that exists or was deleted. Equal rows of one file create different events.
     * With `isDryRun`, it stores nothing, and yields the outcomes that the rows would have now. Throws a `TypeError` at a row
     * whose price is finer than the currency: the rows are checked before.
     */
    importSpecialEvents: (
      rows: Iterable<ImportRow>,
      actor: Actor,
      options: Readonly<{ isDryRun?: boolean }> = {},
    ): AsyncIterable<readonly ImportOutcome[]> => specialEvents.addImported(importedEvents(rows, actor), options),

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
      (await specialEvents.find(eventId)) ?? SpecialEvent.notFound(eventId),

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
          return (updated.price === current.price ? undefined : priceRefusal(updated)) ?? updated
        },
        (before, after) =>
          recordChange(
            { now },
            actor,
            { kind: 'special-event', id: after.eventId },
            'updateSpecialEvent',
            changedValues(eventValues(before), eventValues(after)),
          ),
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
          recordChange({ now }, actor, { kind: 'special-event', id: before.eventId }, 'deleteSpecialEvent', {
            before: eventValues(before),
          }),
      ),

    /**
     * Undoes the deletion of an event: it has the same dates as before, and the tickets that the deletion cancelled are
     * valid again. Returns `event-not-found` when there never was such an event.
     */
    restoreSpecialEvent: (eventId: EventId, actor: Actor): Promise<RestoredSpecialEvent | Refusal<'event-not-found'>> =>
      specialEvents.restore(eventId, (after) =>
        recordChange({ now }, actor, { kind: 'special-event', id: after.eventId }, 'restoreSpecialEvent', {
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

/** The members of an event in audit entries: the members of a response body, without the eventId. */
const eventValues = (event: SpecialEvent): AuditedValues => ({
  name: event.name,
  location: event.location,
  eventDescription: event.eventDescription,
  dates: SpecialEvent.datesOf(event),
  price: Price.toAmount(event.price),
})

/**
 * Makes the import keys of the rows of one file. A key identifies the content of a row, and how many rows with the same
 * content come before it.
 */
const importKeys = () => {
  const counts = new Map<string, number>()
  return ({ name, location, eventDescription, dates, price }: SpecialEventDraft, capacity?: Capacity): string => {
    // This form is released: with another one, an import would create again every event that was imported before.
    const content = JSON.stringify([
      name,
      location,
      eventDescription,
      dates,
      price,
      ...(capacity === undefined ? [] : [capacity]),
    ])
    const count = counts.get(content) ?? 0
    counts.set(content, count + 1)
    return `${count} ${content}`
  }
}
