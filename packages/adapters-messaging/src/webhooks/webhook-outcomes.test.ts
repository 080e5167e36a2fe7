import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { aMessage, aRawReceiver, aReceiver, closeReceivers } from '../../test/receivers.ts'
import { type WebhookSenderOptions, webhookSender } from '../index.ts'

afterEach(closeReceivers)

const aSender = (options: Partial<WebhookSenderOptions> = {}) =>
  webhookSender({ privateAddresses: 'allow', ...options })
const urlOf = ({ port }: Readonly<{ port: number }>, path = '/') => `http://127.0.0.1:${port}${path}`

/** The outcome of a message to a receiver that responds so. */
const outcomeWith = async (respond: RequestListener, options: Partial<WebhookSenderOptions> = {}) =>
  aSender(options).send(aMessage(urlOf(await aReceiver(respond))))

/** The outcome of a message to a receiver that writes this text when it gets the message, and then perhaps ends. */
const outcomeOfText = async (text: string, then: 'ends' | 'resets' | 'waits', timeLimit = 10_000) => {
  const receiver = await aRawReceiver((socket) =>
    socket.once('data', () =>
      socket.write(text, () => {
        if (then === 'ends') socket.end()
        if (then === 'resets') setTimeout(() => socket.resetAndDestroy(), 20)
      }),
    ),
  )
  return aSender({ timeLimit }).send(aMessage(urlOf(receiver)))
}

