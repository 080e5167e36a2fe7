import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { anHttpServer, closeHttpServers, get } from '../../test/an-http-server.ts'
import { closed } from '../../test/sockets.ts'
import { httpServerLimits } from './limits.ts'

afterEach(closeHttpServers)

/** Longer than a test takes. */
const never = 60_000

describe('a server that stops', () => {
  it('waits for a request that arrives on an idle connection at the last moment, until its deadline', () => {
    const { stopIdleTimeout, shutdownTimeout } = httpServerLimits
    const deadline = 10_000
    expect(shutdownTimeout).toBeGreaterThan(stopIdleTimeout + deadline)
  })

  it('sends the response to a refused request also to a client that sends the whole body first', async () => {
    const { connectClient, fetchText, stop } = await anHttpServer({ stopIdleTimeout: never })
    const { socket, text } = connectClient()
    const ended = closed(socket)
    const size = 20_000_000
    socket.write(`POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n`)
    await fetchText('/turn/visitor')
    const stopped = stop()
    socket.pause()
    await new Promise((resolve) => void socket.write(`\r\n${' '.repeat(size)}`, resolve))
    socket.resume()
    await ended
    expect(text()).toMatch(/^HTTP\/1.1 403 [^]*Connection: close[^]*<refused>/i)
    await stopped
  })

  it('closes a connection with CONNECT behind an unanswered request, after its time', async () => {
    const { connectClient, started, stop } = await anHttpServer({ shutdownTimeout: 100, closeTimeout: 100 })
    const { socket } = connectClient()
    const ended = closed(socket)
    socket.write(`${get('/until-closed/one')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`)
    while (started.length === 0) await sleep(5)
    await stop()
    await ended
  })

  it('answers a request on a connection that was idle, and says that the response is the last one', async () => {
    const { connectClient, stop } = await anHttpServer({ stopIdleTimeout: never })
    const { socket, text } = connectClient()
    socket.write(get('/turn/before'))
    while (!text().includes('<before>')) await once(socket, 'data')
    const stopped = stop()
    socket.write(get('/turn/after'))
    await once(socket, 'close')
    expect(text()).toMatch(/<before>[^]*Connection: close[^]*<after>/)
    await stopped
  })

  it('answers the first request of a connection that was opened before', async () => {
    const { connectClient, fetchText, stop } = await anHttpServer({ stopIdleTimeout: never })
    const { socket, text } = connectClient()
    await once(socket, 'connect')
    // The server accepts connections in their order.
    await fetchText('/turn/visitor')
    const stopped = stop()
    socket.write(get('/turn/first'))
    await once(socket, 'close')
    expect(text()).toMatch(/Connection: close[^]*<first>/)
    await stopped
  })

  it('says that the response to the request in progress is the last one of its connection', async () => {
    const { connectClient, fetchText, stop } = await anHttpServer({ stopIdleTimeout: never })
    const { socket, text } = connectClient()
    socket.write('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab')
    await fetchText('/turn/visitor')
    const stopped = stop()
    socket.write('cd')
    await once(socket, 'close')
    await stopped
    expect(text()).toMatch(/Connection: close[^]*<abcd>/)
  })

  it('closes connections once they are idle for their time, with and without a response before', async () => {
    const { connectClient, fetchText, stop } = await anHttpServer({ stopIdleTimeout: 200, shutdownTimeout: never })
    const [silent, answered] = [connectClient(), connectClient()]
    answered.socket.write(get('/turn/one'))
    while (!answered.text().includes('<one>')) await once(answered.socket, 'data')
    await fetchText('/turn/visitor')
    const ends = [silent, answered].map(({ socket }) => closed(socket))
    await stop()
    await Promise.all(ends)
    expect([silent.text(), answered.text()]).toEqual(['', expect.stringContaining('<one>')])
  })

  it('does not close a connection on which a request is arriving', async () => {
    const { connectClient, fetchText, stop } = await anHttpServer({ stopIdleTimeout: 2_000, shutdownTimeout: never })
    const { socket, text } = connectClient()
    await fetchText('/turn/visitor')
    const stopped = stop()
    const ended = closed(socket)
    for (const character of get('/turn/slow')) {
      socket.write(character)
      // All characters together take longer than a connection may be idle.
      await sleep(70)
    }
    await ended
    expect(text()).toContain('<slow>')
    await stopped
  })
})
