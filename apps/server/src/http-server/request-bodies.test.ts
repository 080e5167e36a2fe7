import { once } from 'node:events'
import { afterEach, describe, expect, it } from '@jest/globals'
import { museumApi } from '@museum/adapters-http'
import { aMuseum, inMemoryCredentialVerifier } from '@museum/testing'
import { pino } from 'pino'
import { basicAuth } from '../../test/start-server.ts'
import { closed, connectTo, sendRaw } from '../../test/sockets.ts'
import { useServers } from '../../test/use-servers.ts'
import { startHttpServer } from './start-http-server.ts'

const { start } = useServers()
const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }

describe('the body of a request', () => {
  it('is read with Content-Length and in chunks, and rejected when it is missing or too large', async () => {
    const { origin, authorization } = await start()
    const post = async (framing: string, body: string, type = 'Content-Type: application/json\r\n') =>
      sendRaw(
        origin,
        `POST /v1.1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n${type}${framing}Connection: close\r\n\r\n${body}`,
      )
    const chunks = (text: string) =>
      `${(text.match(/[^]{1,5000}/g) ?? []).map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}0\r\n\r\n`
    const json = JSON.stringify(order)
    const padded = (bytes: number) => `${json.slice(0, -1)}${' '.repeat(bytes - json.length)}}`
    expect((await post(`Content-Length: ${json.length}\r\n`, json)).status).toBe(201)
    expect((await post('Transfer-Encoding: chunked\r\n', chunks(json))).status).toBe(201)
    expect((await post('Transfer-Encoding: chunked\r\n', chunks(padded(131_072)))).status).toBe(201)
    expect((await post('Transfer-Encoding: chunked\r\n', chunks(padded(131_073)))).record).toMatchObject({
      status: 413,
    })
    expect((await post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n')).record).toMatchObject({
      errors: [{ code: 'not-json' }],
    })
    expect((await post('', '')).record).toMatchObject({ errors: [{ code: 'not-json' }] })
    expect((await post('', '', '')).record).toMatchObject({ status: 415 })
  })

  it('that is far too large gets 413, even if the client sends all of it first, and the connection stays open', async () => {
    const { origin, authorization } = await start()
    const credentials = `Host: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
    const size = 20_000_000
    for (const [framing, body] of [
      [`Content-Length: ${size}\r\n`, ' '.repeat(size)],
      ['Transfer-Encoding: chunked\r\n', `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`],
    ]) {
      const { text, socket } = connectTo(origin)
      // Like simple clients, this one sends everything before it reads.
      socket.pause()
      await new Promise((resolve) => {
        socket.write(`POST /v1.1/tickets HTTP/1.1\r\n${credentials}${framing}\r\n${body}`, resolve)
      })
      socket.write(`GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      socket.resume()
      await once(socket, 'close')
      expect(text()).toMatch(/^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 OK[^]*\{"status":"ok"\}$/)
    }
  })
})

describe('the body of a request that is refused before its body is read', () => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
  })
  /** A server with the user `guide`, whose role is `reader`. */
  const aServer = async () => {
    const api = museumApi(aMuseum(), inMemoryCredentialVerifier({ guide: 'secret' }, { guide: 'reader' }))
    const log = pino({ level: 'silent' })
    const { origin, stop } = await startHttpServer(api.fetch, { at: { host: '127.0.0.1', port: 0 }, log })
    stops.push(stop)
    return origin
  }
  const next = `GET /v1.1/museum-hours?limit=1 HTTP/1.1\r\nHost: a\r\nAuthorization: ${basicAuth('guide', 'secret')}\r\nConnection: close\r\n\r\n`
  const size = 20_000_000
  const framings = [
    ['with a Content-Length', `Content-Length: ${size}\r\n`, '', ' '.repeat(size)],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', `${size.toString(16)}\r\n`, `${' '.repeat(size)}\r\n0\r\n\r\n`],
  ] as const
  const refusals = [
    [403, 'the role does not permit the operation', basicAuth('guide', 'secret')],
    [401, 'the password is wrong', basicAuth('guide', 'wrong')],
  ] as const
  const cases = refusals.flatMap(([status, reason, authorization]) =>
    framings.map(([framing, header, begin, rest]) => ({ status, reason, authorization, framing, header, begin, rest })),
  )
  const head = (authorization: string, header: string) =>
    `POST /v1.1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n${header}\r\n`

  it.each(cases)(
    'is not waited for when $reason: the client gets $status before it sends the body $framing, and its next request is answered',
    async ({ status, authorization, header, begin, rest }) => {
      const { socket, text } = connectTo(await aServer())
      socket.write(`${head(authorization, header)}${begin}`)
      while (!text().includes('"instance"')) await once(socket, 'data')
      expect(text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      socket.write(`${rest}${next}`)
      await once(socket, 'close')
      expect(text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*HTTP/1\\.1 200 OK[^]*"timeOpen"`))
    },
  )

  it.each(cases)(
    'can be sent whole $framing with Connection: close before the client reads the $status',
    async ({ status, authorization, header, begin, rest }) => {
      const { socket, text } = connectTo(await aServer())
      const ended = closed(socket)
      socket.on('error', () => {})
      socket.pause()
      await new Promise((resolve) => {
        socket.write(`${head(authorization, `${header}Connection: close\r\n`)}${begin}${rest}`, resolve)
      })
      socket.resume()
      await ended
      expect(text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    },
  )

  it.each(cases)(
    'can be sent whole $framing, and a further request after it, before the client reads the $status',
    async ({ status, authorization, header, begin, rest }) => {
      const { socket, text } = connectTo(await aServer())
      socket.pause()
      await new Promise((resolve) => {
        socket.write(`${head(authorization, header)}${begin}${rest}${next}`, resolve)
      })
      socket.resume()
      await once(socket, 'close')
      expect(text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*HTTP/1\\.1 200 OK[^]*"timeOpen"`))
    },
  )
})