describe('an attempt to deliver a message', () => {
  it('is a POST of the JSON text to the path of the URL, with the headers', async () => {
    const receiver = await aReceiver()
    await aSender().send(aMessage(urlOf(receiver, '/in?museum=%20'), { body: '{"name":"Rêve"}' }))
    const [request] = receiver.requests
    expect(request).toMatchObject({ method: 'POST', path: '/in?museum=%20', body: '{"name":"Rêve"}' })
    expect(request!.headers).toMatchObject({
      host: `127.0.0.1:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': '16',
      'user-agent': 'museum-webhooks',
      'webhook-id': 'msg_2b1f',
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    })
  })

  it.each([200, 201, 202, 204, 299])('has delivered it with the status %d', async (status) => {
    expect(await outcomeWith((_request, response) => response.writeHead(status).end())).toEqual({
      outcome: 'delivered',
      status,
    })
  })

  it('tells that the receiver wants no more messages with the status 410', async () => {
    expect(await outcomeWith((_request, response) => response.writeHead(410).end('gone'))).toEqual({
      outcome: 'gone',
      status: 410,
    })
  })

  it.each([400, 401, 404, 408, 409, 413, 500, 502])('has failed with the status %d', async (status) => {
    expect(
      await outcomeWith((_request, response) => response.writeHead(status, { 'retry-after': '60' }).end()),
    ).toEqual({
      outcome: 'failed',
      because: `The receiver answered with the status ${status}.`,
      status,
    })
  })

  it.each([301, 302, 303, 307, 308])('has failed with a redirect, which is not followed: %d', async (status) => {
    const target = await aReceiver()
    const outcome = await outcomeWith((_request, response) =>
      response.writeHead(status, { location: urlOf(target) }).end(),
    )
    expect(outcome).toMatchObject({ outcome: 'failed', status, because: expect.stringMatching(/redirects/) })
    expect(target.connections()).toBe(0)
  })

  it.each([
    [429, '120', 120],
    [503, '0', 0],
    [503, '86400', 86_400],
    [429, '99999999999999999999', 86_400],
    [429, 'Tue, 24 Nov 2026 12:01:00 GMT', 60],
    [503, 'Tue, 24 Nov 2026 11:59:00 GMT', 0],
    [503, 'Fri, 24 Dec 2027 12:00:00 GMT', 86_400],
    [429, 'soon', undefined],
    [429, '-5', undefined],
    [429, '1.5', undefined],
    [503, '', undefined],
    [503, undefined, undefined],
  ])('has failed with the status %d and Retry-After %s: again after %s seconds', async (status, text, retryAfter) => {
    const now = () => Date.UTC(2026, 10, 24, 12, 0, 0)
    const headers = text === undefined ? {} : { 'retry-after': text }
    expect(await outcomeWith((_request, response) => response.writeHead(status, headers).end(), { now })).toEqual({
      outcome: 'failed',
      because: `The receiver answered with the status ${status}.`,
      status,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  })
})

describe('a response', () => {
  it.each([
    ['shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'ends'],
    ['without its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'ends'],
    ['that is cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', 'resets'],
  ] as const)('%s has failed, with a status 2xx too', async (_which, text, then) => {
    expect(await outcomeOfText(text, then)).toEqual({
      outcome: 'failed',
      because: 'The receiver closed the connection in the middle of its response (200).',
      status: 200,
    })
  })

  it('without a length ends with the connection', async () => {
    expect(await outcomeOfText('HTTP/1.1 202 Accepted\r\n\r\nall', 'ends')).toEqual({
      outcome: 'delivered',
      status: 202,
    })
  })

  it('may come after one with a status 1xx', async () => {
    const text = 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'
    expect(await outcomeOfText(text, 'waits')).toEqual({ outcome: 'delivered', status: 204 })
  })

  it.each([
    ['of 64 kB, which is read,', 64_000, 1],
    ['of more than 64 kB, whose connection is closed,', 10_000_000, 2],
  ])('%s counts by its status', async (_which, bytes, connections) => {
    const receiver = await aReceiver((_request, response) => response.writeHead(200).end(Buffer.alloc(bytes)))
    const sender = aSender()
    for (let count = 0; count < 2; count += 1)
      expect(await sender.send(aMessage(urlOf(receiver)))).toEqual({ outcome: 'delivered', status: 200 })
    expect(receiver.connections()).toBe(connections)
  })

  it('that never ends counts by its status after 64 kB', async () => {
    let written = 0
    const write = async (socket: Socket) => {
      socket.write('HTTP/1.1 500 No\r\n\r\n')
      for (; !socket.destroyed; written += 1_000) {
        socket.write(Buffer.alloc(1_000))
        await sleep(0)
      }
    }
    const receiver = await aRawReceiver((socket) => socket.once('data', () => void write(socket)))
    const outcome = await aSender().send(aMessage(urlOf(receiver)))
    expect(outcome).toMatchObject({ outcome: 'failed', status: 500 })
    expect(written).toBeLessThan(1_000_000)
  })

  it('counts before the receiver has read the message, and the connection is closed then', async () => {
    let closed: Promise<unknown> | undefined
    const receiver = await aRawReceiver((socket) => {
      closed = once(socket, 'close')
      socket.once('data', () => socket.pause().write('HTTP/1.1 204 No Content\r\n\r\n'))
    })
    const body = 'x'.repeat(20_000_000)
    expect(await aSender().send(aMessage(urlOf(receiver), { body }))).toEqual({ outcome: 'delivered', status: 204 })
    let bytes = 0
    for (const socket of receiver.sockets) socket.on('data', (data) => (bytes += data.length)).resume()
    await closed
    expect(bytes).toBeLessThan(0.8 * body.length)
  })

  it.each([
    ['is not HTTP', 'SSH-2.0-OpenSSH\r\n', 'ends', /not answer in valid HTTP \(HPE_/],
    ['is empty', '', 'ends', /closed the connection before it answered/],
    ['is a reset', '', 'resets', /closed the connection before it answered/],
    [
      'switches protocols',
      'HTTP/1.1 101 No\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'waits',
      /closed the connection/,
    ],
    ['has endless headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}`, 'waits', /HPE_HEADER_OVERFLOW/],
  ] as const)('that %s has failed', async (_which, text, then, expected) => {
    expect(await outcomeOfText(text, then)).toEqual({ outcome: 'failed', because: expect.stringMatching(expected) })
  })
})

describe('the time limit', () => {
  const timeLimit = 200
  /** The outcome, and whether it came in time. */
  const timed = async (send: () => Promise<unknown>) => {
    const start = performance.now()
    const outcome = await send()
    const milliseconds = performance.now() - start
    expect(milliseconds).toBeGreaterThan(timeLimit - 10)
    expect(milliseconds).toBeLessThan(timeLimit + 2_000)
    return outcome
  }

  it('ends an attempt to a receiver that does not answer, and closes the connection', async () => {
    let closed: Promise<unknown> | undefined
    const receiver = await aRawReceiver((socket) => void (closed = once(socket.resume(), 'close')))
    expect(await timed(() => aSender({ timeLimit }).send(aMessage(urlOf(receiver))))).toEqual({
      outcome: 'failed',
      because: expect.stringMatching(/did not answer within 0\.2 s/),
    })
    await closed
  })

  it.each([
    ['does not end its response', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['does not end its chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ])('ends an attempt to a receiver that %s', async (_which, text) => {
    expect(await timed(() => outcomeOfText(text, 'waits', timeLimit))).toEqual({
      outcome: 'failed',
      because: expect.stringMatching(/did not complete its response within 0\.2 s/),
      status: 200,
    })
  })

  it('ends an attempt to a receiver that sends a byte now and then', async () => {
    const receiver = await aRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.once('close', () => clearInterval(timer))
    })
    expect(await timed(() => aSender({ timeLimit }).send(aMessage(urlOf(receiver))))).toMatchObject({ status: 200 })
  })

  it('ends an attempt whose host name is not resolved in time', async () => {
    const sender = aSender({ timeLimit, resolve: () => new Promise(() => {}) })
    expect(await timed(() => sender.send(aMessage('https://receiver.example/')))).toMatchObject({ outcome: 'failed' })
  })

  it('ends an attempt in a TLS handshake that does not proceed', async () => {
    const { port } = await aRawReceiver((socket) => socket.resume())
    const sender = aSender({ timeLimit })
    expect(await timed(() => sender.send(aMessage(`https://127.0.0.1:${port}/`)))).toMatchObject({ outcome: 'failed' })
  })

  it('is 15 seconds by default', async () => {
    const arrived = Promise.withResolvers<void>()
    const receiver = await aReceiver(() => arrived.resolve())
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] })
    try {
      let isEnded = false
      const outcome = aSender()
        .send(aMessage(urlOf(receiver)))
        .finally(() => (isEnded = true))
      await arrived.promise
      await jest.advanceTimersByTimeAsync(14_999)
      expect(isEnded).toBe(false)
      await jest.advanceTimersByTimeAsync(1)
      expect(await outcome).toMatchObject({ because: expect.stringMatching(/within 15 s/) })
    } finally {
      jest.useRealTimers()
    }
  })
})

