import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { MuseumEnv } from '@museum/adapters-http'
import { Hono } from 'hono'
import { pino } from 'pino'
import { raw, speak } from '../../test/a-server.ts'
import { bounds, serve } from './serve.ts'

/** The sockets of the other side, to be cut when a test is over. */
const sockets: Socket[] = []
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const stop of stops.splice(0)) await stop()
})

/** Serves within bounds what a test can look into: how many requests are under way, and which were begun. */
const served = async (but: Partial<typeof bounds> = {}) => {
  const [begun, told]: [string[], string[]] = [[], []]
  const log = pino(
    { base: null, timestamp: false },
    {
      write: (line) => {
        told.push(line)
        answeredWhenTold.push(wave.filter(({ bytesWritten }) => bytesWritten > 0).length)
      },
    },
  )
  /** The sockets of requests that wait to be answered all at once, and how many were at each line of the log. */
  const [wave, answeredWhenTold, start]: [Socket[], number[], PromiseWithResolvers<void>] = [
    [],
    [],
    Promise.withResolvers<void>(),
  ]
  const [closed, known] = [new EventEmitter(), new WeakSet<Socket>()]
  const [under, cut] = [{ way: 0, most: 0 }, Promise.withResolvers<void>()]
  const api = new Hono<MuseumEnv & { Bindings: HttpBindings }>()
    .get('/turn/:name', async (c) => {
      begun.push(c.req.param('name'))
      under.most = Math.max(under.most, (under.way += 1))
      await new Promise((resolve) => setImmediate(resolve))
      under.way -= 1
      return c.text(`<${c.req.param('name')}>`)
    })
    .post('/echo', async (c) => c.text(`<${await c.req.text()}>`))
    .get('/file/:name/:bytes', (c) => {
      const name = c.req.param('name')
      const { socket } = c.env.incoming
      if (!known.has(socket)) socket.once('close', () => closed.emit(name))
      known.add(socket)
      queueMicrotask(() => closed.emit(`answering ${name}`))
      return c.body('x'.repeat(Number(c.req.param('bytes'))))
    })
    .get('/waits/:name', async (c) => {
      await once(c.env.incoming.socket, 'close')
      // Once the server has taken note of it too.
      setImmediate(() => closed.emit(`waiting ${c.req.param('name')}`))
      return c.body(null)
    })
    .get('/wave/:size', async (c) => {
      wave.push(c.env.incoming.socket)
      if (wave.length === Number(c.req.param('size'))) start.resolve()
      await start.promise
      return c.body('x'.repeat(400_000))
    })
    .get('/large', (c) => {
      c.env.incoming.socket.once('close', cut.resolve)
      return c.body('x'.repeat(50_000_000))
    })
  const { origin, stop } = await serve({ api } as unknown as Parameters<typeof serve>[0], '127.0.0.1', 0, log, {
    ...bounds,
    ...but,
  })
  stops.push(stop)
  const connected = () => {
    const spoken = speak(origin)
    sockets.push(spoken.socket)
    spoken.socket.on('error', () => {})
    return spoken
  }
  /** A client that asks and reads nothing of the answer, once the server has given it. */
  const silent = async (name: string, request: string, isLast = false) => {
    const answering = once(closed, `answering ${name}`)
    const { socket } = connected()
    socket.pause()
    if (isLast) socket.end(request)
    else socket.write(request)
    await answering
    return socket
  }
  return { origin, begun, told, under, cut: cut.promise, closed, silent, answeredWhenTold, connected, stop }
}
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const close = 'Connection: close\r\n'

describe('requests that are sent without waiting for the answers', () => {
  it('are answered one by one, in their order', async () => {
    const { connected, under } = await served()
    const names = Array.from({ length: 32 }, (_, n) => `${n}`)
    const { socket, text } = connected()
    socket.write(names.map((name) => get(`/turn/${name}`, name === '31' ? close : '')).join(''))
    await once(socket, 'close')
    expect(text().match(/<\d+>/g)).toEqual(names.map((name) => `<${name}>`))
    expect(under.most).toBe(1)
  })

  it('may end with a body that comes later', async () => {
    const { connected, begun } = await served()
    const { socket, text } = connected()
    socket.write(
      `${get('/turn/one')}${get('/turn/two')}POST /echo HTTP/1.1\r\nHost: a\r\n${close}Content-Length: 6\r\n\r\nab`,
    )
    while (!text().includes('<two>')) await once(socket, 'data')
    socket.write('cdef')
    await once(socket, 'close')
    expect(begun).toEqual(['one', 'two'])
    expect(text()).toContain('<abcdef>')
  })

  it('are cut off above 32, before more than one of them took effect, and nobody else notices', async () => {
    const { origin, connected, begun, told } = await served()
    const { socket, text } = connected()
    socket.write(get('/turn/flood').repeat(10_000))
    await new Promise((resolve) => socket.once('close', resolve)) // after an error, or without one
    expect([text(), begun, told.length]).toEqual(['', ['flood'], 1])
    expect(await (await fetch(`${origin}/turn/other`)).text()).toBe('<other>')
  })
})

