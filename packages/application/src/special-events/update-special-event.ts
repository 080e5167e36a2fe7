import { type EventId, type EventNotFound, SpecialEvent, type SpecialEventChanges } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { changedValues, recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import { eventSubject, eventValues } from './event-values.ts'
import { type Precondition, type PreconditionFailed, preconditionFailed } from './precondition.ts'

/**
 * Changes the given members of an event and returns the updated event. Tickets for a date that the event loses are
 * cancelled. `precondition-failed` when `mayChange` returns false for the event as it is at the change.
 */
export type UpdateSpecialEvent = (
  eventId: EventId,
  changes: SpecialEventChanges,
  actor: Actor,
  mayChange?: Precondition,
) => Promise<SpecialEvent | EventNotFound | PreconditionFailed>

export const updateSpecialEvent =
  ({ specialEvents, now }: Pick<MuseumPorts, 'specialEvents' | 'now'>): UpdateSpecialEvent =>
  (eventId, changes, actor, mayChange = () => true) =>
    specialEvents.update(
      eventId,
      (current) => (mayChange(current) ? SpecialEvent.update(current, changes) : preconditionFailed()),
      (before, after) =>
        recordChange({ now }, actor, {
          operation: 'updateSpecialEvent',
          subject: eventSubject(after),
          ...changedValues(eventValues(before), eventValues(after)),
        }),
    )
