import type { EventId, EventNotFound } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import { eventSubject, eventValues } from './event-values.ts'
import type { RestoredSpecialEvent } from './special-event-repository.ts'

/**
 * Undoes the deletion of an event: it has the dates again that it had when it was deleted, and the tickets that the
 * deletion cancelled are valid again. `event-not-found` when there never was such an event.
 */
export type RestoreSpecialEvent = (eventId: EventId, actor: Actor) => Promise<RestoredSpecialEvent | EventNotFound>

export const restoreSpecialEvent =
  ({ specialEvents, now }: Pick<MuseumPorts, 'specialEvents' | 'now'>): RestoreSpecialEvent =>
  (eventId, actor) =>
    specialEvents.restore(eventId, (after) =>
      recordChange({ now }, actor, {
        operation: 'restoreSpecialEvent',
        subject: eventSubject(after),
        before: null,
        after: eventValues(after),
      }),
    )
