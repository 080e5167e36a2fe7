import { once } from 'node:events'
import { afterEach, describe, expect, it } from '@jest/globals'
import { anHttpServer, closeHttpServers, connectionClose, get } from '../../test/an-http-server.ts'
import { closed } from '../../test/sockets.ts'

afterEach(closeHttpServers)

describe('pipelined requests', () => {
  it('are answered one at a time and in their order', async () => {
    const { connectClient, running } = await anHttpServer()
    const names = Array.from({ length: 32 }, (_, n) => `${n}`)
    const { socket, text } = connectClient()
    socket.write(names.map((name) => get(`/turn/${name}`, name === '31' ? connectionClose : '')).join(''))
    await once(socket, 'close')
    expect(text().match(/<\d+>/g)).toEqual(names.map((name) => `<${name}>`))
    expect(running.max).toBe(1)
  })

  it('are answered when the body of the last one arrives later', async () => {
    const { connectClient, started } = await anHttpServer()
    const { socket, text } = connectClient()
    const post = `POST /echo HTTP/1.1\r\nHost: a\r\n${connectionClose}Content-Length: 6\r\n\r\nab`
    socket.write(`${get('/turn/one')}${get('/turn/two')}${post}`)
    while (!text().includes('<two>')) await once(socket, 'data')
    socket.write('cdef')
    await once(socket, 'close')
    expect(started).toEqual(['one', 'two'])
    expect(text()).toContain('<abcdef>')
  })

  it('close their connection above 32 after the first was started, and affect no other connection', async () => {
    const { connectClient, fetchText, started, logLines } = await anHttpServer()
    const { socket, text } = connectClient()
    socket.write(get('/turn/flood').repeat(10_000))
    await closed(socket)
    expect([text(), started, logLines.length]).toEqual(['', ['flood'], 1])
    expect(await fetchText('/turn/other')).toBe('<other>')
  })

  it('close the connection by which the heads of all waiting requests exceed their limit', async () => {
    const header = `X: ${'x'.repeat(10_000)}\r\n`
    const { connectClient, events, fetchText } = await anHttpServer({ maxPipelinedLength: 50_000 })
    const [one, other] = ['one', 'other'].map((name) => {
      const { socket } = connectClient()
      socket.write(get(`/until-closed/${name}`))
      return socket
    })
    one!.write(get('/turn/waiting', header).repeat(4))
    await fetchText('/turn/visitor')
    const otherClosed = closed(other!)
    other!.write(get('/turn/waiting', header).repeat(2))
    await otherClosed
    expect(await fetchText('/turn/visitor')).toBe('<visitor>')
    // The requests of a closed connection no longer count.
    const oneClosed = once(events, 'closed one')
    one!.destroy()
    await oneClosed
    const { socket, text } = connectClient()
    socket.write(`${get('/turn/first')}${get('/turn/waiting', header).repeat(4)}${get('/turn/last', connectionClose)}`)
    await closed(socket)
    expect(text()).toContain('<last>')
  })

  it('are not started when the response before them is the last one of the connection', async () => {
    const { started, connectClient } = await anHttpServer({ largeResponse: 10_000 })
    const { socket, text } = connectClient()
    socket.write(get('/file/large/20000'))
    while (text().length < 20_000) await once(socket, 'data')
    socket.write(get('/turn/last') + get('/turn/never').repeat(5))
    await closed(socket)
    expect(text()).toMatch(/Connection: close[^]*<last>/)
    expect(started).toEqual(['last'])
  })

  it('are not started once the server stops, while the request in progress is answered', async () => {
    const { connectClient, started, stop } = await anHttpServer()
    const { socket, text } = connectClient()
    const firstResponse = once(socket, 'data')
    socket.write(Array.from({ length: 32 }, (_, n) => get(`/turn/${n}`)).join(''))
    await firstResponse
    const isClosed = once(socket, 'close')
    await stop()
    await isClosed
    expect(started.length).toBeLessThan(32)
    expect(text().match(/<\d+>/g)).toEqual(started.map((name) => `<${name}>`))
  })
})