describe('requests that wait behind another one on their connection', () => {
  const header = (length: number) => `X: ${'x'.repeat(length)}\r\n`
  const isCut = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

  it('hold a bounded length in all: the connection that exceeds it is cut, and others are answered', async () => {
    const { origin, connected, closed } = await served({ pipelinedLength: 50_000 })
    const sent = (name: string) => {
      const { socket } = connected()
      socket.write(get(`/waits/${name}`))
      return socket
    }
    const [one, other] = [sent('one'), sent('other')]
    one.write(get('/turn/ahead', header(10_000)).repeat(4))
    await (await fetch(`${origin}/turn/visitor`)).text()
    const cut = isCut(other)
    other.write(get('/turn/ahead', header(10_000)).repeat(2))
    await cut
    expect(await (await fetch(`${origin}/turn/visitor`)).text()).toBe('<visitor>')
    // What a connection held is free again once it has ended.
    const ended = once(closed, 'waiting one')
    one.destroy()
    await ended
    const { socket, text } = connected()
    socket.write(`${get('/turn/first')}${get('/turn/ahead', header(10_000)).repeat(4)}${get('/turn/last', close)}`)
    await isCut(socket)
    expect(text()).toContain('<last>')
  })

  it('are not begun when the answer before them is the last one of the connection', async () => {
    const { begun, connected } = await served({ uncountedBytes: 10_000 })
    const { socket, text } = connected()
    socket.write(get('/file/large/20000'))
    while (text().length < 20_000) await once(socket, 'data')
    socket.write(get('/turn/last') + get('/turn/never').repeat(5))
    await isCut(socket)
    expect(text()).toMatch(/Connection: close[^]*<last>/)
    expect(begun).toEqual(['last'])
  })
})

describe('a client that sends CONNECT', () => {
  it.each([
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['closes without reading the refusal', (socket: Socket) => socket.destroy()],
  ])('and %s its connection harms no other', async (_what, leave) => {
    const { origin, connected } = await served()
    for (let n = 0; n < 20; n += 1) {
      const { socket } = connected()
      socket.pause()
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\nmore data')
      await new Promise((resolve) => setTimeout(resolve, 20))
      leave(socket)
    }
    expect(await (await fetch(`${origin}/turn/visitor`)).text()).toBe('<visitor>')
  })
})

describe('a server that stops', () => {
  it('answers what it has begun, and begins nothing that was only sent ahead', async () => {
    const { connected, begun, stop } = await served()
    const { socket, text } = connected()
    const answered = once(socket, 'data')
    socket.write(Array.from({ length: 32 }, (_, n) => get(`/turn/${n}`)).join(''))
    await answered
    const closed = once(socket, 'close')
    await stop()
    await closed
    expect(begun.length).toBeLessThan(32)
    expect(text().match(/<\d+>/g)).toEqual(begun.map((name) => `<${name}>`))
  })
})

describe('connections', () => {
  it('above their number are refused with 503, until another one ends', async () => {
    const { origin, connected } = await served({ connections: 2 })
    const [one, two] = [connected(), connected()]
    for (const { socket, text } of [one, two]) {
      socket.write(get('/turn/in'))
      while (!text().includes('<in>')) await once(socket, 'data')
    }
    const { head, record } = await raw(origin, '')
    expect(head).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 2/i)
    expect(record).toMatchObject({ type: '/problems/service-unavailable', status: 503 })
    one.socket.destroy()
    let answer = ''
    // The server learns of it in its own time.
    while (!answer.includes('<again>'))
      answer = await fetch(`${origin}/turn/again`, { headers: { connection: 'close' } }).then((response) =>
        response.text(),
      )
  })

  it('are kept for longer than a proxy keeps them', async () => {
    const { origin } = await served()
    const answer = await fetch(`${origin}/turn/one`)
    expect(answer.headers.get('Keep-Alive')).toBe('timeout=65')
    await answer.text()
  })

  it('of which the other side is closed are answered all the same', async () => {
    const { connected } = await served()
    const { socket, text } = connected()
    socket.end(get('/turn/last'))
    await once(socket, 'close')
    expect(text()).toContain('<last>')
  })

  it('are cut when nobody reads what is answered', async () => {
    const { connected, cut } = await served({ stalled: 100, slowestReader: 1_000_000_000 })
    const { socket } = connected()
    socket.pause()
    socket.write(get('/large'))
    await cut
  })
})

