import type { TicketRenderer, TicketStyle } from '@museum/application'
import type { Ticket } from '@museum/domain'
import { LRUCache } from 'lru-cache'

/**
 * Wraps a renderer and caches the images that were used last, up to `maxBytes` in all. A cached image is the same array
 * each time: callers must not write into it. Requests of a user for a ticket that is being drawn share one drawing. A
 * failed drawing is not cached.
 */
export const cachingTicketRenderer = (renderer: TicketRenderer, maxBytes: number): TicketRenderer => {
  const images = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  })
  const drawings = new Map<string, Promise<Uint8Array>>()
  return {
    async render(ticket, code, style, username = '') {
      const imageKey = shownFields(ticket, code, style)
      const cached = images.get(imageKey)
      if (cached !== undefined) return cached
      // Users do not share a drawing. Otherwise a request would wait or be rejected because another user has many
      // requests.
      const drawingKey = JSON.stringify([username, imageKey])
      const draw = async () => {
        const image = await renderer.render(ticket, code, style, username)
        images.set(imageKey, image)
        return image
      }
      const drawing = drawings.get(drawingKey) ?? draw().finally(() => drawings.delete(drawingKey))
      drawings.set(drawingKey, drawing)
      return drawing
    },
  }
}

/** The cache key: all values that the image shows. */
const shownFields = (ticket: Ticket, code: string, { museumName, language }: TicketStyle) =>
  JSON.stringify([
    code,
    museumName,
    language,
    ticket.ticketId,
    ticket.confirmationCode,
    ticket.ticketDate,
    ticket.entryTime,
    ticket.priceCategory?.name,
    ...(ticket.event ? [ticket.event.name, ticket.event.location] : []),
  ])
