import { type EventId, type EventNotFound, eventNotFound } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { EventTicketPosition, TicketOfEvent } from './ticket-repository.ts'

/**
 * Returns every ticket of an event, which may be deleted, in ascending order of the date and the ticketId, each as it is when
 * it is read. `event-not-found` when there never was such an event.
 */
export type ExportTickets = (eventId: EventId) => Promise<AsyncIterable<TicketOfEvent> | EventNotFound>

/** How many tickets are read at a time. */
const chunkSize = 500

export const exportTickets =
  ({ tickets, specialEvents }: Pick<MuseumPorts, 'tickets' | 'specialEvents'>): ExportTickets =>
  async (eventId) => {
    const first = await tickets.ofEvent(eventId, undefined, chunkSize)
    return first.length > 0 || (await specialEvents.isKnown(eventId))
      ? following(eventId, first, tickets)
      : eventNotFound(eventId)
  }

async function* following(
  eventId: EventId,
  first: readonly TicketOfEvent[],
  tickets: MuseumPorts['tickets'],
): AsyncIterable<TicketOfEvent> {
  for (let chunk = first; ;) {
    yield* chunk
    const last: EventTicketPosition | undefined = chunk.at(-1)?.ticket
    if (chunk.length < chunkSize) return
    chunk = await tickets.ofEvent(eventId, last, chunkSize)
  }
}