describe('answers that clients do not read', () => {
  const bounded = { unreadBytes: 1_000_000, uncountedBytes: 100_000, uncountedSum: 100_000 }
  const file = (name: string, headers = '', bytes = 400_000) => get(`/file/${name}/${bytes}`, headers)
  /** What a client reads when it begins to, until the connection ends. */
  const readFrom = async (socket: Socket) => {
    let [bytes, code] = [0, '']
    socket.on('data', (chunk) => (bytes += chunk.length))
    socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code!))
    const end = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await end
    return { bytes, code }
  }

  it.each([
    ['that keep their connection', '', false],
    ['that ask the server to close it', close, false],
    ['that have closed their side', '', true],
  ])('are bounded by their sum, for clients %s: the oldest are reset', async (_which, header, isLast) => {
    const { origin, closed, silent, told } = await served(bounded)
    const resets = Promise.all(['one', 'two', 'three'].map((name) => once(closed, name)))
    const first = await silent('one', file('one', header), isLast)
    for (const name of ['two', 'three', 'four']) await silent(name, file(name, header), isLast)
    const last = await silent('five', file('five', header), isLast)
    await resets
    expect(told.filter((line) => line.includes('reset a connection')).length).toBe(3)
    expect(await (await fetch(`${origin}/turn/visitor`)).text()).toBe('<visitor>')
    const reset = await readFrom(first)
    expect(reset.code).toBe('ECONNRESET')
    expect(reset.bytes).toBeLessThan(400_000)
    const whole = new Promise<void>((resolve) => {
      let read = 0
      last.on('data', (chunk) => (read += chunk.length) > 400_000 && resolve())
    })
    last.resume()
    await whole
  })

  it('are bounded also when all of them are given at the same time', async () => {
    const { told, answeredWhenTold, connected } = await served(bounded)
    const clients = Array.from({ length: 10 }, () => connected().socket)
    let open = clients.length
    const eightAreReset = new Promise<void>((resolve) => {
      for (const socket of clients) socket.once('close', () => (open -= 1) === 2 && resolve())
    })
    for (const socket of clients) socket.write(get('/wave/10'))
    await eightAreReset
    expect(told.length).toBe(8)
    expect(answeredWhenTold).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('end the connection with the next answer, and count no more', async () => {
    const { closed, connected, silent } = await served(bounded)
    const reader = connected()
    reader.socket.write(file('reader'))
    while (reader.text().length < 400_000) await once(reader.socket, 'data')
    expect(reader.text()).toContain('Connection: keep-alive')
    reader.socket.write(get('/turn/again'))
    const reset = once(closed, 'one')
    await once(reader.socket, 'close')
    expect(reader.text()).toMatch(/Connection: close[^]*<again>/)
    for (const name of ['one', 'two', 'three']) await silent(name, file(name))
    await reset
  })

  it('do not cost a client the request that is under way on its connection', async () => {
    const { closed, connected, silent } = await served({ ...bounded, unreadBytes: 2_000_000 })
    const reader = connected()
    reader.socket.write(file('reader'))
    while (reader.text().length < 400_000) await once(reader.socket, 'data')
    reader.socket.write(get('/wave/2'))
    const reset = once(closed, 'one')
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await silent(name, file(name))
    await reset
    connected().socket.write(get('/wave/2'))
    while (reader.text().length < 800_000) await once(reader.socket, 'data')
  })

  it('are also small ones whose client asks again and again', async () => {
    const { closed, silent } = await served(bounded)
    const reset = once(closed, 'small')
    const socket = await silent('small', file('small', '', 40_000))
    for (let n = 0; n < 3; n += 1) {
      const answering = once(closed, 'answering small')
      socket.write(file('small', '', 40_000))
      await answering
    }
    for (const name of ['one', 'two', 'three']) await silent(name, file(name))
    await reset
  })

  it('are also those of many small ones that were asked for ahead', async () => {
    const { closed, silent } = await served(bounded)
    const reset = once(closed, 'parts')
    await silent('parts', file('parts', '', 40_000).repeat(20))
    for (const name of ['one', 'two']) await silent(name, file(name))
    await reset
  })

  it('count on when their client asks again before it has read them', async () => {
    const { origin, closed, silent } = await served(bounded)
    const reset = once(closed, 'large')
    const socket = await silent('large', file('large', '', 20_000_000))
    socket.write(get('/turn/ahead'))
    // The server reads what was sent before.
    await (await fetch(`${origin}/turn/visitor`)).text()
    await silent('one', file('one'))
    await reset
  })

  it('that are small leave a connection open for many requests', async () => {
    const { connected } = await served({ uncountedBytes: 10_000, uncountedSum: 1_000_000 })
    const { socket, text } = connected()
    for (let n = 0; n < 50; n += 1) {
      const [length, answered] = [text().length, once(socket, 'data')]
      socket.write(file('small', '', 5_000))
      await answered
      while (text().length < length + 5_000) await once(socket, 'data')
    }
    expect(text()).not.toContain('Connection: close')
  })

  it('do not count while a connection has few of them', async () => {
    const { told, silent } = await served({ unreadBytes: 100_000, uncountedBytes: 50_000, uncountedSum: 50_000 })
    for (let n = 0; n < 20; n += 1) await silent(`${n}`, file(`${n}`, '', 40_000))
    expect(told).toEqual([])
  })

  it('are dropped by a reset when no byte moves for too long, also when the kernel has taken all of them', async () => {
    const { closed, silent } = await served({ stalled: 100, slowestReader: 10_000_000 })
    const cut = once(closed, 'one')
    const socket = await silent('one', file('one', close))
    await cut
    const { bytes, code } = await readFrom(socket)
    expect(code).toBe('ECONNRESET')
    expect(bytes).toBeLessThan(400_000)
  })

  it.each([
    ['keeps its connection', ''],
    ['asks the server to close it', close],
  ])(
    'reach a client that reads slowly and %s, although no byte moves at the server meanwhile',
    async (_which, header) => {
      const { silent } = await served({ stalled: 100, idle: 100 })
      const socket = await silent('one', file('one', header))
      // Node keeps an idle connection for a second longer than it says.
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
    },
  )

  it('reach a client that asks for the end of the connection, and the connection ends', async () => {
    const { connected, closed } = await served(bounded)
    const ended = once(closed, 'one')
    const { socket, text } = connected()
    socket.write(file('one', close))
    await once(socket, 'close')
    expect(text().split('\r\n\r\n')[1]!.length).toBe(400_000)
    await ended
  })

  it('reach a client that has closed its side', async () => {
    const { connected } = await served({ ...bounded, stalled: 300 })
    const { socket, text } = connected()
    socket.end(file('one'))
    while (text().length < 400_000) await once(socket, 'data')
    expect(text().split('\r\n\r\n')[1]!.length).toBe(400_000)
  })
})

