import type { TicketRenderer } from '@museum/application'
import type { Ticket } from '@museum/domain'
import { LRUCache } from 'lru-cache'

/**
 * Keeps the images that were asked for last, up to that many bytes of them. A ticket that is asked for again is the very
 * same array, so do not write into it. Who asks while a ticket is being drawn waits for that image; a failure is not
 * kept.
 */
export const rememberingTicketRenderer = (renderer: TicketRenderer, maxBytes: number): TicketRenderer => {
  const images = new LRUCache<string, Uint8Array, { ticket: Ticket }>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_key, _stale, { context }) => renderer.render(context.ticket),
    // A drawing that is pushed out before it is done is still awaited.
    ignoreFetchAbort: true,
  })
  return { render: async (ticket) => (await images.fetch(wordsOn(ticket), { context: { ticket } }))! }
}

/** All that the image of a ticket shows. */
const wordsOn = (ticket: Ticket) =>
  JSON.stringify([
    ticket.ticketId,
    ticket.confirmationCode,
    ticket.ticketDate,
    ...(ticket.ticketType === 'event' ? [ticket.event.name, ticket.event.location] : []),
  ])
