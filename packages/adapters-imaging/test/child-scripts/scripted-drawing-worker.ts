// A program for the drawing thread that does what the museum's name says. The height of an image is the number of
// drawings that this thread has received.
import { parentPort } from 'node:worker_threads'
import type { Drawing, DrawingResult } from '../../src/worker/drawing-thread.ts'

let received = 0
const answer = (result: DrawingResult) => parentPort!.postMessage(result)
const drawn = (): DrawingResult => ({ image: { width: 1, height: received, rows: new Uint8Array(1) } })

const behaviours: Record<string, () => void> = {
  draw: () => answer(drawn()),
  'report an error': () => answer({ error: new Error('The font file is missing.') }),
  exit: () => process.exit(3),
  'throw outside of the drawing': () => {
    throw new Error('uncaught')
  },
  'run forever': () => {
    for (;;);
  },
  'draw, then exit': () => {
    answer(drawn())
    setImmediate(() => process.exit(0))
  },
}

parentPort!.on('message', ({ museumName }: Drawing) => {
  received += 1
  behaviours[museumName]!()
})