describe('a request that drips', () => {
  const dripping = async (start: string, drop: string) => {
    const { connected } = await served({ arrival: 300 })
    const { socket, text } = connected()
    socket.write(start)
    const drips = setInterval(() => socket.write(drop), 20)
    await once(socket, 'close')
    clearInterval(drips)
    return text()
  }

  it('is refused with 408, however regularly its headers or its body come', async () => {
    const answers = await Promise.all([
      dripping('GET /turn/one HTTP/1.1\r\n', 'X: y\r\n'),
      dripping('GET /', 'a'),
      dripping('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n', '{'),
      dripping('POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\n{\r\n'),
    ])
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*\/problems\/request-timeout/)
  })
})

describe('headers', () => {
  const headers = (count: number) => 'X:y\r\n'.repeat(count - 2)

  it('may be a hundred, and are refused with 431 above', async () => {
    const { origin, connected } = await served()
    const { socket, text } = connected()
    socket.write(get('/turn/one', `${close}${headers(100)}`))
    await once(socket, 'close')
    expect(text()).toMatch(/^HTTP\/1\.1 200 /)
    for (const count of [101, 2500]) {
      const { status, head, record } = await raw(origin, get('/turn/one', `${close}${headers(count)}`))
      expect([status, record['type']]).toEqual([431, '/problems/headers-too-large'])
      expect(head).toMatch(/x-content-type-options: nosniff/i)
    }
  })
})
