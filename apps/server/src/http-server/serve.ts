import { randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type ProblemSlug, problemRecord } from '@museum/adapters-http'
import type { Logger } from 'pino'
import type { Composed } from '../composition/compose.ts'
import { unreadAnswers } from './unread-answers.ts'

/** What a client may take of the server; times in milliseconds. */
export const bounds = {
  /** A request must be here, headers and body, within so long: less than its deadline. */
  arrival: 8_000,
  /** A connection between two requests is kept for longer than proxies do (60 s), so that it is they who close it. */
  idle: 65_000,
  /** While a request is under way, so long may pass without a byte moving: whoever stops reading is cut off. */
  stalled: 30_000,
  /** The sum of what clients were answered and may not have read: above it, the oldest connections are reset. */
  unreadBytes: 64 * 1024 * 1024,
  /** Bytes a second: a client that reads more slowly is reset when it was answered more than `uncountedBytes`. */
  slowestReader: 4 * 1024,
  /** An answer with more bytes counts, and the next one is the last of its connection. */
  uncountedBytes: 128 * 1024,
  /** So do smaller ones whose sum on a connection is above this: never, since good clients send many requests on one. */
  uncountedSum: Number.POSITIVE_INFINITY,
  /** An idle one takes up to 10 KB. Whoever needs more than this needs a proxy that keeps them. */
  connections: 10_000,
  /** Browsers and proxies send about thirty. Node would pass over those above 2000 in silence. */
  headers: 100,
  /** So many requests may be sent over a connection without waiting for an answer; hardly a client sends two. */
  pipelined: 32,
  /** The sum of the heads of all requests that wait behind another one on their connection, in characters. */
  pipelinedLength: 16 * 1024 * 1024,
  /** Whoever was refused has so long to read why and to close. */
  farewell: 2_000,
  /** By then every request that was under way when the server stops has met its deadline. */
  lastAnswer: 11_000,
}

const problemsBelow: Readonly<Record<string, readonly [ProblemSlug, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive completely in time.'],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers have more than 16 KiB.'],
  TOO_MANY_CONNECTIONS: ['service-unavailable', 'There are too many connections just now.'],
}
const notHttp = 'The request is not HTTP as this server understands it.'
const malformedHost = 'The Host or the target of the request is malformed.'

const refusedBelow = 'refused before it was a request'

const headersOf = (requestId: string) => ({
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Request-Id': requestId,
})

