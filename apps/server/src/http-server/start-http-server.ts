import { type Server, createServer } from 'node:http'
import { type Socket, Server as NetServer } from 'node:net'
import { type IdleConnections, idleConnections } from './idle-connections.ts'
import { incompleteRequests, keepOpenWhile } from './incomplete-requests.ts'
import { type HttpServerLimits, httpServerLimits } from './limits.ts'
import { type ListenAt, listen, originOf } from './listen.ts'
import type { Rejecting } from './raw-problem.ts'
import { connectionLimit, connectionRejection } from './rejection.ts'
import { type Fetch, type RequestListener, requestListener } from './request-listener.ts'
import { requestQueue } from './request-queue.ts'
import { unreadResponses } from './unread-responses.ts'

export type HttpServerOptions = Rejecting &
  Readonly<{
    at: ListenAt
    /** Called for each connection that is refused because too many are open. */
    onConnectionRefused?: (() => void) | undefined
    limits?: HttpServerLimits
  }>

export type HttpServer = Readonly<{
  /** `http://127.0.0.1:8080`, for example. */
  origin: string
  /**
   * Accepts no new connection, and resolves when every request in progress is answered and every connection is closed. The
   * next response on each connection says that it is the last one.
   */
  stop: () => Promise<void>
}>

/** Starts a server that answers with a `fetch` function. Rejects as `listen` does. */
export const startHttpServer = async (fetch: Fetch, options: HttpServerOptions): Promise<HttpServer> => {
  const { at, log, onConnectionRefused, limits = httpServerLimits } = options
  const incomplete = incompleteRequests()
  const unread = unreadResponses(limits, log)
  const queue = requestQueue(requestListener(fetch, limits.maxHeaders, options), limits, log)
  const idle = idleConnections(limits.stopIdleTimeout, queue.isBusy)
  const reject = connectionRejection(queue, incomplete, limits.closeTimeout, options)
  const limitConnections = connectionLimit(limits.maxConnections, reject, log, onConnectionRefused)

  const onRequest: RequestListener = (request, response) => {
    const { socket } = request
    // Node still emits requests that it read before the connection was closed, and those after the last response.
    if (socket.destroyed || socket.writableEnded) return
    if (!queue.isBusy(socket) && unread.beginRequest(socket)) response.setHeader('Connection', 'close')
    // 'prefinish' is emitted by `response.end()`, 'finish' not before the kernel has taken the whole response.
    response.once('prefinish', () => {
      unread.endResponse(socket)
      incomplete.discardRest(request)
    })
    response.once('finish', () => {
      queue.next(response, socket)
      idle.endResponse(socket)
    })
    queue.add(request, response)
  }

  const server = createServer(
    {
      requestTimeout: limits.requestTimeout,
      headersTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: 1_000,
      // `requestListener` answers a missing Host with problem details; Node would answer with an empty body.
      requireHostHeader: false,
    },
    onRequest,
  )
  server.timeout = limits.inactivityTimeout
  server.on('timeout', (socket) => {
    if (unread.mayBeReading(socket)) socket.setTimeout(limits.inactivityTimeout)
    // Destroying a socket leaves unread bytes in the kernel; a reset drops them.
    else if (unread.mayBeUnread(socket) || socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  })
  server.on('connection', (socket) => {
    // Node removes its own listener before it emits `connect`. Without a listener, a reset would end the process.
    socket.on('error', () => {})
    keepOpenWhile(() => unread.mayBeUnread(socket) || incomplete.isDiscarding(socket), socket)
    unread.watch(socket)
    idle.watch(socket)
    limitConnections(socket)
  })
  server.on('clientError', (error, socket) => reject(error, socket as Socket))
  // Expectations other than 100-continue are ignored.
  server.on('checkExpectation', onRequest)
  server.on('connect', (_request, socket) => reject(new Error('CONNECT is not supported'), socket as Socket))

  await listen(server, at)
  const stop = () => {
    queue.stop()
    return closeServer(server, idle, limits.shutdownTimeout)
  }
  return { origin: originOf(server), stop }
}

const closeServer = (server: Server, idle: IdleConnections, timeout: number) =>
  new Promise<void>((resolve) => {
    const stopClosing = idle.startClosing()
    // Not `closeAllConnections`, which leaves out connections with CONNECT.
    const timer = setTimeout(idle.closeAll, timeout)
    // `close` of an HTTP server closes its idle connections at once.
    NetServer.prototype.close.call(server, () => {
      stopClosing()
      clearTimeout(timer)
      resolve()
    })
  })
