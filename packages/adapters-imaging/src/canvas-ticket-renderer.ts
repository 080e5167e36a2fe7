import type { TicketRenderer } from '@museum/application'
import { cachingTicketRenderer } from './caching-ticket-renderer.ts'
import { encodePng } from './image/encode-png.ts'
import { drawingThread } from './worker/drawing-thread.ts'

/** The options of `canvasTicketRenderer`. */
export type CanvasTicketRendererOptions = Readonly<{
  /** Printed at the top of every ticket. */
  museumName: string
  /** The size of the cache of images in bytes, 1 or more. The default is 16 MiB, about 450 images. */
  maxCachedBytes?: number
}>

/**
 * Draws tickets as PNG images of 720 pixels in width, for a phone or for paper, with fonts of its own, in a worker
 * thread that all renderers of the process share. It need not be closed.
 * `render` rejects with `Unavailable` when 500 other tickets wait, when the ticket waits longer than 9 s or is drawn for
 * longer than 20 s, or when no thread can be started. It rejects with an `Error` when a font is missing: fonts of the
 * machine are never used.
 */
export const canvasTicketRenderer = ({
  museumName,
  maxCachedBytes = 16 * 1024 * 1024,
}: CanvasTicketRendererOptions): TicketRenderer =>
  cachingTicketRenderer(
    { render: async (ticket, code) => encodePng(await drawTicket({ ticket, code, museumName })) },
    maxCachedBytes,
  )

const drawTicket = drawingThread()
