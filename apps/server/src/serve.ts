import { randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type ProblemSlug, problemRecord } from '@museum/adapters-http'
import type { Logger } from 'pino'
import type { Composed } from './composition/compose.ts'

/** A request must be here, headers and body, within so many milliseconds. */
const arrival = 8_000
/** Whoever was refused has so many milliseconds to read why and to close. */
const farewell = 2_000
/** By then, in milliseconds, every request that was under way when the server stops has met its deadline. */
const lastAnswer = 11_000

const problemsBelow: Readonly<Record<string, readonly [ProblemSlug, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive completely in time.'],
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers have more than 16 KiB.'],
}
const notHttp = 'The request is not HTTP as this server understands it.'
const malformedHost = 'The Host or the target of the request is malformed.'

const refusedBelow = 'refused before it was a request'

const headersOf = (requestId: string) => ({
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  'X-Request-Id': requestId,
})

/** A problem record as bytes, for a request that never becomes one to the application. */
const rawProblem = (code: string | undefined, requestId: string): string => {
  const [slug, detail] = problemsBelow[code ?? ''] ?? ['validation-failed', notHttp]
  const errors = slug === 'validation-failed' ? [{ pointer: '', code: 'broken-request', detail } as const] : undefined
  const record = problemRecord(slug, requestId, detail, errors)
  const body = JSON.stringify(record)
  const headers = { ...headersOf(requestId), 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
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

/** Serves the API on an address. */
export const serve = async (
  { api }: Pick<Composed, 'api'>,
  host: string,
  port: number,
  log: Logger,
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
  const discarding = new WeakSet<Socket>()
  const underWay = new WeakMap<Socket, Set<ServerResponse>>()
  const refused = new WeakSet<Socket>()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
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
    const { socket } = request
    underWay.set(socket, (underWay.get(socket) ?? new Set()).add(response))
    response.once('finish', () => {
      underWay.get(socket)?.delete(response)
      if (request.complete) return
      // Whoever sends everything before it reads would never see the answer if the connection were cut now.
      discarding.add(socket)
      request.once('end', () => discarding.delete(socket))
      request.removeAllListeners('data').resume()
    })
    void listener(request, response)
  }
  const refuseBelow = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || discarding.has(socket)) {
      if (!refused.has(socket)) socket.destroy()
      return
    }
    // What came whole before it is answered first: this answer would be taken for that one.
    const whole = [...(underWay.get(socket) ?? [])].find(({ req }) => req.complete)
    if (whole !== undefined) {
      whole.once('close', () => refuseBelow(error, socket))
      return
    }
    refused.add(socket)
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
      connectionsCheckingInterval: 1_000,
      // The listener refuses it with a problem record; Node would with nothing.
      requireHostHeader: false,
    },
    answer,
  )
  server.on('clientError', (error, socket) => refuseBelow(error, socket as Socket))
  // Any other expectation than 100-continue is passed over.
  server.on('checkExpectation', answer)
  server.on('connect', (_request, socket) => refuseBelow(new Error('no tunnels here'), socket as Socket))

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { origin: originOf(server), stop: () => stopped(server) }
}

const originOf = (server: Server) => {
  const { address, family, port } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

const stopped = (server: Server) =>
  new Promise<void>((resolve) => {
    // A connection that was busy is idle once it is answered, and would be kept alive.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    // A server that closes no longer watches over what arrives too slowly.
    const last = setTimeout(() => server.closeAllConnections(), lastAnswer)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(last)
      resolve()
    })
    server.closeIdleConnections()
  })
