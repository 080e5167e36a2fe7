import { type EventId, type EventNotFound, SpecialEvent, type SpecialEventChanges } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { type Precondition, type PreconditionFailed, preconditionFailed } from './precondition.ts'

/**
 * Changes the given members of an event and returns the updated event. Tickets for a date that the event loses are
 * cancelled. `precondition-failed` when `mayChange` returns false for the event as it is at the change.
 */
export type UpdateSpecialEvent = (
  eventId: EventId,
  changes: SpecialEventChanges,
  mayChange?: Precondition,
) => Promise<SpecialEvent | EventNotFound | PreconditionFailed>

export const updateSpecialEvent =
  ({ specialEvents }: Pick<MuseumPorts, 'specialEvents'>): UpdateSpecialEvent =>
  (eventId, changes, mayChange = () => true) =>
    specialEvents.update(eventId, (current) =>
      mayChange(current) ? SpecialEvent.update(current, changes) : preconditionFailed(),
    )
