import type { EventId, EventNotFound, SpecialEvent } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { type Precondition, type PreconditionFailed, preconditionFailed } from './precondition.ts'

/**
 * Cancels a planned event, and with it its valid tickets. Returns the deleted event; `precondition-failed` when
 * `mayDelete` returns false for the event as it is at the deletion.
 */
export type DeleteSpecialEvent = (
  eventId: EventId,
  mayDelete?: Precondition,
) => Promise<SpecialEvent | EventNotFound | PreconditionFailed>

export const deleteSpecialEvent =
  ({ specialEvents }: Pick<MuseumPorts, 'specialEvents'>): DeleteSpecialEvent =>
  (eventId, mayDelete = () => true) =>
    specialEvents.remove(eventId, (current) => (mayDelete(current) ? undefined : preconditionFailed()))
