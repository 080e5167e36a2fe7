import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import type { WebhookRequest } from '@museum/application'

/** A request as a receiver got it. `serverName` is the name in the TLS handshake. */
type ReceivedRequest = Readonly<{
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: string
  serverName: string | undefined
}>

const open = new Set<() => Promise<unknown>>()

/** Closes all receivers. */
export const closeReceivers = async () => {
  await Promise.all([...open].map((close) => close()))
  open.clear()
}

const listen = async (server: Server, host = '127.0.0.1') => {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  server.listen(0, host)
  await once(server, 'listening')
  const close = async () => {
    const closed = server.listening ? once(server, 'close') : undefined
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  open.add(close)
  const { port } = server.address() as AddressInfo
  return { port, close, connections: () => connections, sockets }
}

/** A receiver without HTTP, on 127.0.0.1. */
export const aRawReceiver = (onConnection: (socket: Socket) => void) => listen(net.createServer(onConnection))

/**
 * A receiver that stores each request and then answers with `respond`, by default with 204. It takes HTTP, or HTTPS with a key
 * and a certificate.
 */
export const aReceiver = async (
  respond: RequestListener = (_request, response) => void response.writeHead(204).end(),
  { tls, host }: { tls?: Readonly<{ key: string; cert: string }>; host?: string } = {},
) => {
  const requests: ReceivedRequest[] = []
  const receive = async (request: IncomingMessage, response: Parameters<RequestListener>[1]) => {
    const body = await text(request)
    const { servername } = request.socket as { servername?: string }
    const { method, url, headers } = request
    requests.push({ method, path: url, headers, body, serverName: servername })
    respond(request, response)
  }
  const listener: RequestListener = (request, response) => void receive(request, response)
  const server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener)
  return { ...(await listen(server, host)), requests }
}

/** A key, and a certificate for `receiver.example` that it signs. */
export const aCertificate = async (notAfterDate = new Date(Date.now() + 86_400_000)) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'receiver.example' }], {
    algorithm: 'sha256',
    notBeforeDate: new Date(notAfterDate.getTime() - 2 * 86_400_000),
    notAfterDate,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'receiver.example' }] }],
  })
  return { key, cert }
}

/** A message to a receiver. */
export const aMessage = (url: string, changes: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url,
  messageId: 'msg_2b1f',
  body: '{"type":"museum-hours.changed"}',
  secrets: [],
  ...changes,
})
