import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { type HttpServerLimits, httpServerLimits } from '../src/http-server/limits.ts'
import { startHttpServer } from '../src/http-server/start-http-server.ts'
import { connectTo } from './sockets.ts'

const sockets: Socket[] = []
const stops: (() => Promise<void>)[] = []

/** Closes the connections and servers of a test: call it after each. */
export const closeHttpServers = async (): Promise<void> => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const stop of stops.splice(0)) await stop()
}

/** A GET request as text; each header ends in CRLF. */
export const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
/** A request for a response with a body of 400,000 bytes, or of `bytes`. */
export const getFile = (name: string, headers = '', bytes = 400_000): string => get(`/file/${name}/${bytes}`, headers)
/** The header that asks the server to close the connection after the response. */
export const connectionClose = 'Connection: close\r\n'

/**
 * A server with these limits and some routes:
 * - `/turn/NAME` responds with `<NAME>`, in the next turn of the event loop;
 * - `/echo` responds with the body of the request; `/refuse` responds 403 before it reads the body;
 * - `/file/NAME/BYTES` responds with BYTES bytes;
 * - `/until-closed/NAME` responds when its connection is closed;
 * - `/together/COUNT` responds to COUNT requests at once, each with 400,000 bytes, when all of them have arrived.
 */
export const anHttpServer = async (limits: Partial<HttpServerLimits> = {}) => {
  /** The names of the `/turn` requests that were started, and the greatest number of them at the same time. */
  const started: string[] = []
  const running = { now: 0, max: 0 }
  /** `answering NAME`, `closed NAME` of `/file`, and `closed NAME` of `/until-closed`, when the server has noted it. */
  const events = new EventEmitter()
  const followed = new WeakSet<Socket>()
  const together: Socket[] = []
  const allTogether = Promise.withResolvers<void>()
  const logLines: string[] = []
  /** The number of answered `/together` requests at each line of the log. */
  const answeredAtLogLine: number[] = []
  const write = (line: string) => {
    logLines.push(line)
    answeredAtLogLine.push(together.filter(({ bytesWritten }) => bytesWritten > 0).length)
  }
  const api = new Hono<{ Bindings: HttpBindings }>()
    .get('/turn/:name', async (c) => {
      started.push(c.req.param('name'))
      running.max = Math.max(running.max, (running.now += 1))
      await new Promise((resolve) => setImmediate(resolve))
      running.now -= 1
      return c.text(`<${c.req.param('name')}>`)
    })
    .post('/refuse', (c) => c.text('<refused>', 403))
    .post('/echo', async (c) => c.text(`<${await c.req.text()}>`))
    .get('/file/:name/:bytes', (c) => {
      const name = c.req.param('name')
      const { socket } = c.env.incoming
      if (!followed.has(socket)) socket.once('close', () => events.emit(`closed ${name}`))
      followed.add(socket)
      queueMicrotask(() => events.emit(`answering ${name}`))
      return c.body('x'.repeat(Number(c.req.param('bytes'))))
    })
    .get('/until-closed/:name', async (c) => {
      started.push(c.req.param('name'))
      await once(c.env.incoming.socket, 'close')
      setImmediate(() => events.emit(`closed ${c.req.param('name')}`))
      return c.body(null)
    })
    .get('/together/:count', async (c) => {
      together.push(c.env.incoming.socket)
      if (together.length === Number(c.req.param('count'))) allTogether.resolve()
      await allTogether.promise
      return c.body('x'.repeat(400_000))
    })
  const { origin, stop } = await startHttpServer(api.fetch as Parameters<typeof startHttpServer>[0], {
    at: { host: '127.0.0.1', port: 0 },
    log: pino({ base: null, timestamp: false }, { write }),
    // The connections of `fetch` stay open.
    limits: { ...httpServerLimits, stopIdleTimeout: 0, ...limits },
  })
  stops.push(stop)

  /** A client, and the text that it has received. */
  const connectClient = () => {
    const client = connectTo(origin)
    sockets.push(client.socket)
    client.socket.on('error', () => {})
    return client
  }
  /**
   * A client that sends a request for `/file/NAME` and does not read, once the server has answered it. `ends` says when
   * it closes its side of the connection.
   */
  const connectSilentClient = async (
    name: string,
    request: string,
    ends: 'with the request' | 'after the response' | 'never' = 'never',
  ) => {
    const answering = once(events, `answering ${name}`)
    const { socket } = connectClient()
    socket.pause()
    if (ends === 'with the request') socket.end(request)
    else socket.write(request)
    await answering
    if (ends === 'after the response') socket.end()
    return socket
  }
  /** The text of a response, on a connection of its own. */
  const fetchText = async (path: string) =>
    (await fetch(`${origin}${path}`, { headers: { connection: 'close' } })).text()
  return {
    origin,
    stop,
    started,
    running,
    events,
    logLines,
    answeredAtLogLine,
    connectClient,
    connectSilentClient,
    fetchText,
  }
}
