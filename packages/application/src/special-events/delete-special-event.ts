import type { EventId, EventNotFound, SpecialEvent } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import { eventSubject, eventValues } from './event-values.ts'
import { type Precondition, type PreconditionFailed, preconditionFailed } from './precondition.ts'

/**
 * Cancels a planned event, and with it its valid tickets. Returns the deleted event; `precondition-failed` when
 * `mayDelete` returns false for the event as it is at the deletion.
 */
export type DeleteSpecialEvent = (
  eventId: EventId,
  actor: Actor,
  mayDelete?: Precondition,
) => Promise<SpecialEvent | EventNotFound | PreconditionFailed>

export const deleteSpecialEvent =
  ({ specialEvents, now }: Pick<MuseumPorts, 'specialEvents' | 'now'>): DeleteSpecialEvent =>
  (eventId, actor, mayDelete = () => true) =>
    specialEvents.remove(
      eventId,
      (current) => (mayDelete(current) ? undefined : preconditionFailed()),
      (before) =>
        recordChange({ now }, actor, {
          operation: 'deleteSpecialEvent',
          subject: eventSubject(before),
          before: eventValues(before),
          after: null,
        }),
    )
