import type { TicketRenderer } from '@museum/application'
import type { Ticket } from '@museum/domain'
import { LRUCache } from 'lru-cache'

/**
 * Wraps a renderer and caches the images that were used last, up to `maxBytes` in all. A cached image is the same array
 * each time: callers must not write into it. Requests for a ticket that is being drawn share one drawing. A failed
 * drawing is not cached.
 */
export const cachingTicketRenderer = (renderer: TicketRenderer, maxBytes: number): TicketRenderer => {
  const images = new LRUCache<string, Uint8Array, { ticket: Ticket; code: string }>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_key, _stale, { context }) => renderer.render(context.ticket, context.code),
    // An entry that is evicted while it is drawn still resolves for the callers that wait for it.
    ignoreFetchAbort: true,
  })
  return {
    render: async (ticket, code) => (await images.fetch(shownFields(ticket, code), { context: { ticket, code } }))!,
  }
}

/** The cache's key: all fields that the image shows. */
const shownFields = (ticket: Ticket, code: string) =>
  JSON.stringify([
    code,
    ticket.ticketId,
    ticket.confirmationCode,
    ticket.ticketDate,
    ...(ticket.ticketType === 'event' ? [ticket.event.name, ticket.event.location] : []),
  ])