/** A problem record as bytes, for a request that never becomes one to the application. */
const rawProblem = (code: string | undefined, requestId: string): string => {
  const [slug, detail] = problemsBelow[code ?? ''] ?? ['validation-failed', notHttp]
  const errors = slug === 'validation-failed' ? [{ pointer: '', code: 'broken-request', detail } as const] : undefined
  const record = problemRecord(slug, requestId, detail, errors)
  const body = JSON.stringify(record)
  const headers = {
    ...headersOf(requestId),
    ...(slug === 'service-unavailable' && { 'Retry-After': '2' }),
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  return [
    `HTTP/1.1 ${record.status} ${STATUS_CODES[record.status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'

/** A server that listens: where, and how to stop it. */
export type Listening = Readonly<{
  origin: string
  /** Takes no new connection, and resolves when every request under way is answered. */
  stop(): Promise<void>
}>

/** Serves the API on an address, within bounds. */
export const serve = async (
  { api }: Pick<Composed, 'api'>,
  host: string,
  port: number,
  log: Logger,
  {
    arrival,
    idle,
    stalled,
    unreadBytes,
    slowestReader,
    uncountedBytes,
    uncountedSum,
    connections,
    headers,
    pipelined,
    pipelinedLength,
    farewell,
    lastAnswer,
  } = bounds,
): Promise<Listening> => {
  const listener = getRequestListener(api.fetch, {
    autoCleanupIncoming: false,
    // A request that no URL can be made of, for the lack of a usable Host.
    errorHandler: () => {
      const requestId = randomUUIDv7()
      log.info({ requestId, status: 400 }, refusedBelow)
      const errors = [{ header: 'Host', code: 'broken-request', detail: malformedHost }] as const
      const record = problemRecord('validation-failed', requestId, malformedHost, errors)
      return new Response(JSON.stringify(record), { status: 400, headers: headersOf(requestId) })
    },
  })
  const unread = unreadAnswers({ unreadBytes, uncountedBytes, uncountedSum, slowestReader }, (bytes) =>
    log.info({ bytes }, 'reset a connection: too many answers that clients do not read'),
  )
  const discarding = new WeakSet<Socket>()
  const refused = new WeakSet<Socket>()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.rawHeaders.length / 2 > headers) {
      const requestId = randomUUIDv7()
      log.info({ requestId, status: 431 }, refusedBelow)
      const record = problemRecord('headers-too-large', requestId, `There are more than ${headers} headers.`)
      const body = JSON.stringify(record)
      response.writeHead(431, { ...headersOf(requestId), 'Content-Length': Buffer.byteLength(body) }).end(body)
      return
    }
    if (request.method === 'OPTIONS' && request.url === '*') {
      const requestId = randomUUIDv7()
      log.info({ requestId, method: 'OPTIONS', path: '*', status: 204 }, 'answered')
      const allowed = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'
      response.writeHead(204, { Allow: allowed, 'X-Request-Id': requestId }).end()
      return
    }
    // HTTP/1.0 needs no Host; several are as good as none. (`headersDistinct` would make a second object of all headers.)
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost'
    if (request.rawHeaders.filter((text, n) => n % 2 === 0 && isHost(text)).length > 1) delete request.headers.host
    void listener(request, response)
  }

  let isStopping = false
  /** For each connection, what is to be answered there; the first of them is under way. */
  const queues = new WeakMap<Socket, ServerResponse[]>()
  /** The connections whose answer under way is their last one. */
  const ending = new WeakSet<Socket>()
  /** How long the heads of the requests are that wait behind another one on their connection. */
  const waitingLengths = new WeakMap<ServerResponse, number>()
  let waitingLength = 0
  const startWaiting = (response: ServerResponse, { url = '', rawHeaders }: IncomingMessage) => {
    const length = rawHeaders.reduce((sum, text) => sum + text.length, url.length)
    waitingLengths.set(response, length)
    waitingLength += length
  }
  const stopWaiting = (response: ServerResponse) => {
    waitingLength -= waitingLengths.get(response) ?? 0
    waitingLengths.delete(response)
  }
  // Who sends requests without waiting for the answers is answered one by one: no connection takes more of the server
  // than another. Node would begin all of them at once, ten thousand that came in one packet as well.
  const inTurn = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    // What Node had read before the connection was cut, or what comes after the last answer.
    if (socket.destroyed || socket.writableEnded) return
    let queue = queues.get(socket)
    if (queue === undefined) queues.set(socket, (queue = []))
    // At once, before another answer is given.
    response.once('prefinish', () => unread.answered(socket))
    response.once('finish', () => {
      if (!request.complete) {
        // Whoever sends everything before it reads would never see the answer if the connection were cut now.
        discarding.add(socket)
        request.once('end', () => discarding.delete(socket))
        request.removeAllListeners('data').resume()
      }
      queue.shift()
      const [next] = queue
      // What was only sent ahead is not begun when the server stops or the connection ends.
      if (isStopping) socket.end()
      else if (next !== undefined && !ending.has(socket)) {
        stopWaiting(next)
        answer(next.req, next)
      }
    })
    if (queue.length === 0 && unread.isLastRequest(socket)) {
      response.setHeader('Connection', 'close')
      ending.add(socket)
    }
    if (queue.length > 0) startWaiting(response, request)
    queue.push(response)
    if (queue.length > pipelined || (queue.length > 1 && waitingLength > pipelinedLength)) {
      // Without a problem record: it would be taken for the answer to the first of them.
      log.info({ pipelined: queue.length }, 'cut a connection: too many requests at once')
      socket.destroy()
      return
    }
    if (queue.length === 1) answer(request, response)
  }
  const refuseBelow = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    // What came whole before it is answered first: this answer would be taken for that one.
    const whole = queues.get(socket)?.findLast(({ req }) => req.complete)
    if (whole === undefined) refuse(error, socket)
    else whole.once('close', () => refuse(error, socket))
  }
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || discarding.has(socket)) {
      socket.destroy()
      return
    }
    // It would be kept open for as long as the other side does not close it.
    const given = setTimeout(() => socket.destroy(), farewell)
    socket.once('close', () => clearTimeout(given))
    const requestId = randomUUIDv7()
    log.info({ requestId, code: error.code }, refusedBelow)
    socket.end(rawProblem(error.code, requestId))
  }

  const server = createServer(
    {
      requestTimeout: arrival,
      headersTimeout: arrival,
      keepAliveTimeout: idle,
      connectionsCheckingInterval: 1_000,
      // The listener refuses it with a problem record; Node would with nothing.
      requireHostHeader: false,
    },
    inTurn,
  )
  server.timeout = stalled
  server.on('timeout', (socket) => {
    if (unread.mayBeReading(socket)) socket.setTimeout(stalled)
    // Destroying alone leaves in the kernel what the client does not read.
    else if (unread.mayBeUnread(socket) || socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  })
  let connected = 0
  server.on('connection', (socket) => {
    connected += 1
    socket.once('close', () => {
      connected -= 1
      queues.get(socket)?.forEach(stopWaiting)
    })
    // Node takes its own listener away before it emits `connect`; without one, a reset would end the process.
    socket.on('error', () => {})
    unread.watch(socket)
    if (connected <= connections) return
    refuseBelow(Object.assign(new Error('too many connections'), { code: 'TOO_MANY_CONNECTIONS' }), socket)
    socket.destroySoon()
  })
  server.on('clientError', (error, socket) => refuseBelow(error, socket as Socket))
  // Any other expectation than 100-continue is passed over.
  server.on('checkExpectation', inTurn)
  server.on('connect', (_request, socket) => refuseBelow(new Error('no tunnels here'), socket as Socket))

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const stop = () => {
    isStopping = true
    return stopped(server, lastAnswer)
  }
  return { origin: originOf(server), stop }
}

const originOf = (server: Server) => {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

const stopped = (server: Server, lastAnswer: number) =>
  new Promise<void>((resolve) => {
    // A server that closes no longer watches over what arrives too slowly.
    const last = setTimeout(() => server.closeAllConnections(), lastAnswer)
    server.close(() => {
      clearTimeout(last)
      resolve()
    })
  })
