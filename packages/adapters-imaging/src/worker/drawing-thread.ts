import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Unavailable } from '@museum/application'
import type { Ticket } from '@museum/domain'
import type { PngImage } from '../image/encode-png.ts'

/** A ticket to draw, as the worker thread receives it. */
export type Drawing = Readonly<{ ticket: Ticket; museumName: string }>

/** What the worker thread answers to a `Drawing`. */
export type DrawingResult = Readonly<{ image: PngImage }> | Readonly<{ error: unknown }>

type DrawingThreadOptions = Readonly<{
  /** The module that the worker thread runs: it answers each `Drawing` with a `DrawingResult`. */
  program?: URL
  /** How many tickets may wait while another is drawn. */
  maxWaiting?: number
  /** How long a ticket may wait, in milliseconds: its request is over by then. */
  maxWait?: number
  /** How long one drawing may take, in milliseconds; for the first one this includes the start of the thread. */
  timeLimit?: number
}>

const unavailable = (cause: Error) => new Unavailable('No thread can be started to draw tickets.', { cause })

// Node runs the sources (`.ts`) or the build (`.js`).
const extension = extname(import.meta.url)
const drawingWorker = new URL(`./drawing-worker${extension}`, import.meta.url)
// The process may resolve the workspace's sources without this condition, as Jest does; a worker thread cannot.
const execArgv = extension === '.ts' ? { execArgv: ['--conditions=@museum/source'] } : {}

/**
 * Draws tickets one after another in a worker thread, so that the event loop stays free. The thread starts with the
 * first ticket and keeps no process alive. A thread that fails or exceeds the time limit fails the ticket that it was
 * drawing; the next ticket gets a new thread.
 * The returned function rejects with `Unavailable` when too many tickets wait or the time limit is exceeded, and with
 * the `Error` of the drawing or of the thread when one of them fails.
 */
export const drawingThread = ({
  program = drawingWorker,
  maxWaiting = 500,
  maxWait = 9_000,
  timeLimit = 20_000,
}: DrawingThreadOptions = {}): ((drawing: Drawing) => Promise<PngImage>) => {
  let worker: Worker | undefined
  let current: PromiseWithResolvers<DrawingResult> | undefined

  const startWorker = () => {
    const started = new Worker(program, { name: 'ticket drawing', ...execArgv })
    started.on('message', (result: DrawingResult) => {
      if (started === worker) current?.resolve(result)
    })
    started.on('error', (error: NodeJS.ErrnoException) =>
      // There are no descriptors or no memory for a thread just now.
      abandon(started, error.code === 'ERR_WORKER_INIT_FAILED' ? unavailable(error) : error),
    )
    started.on('exit', (code) => abandon(started, new Error(`The drawing thread exited with code ${code}.`)))
    return started
  }

  const abandon = (failed: Worker, error: unknown) => {
    if (failed !== worker) return
    worker = undefined
    void failed.terminate()
    current?.reject(error)
  }

  const draw = async (drawing: Drawing): Promise<PngImage> => {
    const thread = (worker ??= startWorker())
    const tooLong = new Unavailable(`The drawing of a ticket took longer than ${timeLimit} ms.`)
    const timer = setTimeout(() => abandon(thread, tooLong), timeLimit)
    current = Promise.withResolvers()
    try {
      thread.ref()
      thread.postMessage(drawing)
      const result = await current.promise
      if ('error' in result) throw result.error
      return result.image
    } finally {
      clearTimeout(timer)
      thread.unref()
    }
  }

  let unfinished = 0
  let previous: Promise<unknown> = Promise.resolve()
  return async (drawing) => {
    if (unfinished > maxWaiting) throw new Unavailable(`${maxWaiting} tickets wait to be drawn.`)
    unfinished += 1
    const latestStart = performance.now() + maxWait
    const image = previous.then(() => {
      if (performance.now() > latestStart) throw new Unavailable('Too many tickets waited to be drawn.')
      return draw(drawing)
    })
    previous = image.catch(() => {})
    try {
      return await image
    } finally {
      unfinished -= 1
    }
  }
}
