import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { connectTo, sendRaw } from '../../test/sockets.ts'
import { useServers } from '../../test/use-servers.ts'

const { start } = useServers()
const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }

describe('a request that does not reach the application', () => {
  it('is answered with problem details and logged under the same identifier', async () => {
    const server = await start()
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
      const answer = await sendRaw(origin, request)
      expect([request.slice(0, 30), answer.status, answer.record['type']]).toEqual([
        request.slice(0, 30),
        status,
        `/problems/${slug}`,
      ])
      expect(answer.head).toMatch(/content-type: application\/problem\+json/i)
      const requestId = /x-request-id: (\S+)/i.exec(answer.head)![1]!
      expect(answer.record['instance']).toBe(`urn:uuid:${requestId}`)
      await server.waitForOutput(new RegExp(`"requestId":"${requestId}".*rejected before it reached the application`))
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })

  it('has a problem type below the path of the public URL', async () => {
    const { origin } = await start({ MUSEUM_PUBLIC_URL: 'https://example.org/museum' })
    for (const request of [
      'BROKEN\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
      `GET /healthz HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(101)}Connection: close\r\n\r\n`,
    ])
      expect((await sendRaw(origin, request)).record['type']).toMatch(/^\/museum\/problems\/[a-z-]+$/)
  })

  it('is answered after the complete requests before it on its connection', async () => {
    const { origin, authorization } = await start()
    const body = JSON.stringify(order)
    const head = `POST /v1.1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
    const purchase = `${head}Content-Length: ${body.length}\r\n\r\n${body}`
    const answersTo = async (request: string) => {
      const { socket, text } = connectTo(origin)
      socket.write(request)
      await once(socket, 'close')
      return text().match(/(?<=HTTP\/1\.1 )\d+/g)
    }
    expect(await answersTo(`${purchase}}}}}`)).toEqual(['201', '400'])
    expect(await answersTo(`${purchase}${purchase}\0`)).toEqual(['201', '201', '400'])
    expect(await answersTo(`${purchase}${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)).toEqual(['201', '400'])
    expect(await answersTo(`${purchase.replace('\r\n', '\r\nConnection: close\r\n')}GET /`)).toEqual(['201'])
  })

  it('is answered and its connection closed even if the client does not close its side', async () => {
    const { origin } = await start()
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

  it('is answered 408 when it does not arrive in time', async () => {
    const { origin, authorization } = await start()
    const head = `POST /v1.1/tickets HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n`
    const answers = await Promise.all([
      sendRaw(origin, 'GET /healthz HTTP/1.1\r\nHost: a\r\n'),
      sendRaw(origin, `${head}Content-Length: 99\r\n\r\n{`),
    ])
    for (const { status, record } of answers)
      expect([status, record['type']]).toEqual([408, '/problems/request-timeout'])
  })
})
