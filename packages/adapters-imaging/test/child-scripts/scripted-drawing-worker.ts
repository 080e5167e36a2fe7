// The module of a worker thread for tests of `drawing-thread.ts`: the request's `museumName` selects what it does. The
// height of the image that it returns is the number of requests that this thread has received.
import { parentPort } from 'node:worker_threads'
import type { DrawingRequest, DrawingResult } from '../../src/worker/drawing-thread.ts'

let received = 0
const respond = (result: DrawingResult) => parentPort!.postMessage(result)
const respondWithImage = () => respond({ image: { width: 1, height: received, rows: new Uint8Array(1) } })

const behaviours: Record<string, () => unknown> = {
  draw: respondWithImage,
  'respond with an error': () => respond({ error: new Error('The font file is missing.') }),
  exit: () => process.exit(3),
  'throw an uncaught error': () => {
    throw new Error('uncaught')
  },
  'exit after a second': () => setTimeout(() => process.exit(3), 1_000),
  'run forever': () => {
    for (;;);
  },
  'draw, then exit': () => {
    respondWithImage()
    setImmediate(() => process.exit(0))
  },
}

parentPort!.on('message', ({ museumName }: DrawingRequest) => {
  received += 1
  behaviours[museumName]!()
})
