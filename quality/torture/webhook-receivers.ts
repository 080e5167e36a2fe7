import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '@museum/client'
import type { Arrival, MessageHistory } from './message-history.ts'
import { randomBetween, randomItem } from './random.ts'
import { startWorkers } from './start-workers.ts'

/** The longest time after which a late response follows, in milliseconds. */
const maxLateness = 3_000

/** How a receiver that is not well responds. `taken` and `late` are whole responses with 2xx. */
const behaviours = [
  'taken',
  'taken',
  'late',
  'late error',
  'hangs',
  'half',
  'error',
  'busy',
  'redirects',
  'resets',
] as const

/**
 * Starts two receivers on this machine, which record what arrives. One is always well; the other refuses connections at times, and
 * responds in all the ways that receivers have, until it is well.
 */
export const startReceivers = async ({ arrivals, webhooks }: MessageHistory) => {
  let isWell = false
  const record = async (path: string, headers: IncomingHttpHeaders, body: string, receivedAt: number) => {
    const webhook = webhooks.find((each) => each.path === path)
    const keys = webhook === undefined ? [] : [webhook.secret, webhook.publicKey]
    const verified = await Promise.all(keys.map((key) => verifyWebhook(body, headers, key)))
    const { type, timestamp, ...members } = JSON.parse(body) as Record<string, string>
    const kind = type!.startsWith('special-event.') ? 'eventId' : type!.startsWith('order.') ? 'orderId' : 'ticketId'
    const arrival: Arrival = {
      path,
      messageId: String(headers['webhook-id']),
      type: type!,
      subjectId: members[kind] ?? '',
      changedAt: Date.parse(timestamp!),
      isSigned: verified.length > 0 && verified.every((message) => message !== undefined),
      age: performance.timeOrigin + receivedAt - Number(headers['webhook-timestamp']) * 1_000,
      receivedAt,
    }
    arrivals.push(arrival)
    return arrival
  }
  const take = (arrival: Arrival, response: ServerResponse) => {
    arrival.takenAt = performance.now()
    response.writeHead(204).end()
  }
  const well = await listen(async (path, request, response) => {
    const receivedAt = performance.now()
    take(await record(path, request.headers, await text(request), receivedAt), response)
  })
  const bad = await listen(async (path, request, response) => {
    const receivedAt = performance.now()
    const arrival = await record(path, request.headers, await text(request), receivedAt)
    const late = () => sleep(randomBetween(200, maxLateness))
    switch (isWell ? 'taken' : randomItem(behaviours)) {
      case 'late':
        await late()
        take(arrival, response)
        break
      case 'late error':
        await late()
        response.writeHead(500).end()
        break
      case 'hangs':
        break
      case 'half':
        response.writeHead(200, { 'content-length': 100 }).write('half')
        await sleep(50)
        request.socket.destroy()
        break
      case 'error':
        response.writeHead(500).end('error')
        break
      case 'busy':
        response.writeHead(503, { 'retry-after': '1' }).end()
        break
      case 'redirects':
        response.writeHead(307, { location: `${well.origin}/redirected` }).end()
        break
      case 'resets':
        request.socket.resetAndDestroy()
        break
      default:
        take(arrival, response)
    }
  })
  let stopRefusals = async () => {}
  return {
    wellOrigin: well.origin,
    badOrigin: bad.origin,
    /** From now on the bad receiver is bad again. */
    fallIll() {
      isWell = false
      stopRefusals = startWorkers(1, async () => {
        await sleep(randomBetween(300, 900))
        if (!isWell) await bad.refuse(randomBetween(100, 400))
      })
    },
    /** Has the bad receiver respond well from now on, and ends the connections of requests that it has not answered. */
    async recover() {
      isWell = true
      await stopRefusals()
      bad.disconnect()
    },
    close: () => Promise.all([well.close(), bad.close()]),
  }
}

const listen = async (respond: (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>) => {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    // The server that sent it may have been killed meanwhile.
    respond(request.url!.slice(1), request, response).catch(() => request.socket.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const start = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const disconnect = () => sockets.forEach((socket) => socket.destroy())
  const close = async () => {
    server.close()
    disconnect()
    await once(server, 'close')
  }
  await start(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    disconnect,
    close,
    /** Ends all connections, and refuses others for some milliseconds. */
    async refuse(milliseconds: number) {
      await close()
      await sleep(milliseconds)
      await start(port)
    },
  }
}
