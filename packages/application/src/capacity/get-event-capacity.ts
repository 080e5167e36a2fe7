import { type Capacity, type EventId, type EventNotFound, eventNotFound } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** Returns how many tickets are sold at most for each date of an event; null: not limited. */
export type GetEventCapacity = (eventId: EventId) => Promise<Readonly<{ capacity: Capacity | null }> | EventNotFound>

export const getEventCapacity =
  ({ specialEvents }: Pick<MuseumPorts, 'specialEvents'>): GetEventCapacity =>
  async (eventId) => {
    const event = await specialEvents.find(eventId)
    return event === undefined ? eventNotFound(eventId) : { capacity: event.limit?.capacity ?? null }
  }
