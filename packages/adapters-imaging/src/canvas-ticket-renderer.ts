import type { TicketRenderer } from '@museum/application'
import { drawingThread } from './worker/drawing-thread.ts'
import { png } from './image/encode-png.ts'
import { rememberingTicketRenderer } from './caching-ticket-renderer.ts'

/**
 * Draws tickets as PNG images of 720 pixels in width, for a phone or for paper, with fonts of its own, in a worker
 * thread that all renderers of the process share. Nothing needs to be closed.
 * It rejects with an `Error` when a font is missing; it never draws with a font of the machine instead. It rejects with
 * `Unavailable` when 500 other tickets already wait or the drawing takes longer than 20 s.
 * The images that were asked for last are kept, 16 MiB of them (about 450) unless `rememberedBytes`, 1 or more, says otherwise.
 */
export const canvasTicketRenderer = ({
  museumName,
  rememberedBytes = 16 * 1024 * 1024,
}: Readonly<{ museumName: string; rememberedBytes?: number }>): TicketRenderer =>
  rememberingTicketRenderer({ render: async (ticket) => png(await draw({ ticket, museumName })) }, rememberedBytes)

const draw = drawingThread()
