import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'
import { aFolder, aServer, raw, run, speak } from '../../test/a-server.ts'

let folder: string
let servers: Awaited<ReturnType<typeof aServer>>[] = []
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ folder, remove } = await aFolder())
})
afterEach(async () => {
  for (const server of servers) await server.stop('SIGKILL')
  servers = []
  await remove()
})
const started = async (environment: Record<string, string> = {}) => {
  const server = await aServer(folder, environment)
  servers.push(server)
  return server
}

const event = {
  name: 'Night at the Museum',
  location: 'Main Hall',
  eventDescription: '',
  dates: ['2040-05-17'],
  price: 19.9,
}
const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }

const scanned = async (png: ArrayBuffer) => {
  const image = await loadImage(png)
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  return (jsqr as unknown as typeof jsqr.default)(new Uint8ClampedArray(data), width, height)?.data
}

describe('the server on its embedded default', () => {
  it('sells a ticket whose image opens the door, stops on SIGTERM, and has the ticket still when it starts again', async () => {
    const server = await started()
    const { eventId } = (await (await server.ask('POST', '/special-events', event)).json()) as { eventId: string }
    const sale = await server.ask('POST', '/tickets', { ...order, ticketType: 'event', eventId })
    const ticket = (await sale.json()) as { ticketId: string; confirmationCode: string }
    expect([sale.status, ticket]).toMatchObject([201, { eventName: event.name, ticketType: 'event' }])
    const image = await server.ask('GET', `/tickets/${ticket.ticketId}/qr`)
    expect(image.headers.get('Content-Type')).toBe('image/png')
    const bytes = await image.arrayBuffer()
    expect(await scanned(bytes)).toBe(`${ticket.ticketId}.${ticket.confirmationCode}`)
    expect(await server.stop()).toEqual({ code: 0, signal: null })

    const again = await started()
    const same = await again.ask('GET', `/tickets/${ticket.ticketId}/qr`)
    expect(Buffer.from(await same.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    expect(same.headers.get('ETag')).toBe(image.headers.get('ETag'))
    expect(await again.stop('SIGINT')).toEqual({ code: 0, signal: null })
  })

  it('answers many other requests while it draws an image with 100 different Han characters', async () => {
    const server = await started()
    const han = (first: number) =>
      String.fromCodePoint(...Array.from({ length: 50 }, (_, place) => first + place * 397))
    const hanEvent = { ...event, name: han(0x4e00), location: han(0x4e29) }
    const { eventId } = (await (await server.ask('POST', '/special-events', hanEvent)).json()) as { eventId: string }
    const sale = await server.ask('POST', '/tickets', { ...order, ticketType: 'event', eventId })
    const { ticketId } = (await sale.json()) as { ticketId: string }

    const drawn = new AbortController()
    const image = server.ask('GET', `/tickets/${ticketId}/qr`).finally(() => drawn.abort())
    let answered = 0
    for (; !drawn.signal.aborted; answered += 1) expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    expect((await image).headers.get('Content-Type')).toBe('image/png')
    expect(answered).toBeGreaterThan(20)
  })

  it('makes a password at the first start alone, for the eyes of its user alone', async () => {
    const first = await started()
    const file = join(folder, 'data/admin-password')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(first.output.text).toContain('"file":"data/admin-password"')
    expect((await first.ask('GET', '/museum-hours')).status).toBe(200)
    await first.stop()
    const second = await started()
    expect(second.output.text).not.toContain('admin-password')
    expect(second.password).toBe(first.password)
    expect((await second.ask('GET', '/museum-hours')).status).toBe(200)
  })

  it('writes no credentials, e-mail, phone or query to its log', async () => {
    const server = await started()
    await server.ask('POST', '/tickets', order)
    await server.ask('POST', '/tickets', { ...order, email: 'faulty visitor@example.org' })
    await server.ask('GET', '/museum-hours?startDate=2040-01-01')
    await fetch(`${server.origin}/v1.1/museum-hours`, { headers: { Authorization: server.as('intruder', 'hunter2') } })
    await server.stop()
    expect(server.output.text).toContain('"path":"/v1.1/tickets","clientAddress":"127.0.0.1","status":201')
    expect(server.output.text).toContain('"status":401')
    for (const secret of [
      server.password,
      'visitor',
      '901820',
      '2040-01-01',
      'intruder',
      'hunter2',
      server.authorization.slice(6),
    ])
      expect(server.output.text).not.toContain(secret)
  })

  it('answers the request under way before it stops, and takes no other', async () => {
    const server = await started()
    const body = JSON.stringify(order)
    const { socket, text } = speak(server.origin)
    const head = `POST /v1.1/tickets HTTP/1.1\r\nHost: museum\r\nAuthorization: ${server.authorization}\r\n`
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`)
    // Another request shows that the server has read what was sent before it.
    await server.ask('GET', '/museum-hours')
    server.child.kill('SIGTERM')
    await server.said(/every request under way/)
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow('fetch failed')
    socket.write(body.slice(10))
    await once(socket, 'close')
    expect(text()).toContain('201 Created')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })

  it('takes the administrator of the environment, with the password that stands there now', async () => {
    await writeFile(join(folder, 'secret'), 'pässwörd:1\n')
    const fromFile = await started({ MUSEUM_ADMIN_USERNAME: 'direktør', MUSEUM_ADMIN_PASSWORD_FILE: 'secret' })
    const status = async ({ origin }: { origin: string }, authorization: string) =>
      (await fetch(`${origin}/v1.1/museum-hours`, { headers: { Authorization: authorization } })).status
    expect(await status(fromFile, fromFile.as('direktør', 'pässwörd:1'))).toBe(200)
    expect(fromFile.output.text).not.toContain('admin-password')
    await fromFile.stop()
    const changed = await started({ MUSEUM_ADMIN_USERNAME: 'direktør', MUSEUM_ADMIN_PASSWORD: 'another' })
    expect(await status(changed, changed.as('direktør', 'another'))).toBe(200)
    expect(await status(changed, changed.as('direktør', 'pässwörd:1'))).toBe(401)
  })

  it('warns of an administrator whom the environment no longer names, who is still let in', async () => {
    const as = async (name: string) => {
      const server = await started({ MUSEUM_ADMIN_USERNAME: name, MUSEUM_ADMIN_PASSWORD: `the password of ${name}` })
      return server
    }
    const status = async ({ origin }: { origin: string }, authorization: string) =>
      (await fetch(`${origin}/v1.1/museum-hours`, { headers: { Authorization: authorization } })).status
    const first = await as('alice')
    expect(first.output.text).toContain('"user":"alice","msg":"created the administrator of the environment')
    expect(first.output.text).not.toContain('other administrators')
    await first.stop()
    for (let start = 0; start < 2; start += 1) {
      const next = await as('bob')
      expect(await status(next, next.as('alice', 'the password of alice'))).toBe(200)
      expect(next.output.text).toMatch(/"level":40.*"users":\["alice"\],"msg":"other administrators are enabled/)
      expect(next.output.text).not.toContain('the password of')
      await next.stop()
    }
  })

  it('warns of a short password, which still works', async () => {
    const server = await started({ MUSEUM_ADMIN_PASSWORD: 'x' })
    expect((await server.ask('GET', '/museum-hours')).status).toBe(200)
    expect(server.output.text).toMatch(/"level":40.*The administrator’s password has fewer than 10 characters/)
  })

  it('keeps its files and folder from other users, and warns of a file that they can read', async () => {
    const server = await started()
    await server.ask('POST', '/tickets', order)
    const modeOf = async (name: string) => (await stat(join(folder, name))).mode & 0o777
    const files = ['museum.sqlite', 'museum.sqlite-wal', 'museum.sqlite-shm', 'admin-password']
    for (const name of files) expect([name, await modeOf(`data/${name}`)]).toEqual([name, 0o600])
    expect(await modeOf('data')).toBe(0o700)
    expect(server.output.text).not.toContain('chmod')
    await server.stop()
    await chmod(join(folder, 'data/museum.sqlite'), 0o644)
    const again = await started()
    expect(again.output.text).toMatch(
      /"level":40.*Other users of this machine can read the database\. Run: chmod 600 '/,
    )
    expect(await modeOf('data/museum.sqlite')).toBe(0o644)
  })

  it('may be started several times at once on one database: one password, and it opens every one', async () => {
    const all = await Promise.all([started(), started(), started()])
    const made = all.filter(({ output }) => output.text.includes('"file":"data/admin-password"'))
    expect(made).toHaveLength(1)
    const authorization = all[0]!.as('admin', (await readFile(join(folder, 'data/admin-password'), 'utf8')).trim())
    for (const { origin } of all)
      expect((await fetch(`${origin}/v1.1/museum-hours`, { headers: { Authorization: authorization } })).status).toBe(
        200,
      )
  })

  it('rehearses on a fixed day, and warns loudly', async () => {
    const server = await started({ MUSEUM_TODAY: '2035-02-03', MUSEUM_NAMES: 'x' })
    expect(await (await server.ask('GET', '/museum-hours?limit=1')).json()).toMatchObject([{ date: '2035-02-03' }])
    expect(server.output.text).toMatch(/"level":40.*MUSEUM_TODAY IS SET/)
    expect(server.output.text).toContain('MUSEUM_NAMES is not a setting; the nearest is MUSEUM_NAME.')
  })

  it('answers /healthz and /readyz without credentials', async () => {
    const { origin } = await started()
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready', writes: true })
  })

  it('reads a body however it is sent, and refuses one that is missing or too large', async () => {
    const { origin, authorization } = await started()
    const post = async (framing: string, body: string, type = 'Content-Type: application/json\r\n') =>
      raw(
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

  it('lets whoever sends far too much see the refusal, and go on with the connection', async () => {
    const { origin, authorization } = await started()
    const credentials = `Host: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
    const size = 20_000_000
    for (const [framing, body] of [
      [`Content-Length: ${size}\r\n`, ' '.repeat(size)],
      ['Transfer-Encoding: chunked\r\n', `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`],
    ]) {
      const { text, socket } = speak(origin)
      // All of it is sent before anything is read, as simple clients do.
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

  it('answers what asks for no resource, and probes of old', async () => {
    const { origin } = await started()
    const options = speak(origin)
    options.socket.write('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await once(options.socket, 'close')
    expect(options.text()).toMatch(
      /^HTTP\/1\.1 204 No Content\r\nAllow: GET, HEAD, POST, PATCH, DELETE, OPTIONS\r\nX-Request-Id: [0-9a-f-]{36}\r\n/,
    )
    const probe = speak(origin)
    probe.socket.write('GET /healthz HTTP/1.0\r\n\r\n')
    await once(probe.socket, 'close')
    expect(probe.text()).toMatch(/^HTTP\/1\.1 200 OK/)
    const hopeful = speak(origin)
    hopeful.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n')
    await once(hopeful.socket, 'close')
    expect(hopeful.text()).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('answers a problem record to what never becomes a request', async () => {
    const server = await started()
    const { origin } = server
    const close = 'Connection: close\r\n\r\n'
    const cases: [string, number, string][] = [
      ['BROKEN\r\n\r\n', 400, 'validation-failed'],
      ['FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'validation-failed'],
      [`GET /healthz HTTP/1.1\r\n${close}`, 400, 'validation-failed'],
      [`GET /healthz HTTP/1.1\r\nHost: a b\r\n${close}`, 400, 'validation-failed'],
      [`GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n${close}`, 400, 'validation-failed'],
      ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'validation-failed'],
      [`GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers-too-large'],
      [
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        400,
        'validation-failed',
      ],
    ]
    for (const [request, status, slug] of cases) {
      const answer = await raw(origin, request)
      expect([request.slice(0, 30), answer.status, answer.record['type']]).toEqual([
        request.slice(0, 30),
        status,
        `/problems/${slug}`,
      ])
      expect(answer.head).toMatch(/content-type: application\/problem\+json/i)
      const requestId = /x-request-id: (\S+)/i.exec(answer.head)![1]!
      expect(answer.record['instance']).toBe(`urn:uuid:${requestId}`)
      await server.said(new RegExp(`"requestId":"${requestId}".*refused before it was a request`))
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })

  it('answers what came whole before it answers what is broken behind it', async () => {
    const { origin, authorization } = await started()
    const body = JSON.stringify(order)
    const head = `POST /v1.1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
    const purchase = `${head}Content-Length: ${body.length}\r\n\r\n${body}`
    const answersTo = async (request: string) => {
      const { socket, text } = speak(origin)
      socket.write(request)
      await once(socket, 'close')
      return text().match(/(?<=HTTP\/1\.1 )\d+/g)
    }
    expect(await answersTo(`${purchase}}}}}`)).toEqual(['201', '400'])
    expect(await answersTo(`${purchase}${purchase}\0`)).toEqual(['201', '201', '400'])
    expect(await answersTo(`${purchase}${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)).toEqual(['201', '400'])
    expect(await answersTo(`${purchase.replace('\r\n', '\r\nConnection: close\r\n')}GET /`)).toEqual(['201'])
  })

  it('lets go of a client who was refused and does not close', async () => {
    const { origin } = await started()
    for (const request of ['BROKEN\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true })
      socket.resume().write(request)
      await once(socket, 'end')
      const writing = setInterval(() => socket.write('x'), 50)
      const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
      clearInterval(writing)
      expect(['ECONNRESET', 'EPIPE']).toContain(error.code)
    }
  })

  it('stops though a request never arrives', async () => {
    const server = await started()
    const { socket } = speak(server.origin)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n')
    await server.ask('GET', '/museum-hours')
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.output.text).toContain('"msg":"stopped"')
  })

  it('answers 408 to a request that does not arrive', async () => {
    const { origin, authorization } = await started()
    const head = `POST /v1.1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
    const answers = await Promise.all([
      raw(origin, 'GET /healthz HTTP/1.1\r\nHost: a\r\n'),
      raw(origin, `${head}Content-Length: 99\r\n\r\n{`),
    ])
    for (const { status, record } of answers)
      expect([status, record['type']]).toEqual([408, '/problems/request-timeout'])
  })
})

describe('what keeps the server from starting', () => {
  const told = async (environment: Record<string, string>) => {
    const server = run('serve', folder, { MUSEUM_PORT: '0', ...environment })
    expect(await server.exited).toEqual({ code: 1, signal: null })
    return server.output.text
  }

  it('is told at once, every fault of the settings, and no secret', async () => {
    const text = await told({
      MUSEUM_PORT: '99999',
      MUSEUM_TIME_ZONE: 'Mars/Olympus',
      MUSEUM_DATABASE_URL: 'postgres://museum:hunter2@db/museum',
      MUSEUM_ADMIN_USERNAME: 'director',
    })
    expect(text.split('\n').slice(0, 5)).toEqual([
      'The settings are faulty:',
      '  MUSEUM_PORT must be at most 65535.',
      '  MUSEUM_DATABASE_URL must be sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE, its parts percent-encoded.',
      '  MUSEUM_TIME_ZONE must be an IANA time zone, such as Europe/Paris.',
      '  MUSEUM_ADMIN_USERNAME needs MUSEUM_ADMIN_PASSWORD or MUSEUM_ADMIN_PASSWORD_FILE.',
    ])
    expect(text).not.toContain('hunter2')
  })

  it('may be that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    expect(await told({ MUSEUM_PORT: String(port) })).toContain(
      `127.0.0.1:${port} is taken. Set MUSEUM_PORT to a free port.`,
    )
    other.close()
  })

  it('may be that the address is none of this machine', async () => {
    expect(await told({ MUSEUM_HOST: '192.0.2.1' })).toContain('192.0.2.1:0 is not an address of this machine.')
  })
})
