import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { aMuseumApi, authorization, credentials, event, generalOrder } from '../test/a-museum-api.ts'
import { type Host, type StartHost, hosts } from '../test/hosts.ts'
import { problemOf } from '../test/problem-of.ts'
import type { RequestRecord } from './middleware/request-log.ts'
import { museumApi } from './museum-api.ts'

const started: Host[] = []
afterEach(() => Promise.all(started.splice(0).map(({ close }) => close())))

const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (const part of [text.slice(0, 20), text.slice(20)]) controller.enqueue(Buffer.from(part))
      controller.close()
    },
  })

/** Starts an application. Returns functions that send requests to it, and the records of the requests. */
const startApi = async (start: StartHost, readsBodies = false) => {
  const records: RequestRecord[] = []
  const recorded = new EventEmitter()
  const api = museumApi(aMuseumApi().museum, credentials, {
    mountPath: '/museum',
    onResponse: (record) => {
      records.push(record)
      recorded.emit('record')
    },
  })
  const host = await start(api, readsBodies)
  started.push(host)
  const request = async (
    method: string,
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) => fetch(`${host.origin}${path}`, { ...init, method, headers: { Authorization: authorization, ...init.headers } })
  const send = async (method: string, path: string, body: string | ReadableStream, type = 'application/json') =>
    request(method, `/museum/v1.1${path}`, {
      body,
      headers: { 'Content-Type': type },
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
  return { origin: host.origin, records, recorded, request, send }
}

describe.each(hosts)('the API in an application of %s', (_way, start) => {
  it('sells a ticket, and the Location of the ticket leads to its image', async () => {
    const { request, send } = await startApi(start)
    const sold = await send('POST', '/tickets', JSON.stringify(generalOrder))
    expect(sold.status).toBe(201)
    const image = await request('GET', sold.headers.get('Location')!)
    expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  })

  it('reads a body of each media type, also without a Content-Length', async () => {
    const { request, send } = await startApi(start)
    const created = await send('POST', '/special-events', chunked(JSON.stringify(event)))
    expect(created.status).toBe(201)
    const path = created.headers.get('Location')!.replace('/museum/v1.1', '')
    for (const type of ['application/json', 'application/merge-patch+json']) {
      const changed = await send('PATCH', path, JSON.stringify({ location: type }), type)
      expect([changed.status, await changed.json()]).toMatchObject([200, { location: type }])
    }
    const other = await send('POST', '/tickets', 'ticketType=general', 'application/x-www-form-urlencoded')
    expect(await problemOf(other)).toMatchObject({ type: '/museum/problems/unsupported-media-type' })
    const untyped = await request('POST', '/museum/v1.1/tickets', { body: Buffer.from('{}') })
    expect(await problemOf(untyped)).toMatchObject({ type: '/museum/problems/unsupported-media-type' })
    for (const body of ['', '{', chunked(''), chunked('[')])
      expect(await problemOf(await send('POST', '/tickets', body))).toMatchObject({
        type: '/museum/problems/validation-failed',
        errors: [{ pointer: '#' }],
      })
    const large = await send(
      'POST',
      '/tickets',
      chunked(JSON.stringify({ ...generalOrder, email: 'x'.repeat(140_000) })),
    )
    expect(await problemOf(large)).toMatchObject({ type: '/museum/problems/payload-too-large' })
  })

  it('responds to every method of a path, and with 404 below the mount path', async () => {
    const { request } = await startApi(start)
    expect((await request('HEAD', '/museum/v1.1/museum-hours')).headers.get('ETag')).toMatch(/^"/)
    const options = await request('OPTIONS', '/museum/v1.1/museum-hours')
    expect([options.status, options.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(await problemOf(await request('DELETE', '/museum/v1.1/museum-hours'))).toMatchObject({ status: 405 })
    const missing = await problemOf(await request('GET', '/museum/nothing'))
    expect(missing).toMatchObject({
      type: '/museum/problems/not-found',
      detail: 'There is nothing at /museum/nothing. /museum/docs describes the API below /museum/v1.1.',
    })
    expect((await request('GET', missing.type)).status).toBe(200)
    expect((await request('GET', '/museum/docs')).status).toBe(200)
    expect(await (await request('GET', '/museum/openapi.json')).json()).toMatchObject({
      servers: [{ url: '/museum/v1.1' }],
    })
    expect(await (await request('GET', '/mine')).text()).toBe('mine')
    expect((await request('GET', '/v1.1/museum-hours')).status).toBe(404)
  })

  it('responds with 408 when the connection fails before the end of a body, chunked or not', async () => {
    const { origin, records, recorded } = await startApi(start)
    for (const [header, part] of [
      ['Content-Length: 99', '{'],
      ['Transfer-Encoding: chunked', '1\r\n{\r\n'],
    ]) {
      const { hostname, port } = new URL(origin)
      const socket = connect(Number(port), hostname)
      const head = `POST /museum/v1.1/tickets HTTP/1.1\r\nHost: museum\r\nAuthorization: ${authorization}\r\n`
      socket.write(`${head}Content-Type: application/json\r\n${header}\r\n\r\n${part}`)
      const response = once(recorded, 'record')
      setTimeout(() => socket.destroy(), 100)
      await response
    }
    expect(records.map(({ status }) => status)).toEqual([408, 408])
  })

  it('has the IP address of the client in the records of requests', async () => {
    const { records, request } = await startApi(start)
    await request('GET', '/museum/v1.1/museum-hours')
    expect(records).toMatchObject([{ path: '/museum/v1.1/museum-hours', clientAddress: '127.0.0.1' }])
  })
})

// Not `mount` of Hono, which itself fails when the body was read.
describe.each(hosts.filter(([way]) => way !== 'Hono, with mount'))(
  'the API behind a parser that reads bodies, in an application of %s',
  (_way, start) => {
    it('responds with 500, and the error says what to change', async () => {
      const { records, send } = await startApi(start, true)
      for (const body of [JSON.stringify(generalOrder), chunked(JSON.stringify(generalOrder))])
        expect(await problemOf(await send('POST', '/tickets', body))).toMatchObject({
          type: '/museum/problems/internal-error',
          status: 500,
        })
      expect(records).toMatchObject(
        Array.from({ length: 2 }, () => ({ status: 500, error: { name: 'BodyReadByHost' } })),
      )
      for (const { error } of records)
        expect(error?.message).toMatch(/^The body .* was read before .* Mount the API before the parser/)
    })

    it('responds to a request without a body', async () => {
      const { request } = await startApi(start, true)
      expect((await request('GET', '/museum/v1.1/museum-hours')).status).toBe(200)
    })
  },
)
