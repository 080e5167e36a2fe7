import { randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { problemRecord } from '@museum/adapters-http'
import type { Logger } from 'pino'
import type { Composed } from './composition/compose.ts'

/** A request must be here, headers and body, within so many milliseconds. */
const arrival = 8_000

const problemsBelow = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'request-timeout',
    'The request did not arrive completely in time.',
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'headers-too-large',
    'The headers have more than 16 KiB.',
  ],
} as const
const brokenRequest = [
  '400 Bad Request',
  'validation-failed',
  'The request is not HTTP as this server understands it.',
] as const

const refusedBelow = 'refused before it was a request'

/** A problem record as bytes, for a request that never becomes one to the application. */
const rawProblem = (error: NodeJS.ErrnoException, requestId: string): string => {
  const known = Object.hasOwn(problemsBelow, error.code ?? '')
  const [statusLine, slug, detail] = known ? problemsBelow[error.code as keyof typeof problemsBelow] : brokenRequest
  const errors = known ? undefined : [{ pointer: '', code: 'broken-request', detail } as const]
  const body = JSON.stringify(problemRecord(slug, requestId, detail, errors))
  return [
    `HTTP/1.1 ${statusLine}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

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
      const detail = 'The Host or the target of the request is malformed.'
      const errors = [{ header: 'Host', code: 'broken-request', detail }] as const
      log.info({ requestId, status: 400 }, refusedBelow)
      const headers = {
        'Content-Type': 'application/problem+json',
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
      }
      return new Response(JSON.stringify(problemRecord('validation-failed', requestId, detail, errors)), {
        status: 400,
        headers,
      })
    },
  })
  const discarding = new WeakSet<Socket>()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS' && request.url === '*') {
      response.writeHead(204, { Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' }).end()
      return
    }
    // HTTP/1.0 needs no Host; several are as good as none.
    if (request.httpVersion === '1.0') request.headers.host ??= 'localhost'
    if ((request.headersDistinct['host']?.length ?? 0) > 1) delete request.headers.host
    response.once('finish', () => {
      if (request.complete) return
      // Whoever sends everything before it reads would never see the answer if the connection were cut now.
      discarding.add(request.socket)
      request.once('end', () => discarding.delete(request.socket))
      request.removeAllListeners('data').resume()
    })
    void listener(request, response)
  }
  const refuseBelow = (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || discarding.has(socket)) {
      socket.destroy()
      return
    }
    const requestId = randomUUIDv7()
    log.info({ requestId, code: error.code }, refusedBelow)
    socket.end(rawProblem(error, requestId))
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
    server.close(() => {
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
  })