describe('the sender never throws', () => {
  it.each([
    ['a URL that is not one', aMessage('nowhere'), /must be a URL/],
    ['a refused URL', aMessage('http://10.0.0.1/'), /must begin with https/],
    [
      'a messageId that no header can contain',
      aMessage('http://127.0.0.1:9/', { messageId: 'a\nb' }),
      /ERR_INVALID_CHAR/,
    ],
    ['a closed port', aMessage('http://127.0.0.1:1/'), /refused the connection/],
    ['an impossible port', aMessage('http://127.0.0.1:0/'), /./],
    [
      'a secret that is not one',
      aMessage('http://127.0.0.1:9/', { secrets: [{ hmacKey: new Uint8Array(32), ed25519Seed: new Uint8Array(3) }] }),
      /request failed/,
    ],
  ])('with %s', async (_which, message, expected) => {
    expect(await aSender().send(message)).toEqual({ outcome: 'failed', because: expect.stringMatching(expected) })
  })

  it.each([
    ['ENOTFOUND', /does not exist/],
    ['EAI_AGAIN', /could not be resolved/],
    ['EHOSTUNREACH', /could not be reached/],
    ['ENEW', /The request failed \(ENEW\)/],
  ])('with the error %s', async (code, expected) => {
    const resolve = async () => {
      throw Object.assign(new Error('no'), { code })
    }
    const message = aMessage(`https://receiver.example/?token=secret-${'x'.repeat(1_000)}`)
    const outcome = await aSender({ resolve }).send(message)
    expect(outcome).toEqual({ outcome: 'failed', because: expect.stringMatching(expected) })
    expect(JSON.stringify(outcome)).not.toMatch(/secret/)
  })
})
