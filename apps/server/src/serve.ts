import { randomUUIDv7 } from 'node:crypto'
import { type Server, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { problemRecord } from '@museum/adapters-http'
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

/** A problem record as bytes, for a request that never becomes one to the application. */
const rawProblem = (error: NodeJS.ErrnoException): string => {
  const known = Object.hasOwn(problemsBelow, error.code ?? '')
  const [statusLine, slug, detail] = known ? problemsBelow[error.code as keyof typeof problemsBelow] : brokenRequest
  const requestId = randomUUIDv7()
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

const refuseBelow = (error: NodeJS.ErrnoException, socket: Socket) => {
  if (socket.writable && error.code !== 'ECONNRESET') socket.end(rawProblem(error))
  else socket.destroy()
}

/** A server that listens: where, and how to stop it. */
export type Listening = Readonly<{
  origin: string
  /** Takes no new connection, and resolves when every request under way is answered. */
  stop(): Promise<void>
}>

/** Serves the API on an address. */
export const serve = async ({ api }: Pick<Composed, 'api'>, host: string, port: number): Promise<Listening> => {
  const listener = getRequestListener(api.fetch, {
    overrideGlobalObjects: false,
    // A request that no URL can be made of, for the lack of a usable Host.
    errorHandler: () => {
      const requestId = randomUUIDv7()
      const detail = 'The Host or the target of the request is malformed.'
      const record = problemRecord('validation-failed', requestId, detail, [
        { header: 'Host', code: 'broken-request', detail },
      ])
      const headers = {
        'Content-Type': 'application/problem+json',
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
      }
      return new Response(JSON.stringify(record), { status: 400, headers })
    },
  })
  const options = {
    requestTimeout: arrival,
    headersTimeout: arrival,
    connectionsCheckingInterval: 1_000,
    // The listener refuses it with a problem record; Node would with nothing.
    requireHostHeader: false,
  }
  const server = createServer(options, (request, response) => void listener(request, response))
  server.on('clientError', (error, socket) => refuseBelow(error, socket as Socket))
  // Any other expectation than 100-continue is passed over.
  server.on('checkExpectation', (request, response) => void listener(request, response))
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
