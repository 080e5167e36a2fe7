/** The module that the worker thread of `drawing-thread.ts` runs. */
import { parentPort } from 'node:worker_threads'
import { ticketLayout } from '../drawing/ticket-layout.ts'
import { composeImage } from '../image/compose-image.ts'
import type { DrawingRequest, DrawingResult } from './drawing-thread.ts'

const draw = ({ ticket, code, museumName, language, isRehearsal }: DrawingRequest): DrawingResult => {
  try {
    return { image: composeImage(ticketLayout(ticket, code, museumName, language, isRehearsal)) }
  } catch (error) {
    return { error }
  }
}

parentPort!.on('message', (request: DrawingRequest) => {
  const result = draw(request)
  // The pixels, about 1 MB, are transferred to the main thread, not copied.
  parentPort!.postMessage(result, 'image' in result ? [result.image.rows.buffer] : [])
})
