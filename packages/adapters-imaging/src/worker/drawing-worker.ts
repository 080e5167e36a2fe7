/** The program of the worker thread that draws tickets (`drawing-thread.ts`). */
import { parentPort } from 'node:worker_threads'
import type { Drawing, DrawingResult } from './drawing-thread.ts'
import { ticketImage } from '../image/compose-image.ts'
import { ticketLayout } from '../drawing/ticket-layout.ts'

const draw = ({ ticket, museumName }: Drawing): DrawingResult => {
  try {
    return { image: ticketImage(ticketLayout(ticket, museumName)) }
  } catch (error) {
    return { error }
  }
}

parentPort!.on('message', (drawing: Drawing) => {
  const result = draw(drawing)
  // The pixels, about 1 MB, are moved to the other thread, not copied.
  parentPort!.postMessage(result, 'image' in result ? [result.image.rows.buffer as ArrayBuffer] : [])
})
