import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Unavailable, fairQueue } from '@museum/concurrency'
import type { Ticket } from '@museum/domain'
import type { Language } from '@museum/languages'
import type { PngImage } from '../image/encode-png.ts'

/** A message to the worker thread: a ticket to draw, and the content of its QR code. */
export type DrawingRequest = Readonly<{
  ticket: Ticket
  code: string
  museumName: string
  language?: Language
  isRehearsal?: boolean
}>

/** The worker thread's response to a `DrawingRequest`. */
export type DrawingResult = Readonly<{ image: PngImage }> | Readonly<{ error: unknown }>

/** Draws a ticket when it is the user's turn. `drawingThread` lists the errors. */
export type DrawTicket = (request: DrawingRequest, username?: string) => Promise<PngImage>

export type DrawingThreadOptions = Readonly<{
  /** The module that the worker thread runs: it responds to each `DrawingRequest` with a `DrawingResult`. */
  workerModule?: URL
  /** How many tickets may wait while another is drawn. */
  maxQueueLength?: number
  /**
   * How long a ticket may wait before it is drawn, in milliseconds. After that, its request has reached its deadline
   * anyway.
   */
  queueTimeout?: number
  /** How long one drawing may take, in milliseconds; for the first one this includes the start of the thread. */
  drawingTimeout?: number
}>

// `.ts` when Node runs the sources, `.js` when it runs the build.
const extension = extname(import.meta.url)
const drawingWorker = new URL(`./drawing-worker${extension}`, import.meta.url)
// The worker thread needs this condition to resolve the workspace's sources; Jest does not.
const workerOptions = extension === '.ts' ? { execArgv: ['--conditions=@museum/source'] } : {}

/**
 * Returns a function that draws tickets one after another in a worker thread, so that the event loop stays free. The
 * thread starts with the first ticket and does not keep the process alive. When the thread fails or the drawing times
 * out, only the ticket that is being drawn fails, and the next one is drawn in a new thread. Users take turns, so that
 * the tickets of one user do not delay the tickets of other users. The function rejects:
 * - with `Unavailable` when too many tickets wait, and no user has more of them than this one; when the ticket waits or
 *   is drawn for too long; or when no thread can be started;
 * - with the `Error` of the drawing or of the thread when one of them fails.
 */
export const drawingThread = ({
  workerModule = drawingWorker,
  maxQueueLength = 500,
  queueTimeout = 9_000,
  drawingTimeout = 20_000,
}: DrawingThreadOptions = {}): DrawTicket => {
  let worker: Worker | undefined
  let current: PromiseWithResolvers<DrawingResult> | undefined

  const startWorker = () => {
    const started = new Worker(workerModule, { name: 'ticket drawing', ...workerOptions })
    started.on('message', (result: DrawingResult) => {
      if (started === worker) current?.resolve(result)
    })
    started.on('error', (error: NodeJS.ErrnoException) => {
      // The process has run out of file descriptors or memory.
      const couldNotStart = error.code === 'ERR_WORKER_INIT_FAILED'
      const cause = { cause: error }
      discard(started, couldNotStart ? new Unavailable('No thread can be started to draw tickets.', cause) : error)
    })
    started.on('exit', (code) => discard(started, new Error(`The drawing thread exited with code ${code}.`)))
    return started
  }

  const discard = (failed: Worker, error: unknown) => {
    if (failed !== worker) return
    worker = undefined
    void failed.terminate()
    current?.reject(error)
  }

  const draw = async (request: DrawingRequest): Promise<PngImage> => {
    const thread = (worker ??= startWorker())
    const timeoutError = new Unavailable(`The drawing of a ticket took longer than ${drawingTimeout} ms.`)
    const timer = setTimeout(() => discard(thread, timeoutError), drawingTimeout)
    current = Promise.withResolvers()
    try {
      thread.ref()
      thread.postMessage(request)
      const result = await current.promise
      if ('error' in result) throw result.error
      return result.image
    } finally {
      clearTimeout(timer)
      thread.unref()
    }
  }

  const enqueue = fairQueue({
    maxRunning: 1,
    maxWaiting: maxQueueLength,
    maxWait: queueTimeout,
    timers: globalThis,
  })
  return async (request, username = '') => {
    const image = await enqueue(username, () => draw(request))
    if (image === 'queue-full') throw new Unavailable(`${maxQueueLength} tickets are waiting to be drawn.`)
    if (image === 'waited-too-long')
      throw new Unavailable(`The ticket waited longer than ${queueTimeout} ms to be drawn.`)
    return image
  }
}
