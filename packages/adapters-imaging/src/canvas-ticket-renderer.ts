import type { TicketRenderer } from '@museum/application'
import { closestLanguage } from '@museum/languages'
import { cachingTicketRenderer } from './caching-ticket-renderer.ts'
import { encodePng } from './image/encode-png.ts'
import { drawingThread } from './worker/drawing-thread.ts'

/** The options of `canvasTicketRenderer`. */
export type CanvasTicketRendererOptions = Readonly<{
  /** The size of the cache of images in bytes, 1 or more. The default is 16 MiB, about 450 images. */
  maxCachedBytes?: number
  /** Whether every ticket says that it is not valid, since this is a rehearsal; by default not. */
  isRehearsal?: boolean
}>

/**
 * Draws tickets as PNG images, 720 pixels wide, for a phone or for paper. It uses its own fonts, and a worker thread
 * that all renderers of the process share. It need not be closed. Users take turns. `render` rejects:
 * - with `Unavailable` when 500 other tickets wait, and no user has more of them than this one; when the ticket waits
 *   for more than 9 s, or takes more than 20 s to draw; or when no thread can be started;
 * - with an `Error` when a font is missing, since the fonts of the machine are never used.
 */
export const canvasTicketRenderer = ({
  maxCachedBytes = 16 * 1024 * 1024,
  isRehearsal = false,
}: CanvasTicketRendererOptions = {}): TicketRenderer =>
  cachingTicketRenderer(
    {
      render: async (ticket, code, { museumName, language: tag }, username) => {
        const language = closestLanguage(tag) ?? 'en'
        return encodePng(await drawTicket({ ticket, code, museumName, language, isRehearsal }, username))
      },
    },
    maxCachedBytes,
  )

const drawTicket = drawingThread()
