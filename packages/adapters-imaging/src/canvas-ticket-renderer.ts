import type { TicketRenderer } from '@museum/application'
import { png } from './png.ts'
import { rememberingTicketRenderer } from './remembering-ticket-renderer.ts'

/**
 * Draws tickets as PNG images of 720 pixels in width, for a phone or for paper, with fonts of its own.
 * It rejects with an `Error` when a font is missing; it never draws with a font of the machine instead.
 * The images that were asked for last are kept, 16 MiB of them (about 450) unless `rememberedBytes`, 1 or more, says otherwise.
 */
export const canvasTicketRenderer = ({
  museumName,
  rememberedBytes = 16 * 1024 * 1024,
}: Readonly<{ museumName: string; rememberedBytes?: number }>): TicketRenderer =>
  rememberingTicketRenderer(
    {
      async render(ticket) {
        const { ticketImage, ticketLayout } = await drawing()
        return png(ticketImage(ticketLayout(ticket, museumName)))
      },
    },
    rememberedBytes,
  )

// The canvas and the fonts are a third of the memory of a server at rest: they are read with the first image.
const drawing = async () => ({ ...(await import('./ticket-image.ts')), ...(await import('./ticket-layout.ts')) })
