import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { anHttpServer, closeHttpServers, connectionClose, get } from '../../test/an-http-server.ts'
import { closed, sendRaw } from '../../test/sockets.ts'

afterEach(closeHttpServers)

describe('the HTTP server', () => {
  it('rejects connections above their limit with 503 until another connection ends', async () => {
    const { origin, connectClient } = await anHttpServer({ maxConnections: 2 })
    const [one, two] = [connectClient(), connectClient()]
    for (const { socket, text } of [one, two]) {
      socket.write(get('/turn/in'))
      while (!text().includes('<in>')) await once(socket, 'data')
    }
    const { head, record } = await sendRaw(origin, '')
    expect(head).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 2/i)
    expect(record).toMatchObject({ type: '/problems/service-unavailable', status: 503 })
    one.socket.destroy()
    let body = ''
    // The server sees the end of the connection some time later.
    while (!body.includes('<again>'))
      body = await fetch(`${origin}/turn/again`, { headers: { connection: 'close' } }).then((response) =>
        response.text(),
      )
  })

  it('keeps idle connections for 65 seconds, longer than proxies do', async () => {
    const { origin } = await anHttpServer()
    const response = await fetch(`${origin}/turn/one`)
    expect(response.headers.get('Keep-Alive')).toBe('timeout=65')
    await response.text()
  })

  it('answers a client that closes its side of the connection with its request, if it can answer at once', async () => {
    const { connectClient } = await anHttpServer()
    const { socket, text } = connectClient()
    socket.end(get('/turn/response'))
    await once(socket, 'close')
    expect(text()).toContain('<response>')
  })

  it('closes the connection without a response when the client closes its side while a request is in progress', async () => {
    const { connectClient, events } = await anHttpServer()
    const { socket, text } = connectClient()
    const noticed = once(events, 'closed one')
    socket.end(get('/until-closed/one'))
    await noticed
    await closed(socket)
    expect(text()).toBe('')
  })

  it('rejects a request with more than a hundred headers with 431', async () => {
    const headers = (count: number) => 'X:y\r\n'.repeat(count - 2)
    const { origin, connectClient } = await anHttpServer()
    const { socket, text } = connectClient()
    socket.write(get('/turn/one', `${connectionClose}${headers(100)}`))
    await once(socket, 'close')
    expect(text()).toMatch(/^HTTP\/1\.1 200 /)
    for (const count of [101, 2500]) {
      const { status, head, record } = await sendRaw(origin, get('/turn/one', `${connectionClose}${headers(count)}`))
      expect([status, record['type']]).toEqual([431, '/problems/headers-too-large'])
      expect(head).toMatch(/x-content-type-options: nosniff/i)
    }
  })

  it.each([
    ['headers', 'GET /turn/one HTTP/1.1\r\n', 'X: y\r\n'],
    ['target', 'GET /', 'a'],
    ['body', 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n', '{'],
    ['chunks', 'POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n{\r\n'],
  ])('rejects a request with 408 when its %s keep arriving after its time', async (_part, start, more) => {
    const { connectClient } = await anHttpServer({ requestTimeout: 300 })
    const { socket, text } = connectClient()
    socket.write(start)
    const sending = setInterval(() => socket.write(more), 20)
    await once(socket, 'close')
    clearInterval(sending)
    expect(text()).toMatch(/^HTTP\/1\.1 408 [^]*\/problems\/request-timeout/)
  })

  it.each([
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['closes', (socket: Socket) => socket.destroy()],
  ])('goes on after a client that sends CONNECT %s its connection without reading', async (_what, leave) => {
    const { connectClient, fetchText } = await anHttpServer()
    for (let n = 0; n < 20; n += 1) {
      const { socket } = connectClient()
      socket.pause()
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\nmore data')
      await new Promise((resolve) => setTimeout(resolve, 20))
      leave(socket)
    }
    expect(await fetchText('/turn/visitor')).toBe('<visitor>')
  })
})
