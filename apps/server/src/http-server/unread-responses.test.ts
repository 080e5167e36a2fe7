import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { anHttpServer, closeHttpServers, connectionClose, get, getFile } from '../../test/an-http-server.ts'

afterEach(closeHttpServers)

const limits = { maxUnreadBytes: 1_000_000, largeResponse: 100_000 }

/** Starts to read, and resolves to the number of bytes and the error when the connection is closed. */
const readToEnd = async (socket: Socket) => {
  let [bytes, code] = [0, '']
  socket.on('data', (chunk) => (bytes += chunk.length))
  socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code!))
  const end = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await end
  return { bytes, code }
}

describe('connections with large responses that clients do not read', () => {
  it.each([
    ['keep their connection', '', 'never'],
    ['ask the server to close it', connectionClose, 'never'],
    ['close their side with the request', '', 'with the request'],
    ['close their side after the response', '', 'after the response'],
  ] as const)('are reset above the limit, the oldest first, when the clients %s', async (_which, header, ends) => {
    const { events, connectSilentClient, fetchText, logLines } = await anHttpServer(limits)
    const resets = Promise.all(['one', 'two', 'three'].map((name) => once(events, `closed ${name}`)))
    const first = await connectSilentClient('one', getFile('one', header), ends)
    for (const name of ['two', 'three', 'four']) await connectSilentClient(name, getFile(name, header), ends)
    const last = await connectSilentClient('five', getFile('five', header), ends)
    await resets
    expect(logLines.filter((line) => line.includes('reset a connection')).length).toBe(3)
    expect(await fetchText('/turn/visitor')).toBe('<visitor>')
    const { bytes, code } = await readToEnd(first)
    expect(code).toBe('ECONNRESET')
    expect(bytes).toBeLessThan(400_000)
    const complete = new Promise<void>((resolve) => {
      let read = 0
      last.on('data', (chunk) => (read += chunk.length) > 400_000 && resolve())
    })
    last.resume()
    await complete
  })

  it('are reset before the next response is written when all are answered in one turn of the event loop', async () => {
    const { logLines, answeredAtLogLine, connectClient } = await anHttpServer(limits)
    const clients = Array.from({ length: 10 }, () => connectClient().socket)
    let open = clients.length
    const eightAreReset = new Promise<void>((resolve) => {
      for (const socket of clients) socket.once('close', () => (open -= 1) === 2 && resolve())
    })
    for (const socket of clients) socket.write(get('/together/10'))
    await eightAreReset
    expect(logLines.length).toBe(8)
    expect(answeredAtLogLine).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('end with the next response, and then do not count', async () => {
    const { events, connectClient, connectSilentClient } = await anHttpServer(limits)
    const reader = connectClient()
    reader.socket.write(getFile('reader'))
    while (reader.text().length < 400_000) await once(reader.socket, 'data')
    expect(reader.text()).toContain('Connection: keep-alive')
    reader.socket.write(get('/turn/again'))
    const reset = once(events, 'closed one')
    await once(reader.socket, 'close')
    expect(reader.text()).toMatch(/Connection: close[^]*<again>/)
    for (const name of ['one', 'two', 'three']) await connectSilentClient(name, getFile(name))
    await reset
  })

  it('are not reset while a request is in progress on them', async () => {
    const { events, connectClient, connectSilentClient } = await anHttpServer({ ...limits, maxUnreadBytes: 2_000_000 })
    const reader = connectClient()
    reader.socket.write(getFile('reader'))
    while (reader.text().length < 400_000) await once(reader.socket, 'data')
    reader.socket.write(get('/together/2'))
    const reset = once(events, 'closed one')
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await connectSilentClient(name, getFile(name))
    await reset
    connectClient().socket.write(get('/together/2'))
    while (reader.text().length < 800_000) await once(reader.socket, 'data')
  })

  it('still count when their client sends another request before it has read the response', async () => {
    const { events, connectSilentClient, fetchText } = await anHttpServer(limits)
    const reset = once(events, 'closed large')
    const socket = await connectSilentClient('large', getFile('large', '', 20_000_000))
    socket.write(get('/turn/pipelined'))
    // When this is answered, the server has read the pipelined request.
    await fetchText('/turn/visitor')
    await connectSilentClient('one', getFile('one'))
    await reset
  })

  it('are reset when no byte moves for too long, also when the kernel has taken the whole response', async () => {
    const { events, connectSilentClient } = await anHttpServer({ inactivityTimeout: 100, minReadRate: 10_000_000 })
    const reset = once(events, 'closed one')
    const socket = await connectSilentClient('one', getFile('one', connectionClose))
    await reset
    const { bytes, code } = await readToEnd(socket)
    expect(code).toBe('ECONNRESET')
    expect(bytes).toBeLessThan(400_000)
  })

  it('are reset when no byte moves for too long while the kernel cannot take the whole response', async () => {
    const { events, connectSilentClient } = await anHttpServer({ inactivityTimeout: 100, minReadRate: 1_000_000_000 })
    const reset = once(events, 'closed one')
    await connectSilentClient('one', getFile('one', '', 50_000_000))
    await reset
  })
})

describe('a connection with small responses that its client does not read', () => {
  it('stays open for many requests', async () => {
    const { connectClient } = await anHttpServer({ largeResponse: 10_000 })
    const { socket, text } = connectClient()
    for (let n = 0; n < 50; n += 1) {
      const [length, answered] = [text().length, once(socket, 'data')]
      socket.write(getFile('small', '', 5_000))
      await answered
      while (text().length < length + 5_000) await once(socket, 'data')
    }
    expect(text()).not.toContain('Connection: close')
  })

  it('does not count', async () => {
    const { logLines, connectSilentClient } = await anHttpServer({ maxUnreadBytes: 100_000, largeResponse: 50_000 })
    for (let n = 0; n < 20; n += 1) await connectSilentClient(`${n}`, getFile(`${n}`, '', 40_000))
    expect(logLines).toEqual([])
  })
})

describe('a client that reads a large response', () => {
  it.each([
    ['keeps its connection', ''],
    ['asks the server to close it', connectionClose],
  ])('slowly and %s gets all of it, although the server sends nothing meanwhile', async (_which, header) => {
    const { connectSilentClient } = await anHttpServer({ inactivityTimeout: 100, keepAliveTimeout: 100 })
    const socket = await connectSilentClient('one', getFile('one', header))
    // Node keeps an idle connection for a second longer than keepAliveTimeout.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    let read = 0
    socket.on('data', (chunk) => (read += chunk.length))
    const ended = new Promise<string>((resolve) => {
      socket.once('close', () => resolve('closed'))
      socket.on('data', () => read > 400_000 && resolve('complete'))
    })
    socket.resume()
    await ended
    expect(read).toBeGreaterThan(400_000)
  })

  it('and asks the server to close the connection gets all of it, and the connection ends', async () => {
    const { connectClient, events } = await anHttpServer(limits)
    const ended = once(events, 'closed one')
    const { socket, text } = connectClient()
    socket.write(getFile('one', connectionClose))
    await once(socket, 'close')
    expect(text().split('\r\n\r\n')[1]!.length).toBe(400_000)
    await ended
  })

  it('and has closed its side gets all of it', async () => {
    const { connectClient } = await anHttpServer({ ...limits, inactivityTimeout: 300 })
    const { socket, text } = connectClient()
    socket.end(getFile('one'))
    while (text().length < 400_000) await once(socket, 'data')
    expect(text().split('\r\n\r\n')[1]!.length).toBe(400_000)
  })
})
