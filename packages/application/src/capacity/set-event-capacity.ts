import type { Capacity, EventId, EventNotFound } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import { eventSubject } from '../special-events/event-values.ts'
import type { CapacityChange } from './capacity-repository.ts'

/**
 * Limits how many tickets are sold for each date of an event; null: without a limit. Tickets that are sold stay valid, also
 * where they are more. When it returns, no ticket beyond the capacity is sold.
 */
export type SetEventCapacity = (
  eventId: EventId,
  capacity: Capacity | null,
  actor: Actor,
) => Promise<CapacityChange | EventNotFound>

export const setEventCapacity =
  ({ capacities, now }: Pick<MuseumPorts, 'capacities' | 'now'>): SetEventCapacity =>
  (eventId, capacity, actor) =>
    capacities.setForEvent(eventId, capacity, (before) =>
      recordChange({ now }, actor, {
        operation: 'setEventCapacity',
        subject: eventSubject({ eventId }),
        before: { capacity: before },
        after: { capacity },
      }),
    )
