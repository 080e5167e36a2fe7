import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import type { HttpServerLimits } from './limits.ts'
import type { RequestListener } from './request-listener.ts'

/**
 * Passes pipelined requests to `answer` one at a time. Node would start all of them at once, even ten thousand that
 * arrive in one packet. Connections whose requests exceed a limit are closed.
 */
export const requestQueue = (
  answer: RequestListener,
  { maxPipelined, maxPipelinedLength }: HttpServerLimits,
  log: Logger,
) => {
  /** The queue of each connection; its first response is the one in progress. */
  const queues = new Map<Socket, ServerResponse[]>()
  /** The lengths of the heads of waiting requests. */
  const headLengths = new WeakMap<ServerResponse, number>()
  let waitingLength = 0
  let isStopping = false

  const startWaiting = (response: ServerResponse, { url = '', rawHeaders }: IncomingMessage) => {
    const length = rawHeaders.reduce((sum, text) => sum + text.length, url.length)
    headLengths.set(response, length)
    waitingLength += length
  }
  const stopWaiting = (response: ServerResponse) => {
    waitingLength -= headLengths.get(response) ?? 0
    headLengths.delete(response)
  }
  const queueOf = (socket: Socket) => {
    const present = queues.get(socket)
    if (present !== undefined) return present
    const queue: ServerResponse[] = []
    queues.set(socket, queue)
    socket.once('close', () => {
      queues.delete(socket)
      queue.forEach(stopWaiting)
    })
    return queue
  }

  return {
    /** Answers a request once the earlier requests on its connection are answered. */
    add(request: IncomingMessage, response: ServerResponse) {
      const { socket } = request
      const queue = queueOf(socket)
      if (queue.length > 0) startWaiting(response, request)
      queue.push(response)
      if (isStopping) response.setHeader('Connection', 'close')
      if (queue.length > maxPipelined || (queue.length > 1 && waitingLength > maxPipelinedLength)) {
        // Without problem details: the client would take it for the response to its first request.
        log.info({ pipelined: queue.length }, 'closed a connection: too many pipelined requests')
        socket.destroy()
      } else if (queue.length === 1) answer(request, response)
    },
    /** Must be called when a response has finished: starts the next request of the connection. */
    next(finished: ServerResponse, socket: Socket) {
      const queue = queues.get(socket)
      queue?.shift()
      const next = queue?.[0]
      if (next !== undefined && finished.getHeader('Connection') !== 'close') {
        stopWaiting(next)
        answer(next.req, next)
      }
    },
    /** Whether a request of the connection is not answered yet. */
    isBusy: (socket: Socket) => (queues.get(socket)?.length ?? 0) > 0,
    /** The response to the last request of the connection that has arrived completely and is not answered yet. */
    lastComplete: (socket: Socket) => queues.get(socket)?.findLast(({ req }) => req.complete),
    /** From now on the next response on each connection is the last one: no request that waits behind it is started. */
    stop() {
      isStopping = true
      for (const queue of queues.values())
        queue.find(({ headersSent }) => !headersSent)?.setHeader('Connection', 'close')
    },
  }
}

/** The requests of each connection that are not answered yet. */
export type RequestQueue = ReturnType<typeof requestQueue>
