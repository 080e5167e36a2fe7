import { describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { aMuseumApi, authorization, event, generalOrder } from '../../test/a-museum-api.ts'
import { mutations } from '../../test/mutations.ts'
import { problemOf } from '../../test/problem-of.ts'

/** Sends a body to `POST /tickets` of a new museum. */
const postBody = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) => aMuseumApi().request('POST', '/tickets', { body, headers, duplex: 'half' })

const order = JSON.stringify(generalOrder)
const json = { 'Content-Type': 'application/json' }

describe('the media type of a body', () => {
  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/merge-patch+json',
    'json',
    '',
  ])('gets 415 with Accept-Post when the operation does not support it: %s', async (type) => {
    const response = await postBody(
      new Uint8Array(Buffer.from(order)),
      type === undefined ? {} : { 'Content-Type': type },
    )
    expect(response.headers.get('Accept-Post')).toBe('application/json')
    expect(await problemOf(response)).toMatchObject({ slug: 'unsupported-media-type', status: 415 })
  })

  it('gets 415 with Accept-Patch when the operation is an update', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const response = await aMuseumApi().request('PATCH', '/special-events/17', { body: '{}', headers })
    const accepted = response.headers.get('Accept-Patch')
    expect([response.status, accepted]).toEqual([415, 'application/json, application/merge-patch+json'])
  })
})

describe('the media type of a body of an operation that can do without one, or reads none', () => {
  it.each([
    ['text/plain', 'x'],
    ['text/plain', ''],
    ['application/x-www-form-urlencoded', 'a=b'],
    ['application/x-www-form-urlencoded', ''],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/ping', ''],
    ['', 'x'],
    [undefined, 'x'],
  ])('gets 415 when it is %s with the body "%s"', async (type, body) => {
    const { request } = aMuseumApi()
    for (const { operationId, method, path } of await mutations()) {
      const response = await request(method, path, {
        body: new Uint8Array(Buffer.from(body)),
        headers: type === undefined ? {} : { 'Content-Type': type },
      })
      expect([operationId, response.status]).toEqual([operationId, 415])
      expect(response.headers.get(`Accept${method === 'PUT' || method === 'DELETE' ? '' : `-${method}`}`)).toMatch(
        /json|csv/,
      )
    }
  })

  it('can be JSON, which such an operation ignores, or be left out with the body', async () => {
    const { request, send } = aMuseumApi()
    const { headers } = await send('POST', '/special-events', event)
    const deleteEvent = (init: object) => request('DELETE', headers.get('Location')!, init)
    for (const [index, init] of [
      {},
      { headers: json },
      { headers: json, body: '{}' },
      { headers: { 'Content-Type': 'Application/JSON; charset=utf-8' }, body: '[not JSON' },
      { body: new Uint8Array() },
    ].entries()) {
      expect([index, (await deleteEvent(init)).status]).toEqual([index, 204])
      const restored = await request(
        'POST',
        headers.get('Location')!.replace('special-events', 'deleted-special-events') + '/restoration',
      )
      expect([index, restored.status]).toEqual([index, 200])
    }
  })
})

describe('a compressed body', () => {
  it('gets 415 when Content-Encoding says so', async () => {
    expect((await postBody(order, { ...json, 'Content-Encoding': 'gzip' })).status).toBe(415)
    expect((await postBody(order, { ...json, 'Content-Encoding': 'identity' })).status).toBe(201)
  })

  it('gets 415 when Transfer-Encoding says so', async () => {
    for (const coding of ['gzip, chunked', 'gzip', 'chunked, chunked'])
      expect((await postBody(order, { ...json, 'Transfer-Encoding': coding })).status).toBe(415)
    expect((await postBody(order, { ...json, 'Transfer-Encoding': 'Chunked' })).status).toBe(201)
  })
})

const bodyWithSize = (bytes: number) => {
  const order = JSON.stringify(generalOrder)
  return `${order.slice(0, -1)}${' '.repeat(bytes - order.length)}}`
}
const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 10_000) controller.enqueue(Buffer.from(text.slice(at, at + 10_000)))
      controller.close()
    },
  })
const withLength = (length: number) => ({ 'Content-Type': 'application/json', 'Content-Length': String(length) })

describe('a body', () => {
  it('can have 128 KiB, chunked or not', async () => {
    expect((await postBody(bodyWithSize(131_072))).status).toBe(201)
    expect((await postBody(chunked(bodyWithSize(131_072)))).status).toBe(201)
  })

  it('gets 413 when it has more than 128 KiB, chunked or not', async () => {
    expect(await problemOf(await postBody(bodyWithSize(131_073)))).toMatchObject({
      slug: 'payload-too-large',
      status: 413,
    })
    expect((await postBody(chunked(bodyWithSize(131_073)))).status).toBe(413)
    expect((await postBody(bodyWithSize(131_073), withLength(131_073))).status).toBe(413)
  })

  it('may have been read by a middleware of Hono, if the API is mounted with route', async () => {
    const app = new Hono()
      .use(async (c, next) => {
        await c.req.json()
        await next()
      })
      .route('/', aMuseumApi().api)
    for (const body of [bodyWithSize(1_000), chunked(bodyWithSize(1_000))]) {
      const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
      const sold = await app.request('/v1.1/tickets', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
      expect(sold.status).toBe(201)
    }
  })

  it('gets 408 when its connection fails before its end, chunked or not', async () => {
    const failing = () => new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) })
    expect(await problemOf(await postBody(failing()))).toMatchObject({ slug: 'request-timeout', status: 408 })
    expect(await problemOf(await postBody(failing(), withLength(99)))).toMatchObject({
      slug: 'request-timeout',
      status: 408,
    })
  })
})

describe('a JSON body', () => {
  it.each([
    ['not-json', ''],
    ['not-json', '  '],
    ['not-json', '{"ticketType":'],
    ['not-json', "{'ticketType':'general'}"],
    ['not-an-object', '[]'],
    ['not-an-object', 'null'],
    ['not-an-object', '"general"'],
    ['not-an-object', '17'],
  ])('has the fault %s: %j', async (code, body) => {
    expect(await problemOf(await postBody(body))).toMatchObject({ status: 400, errors: [{ pointer: '#', code }] })
  })

  it('has the fault not-utf-8 when its bytes are not UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"email":"'), 0xff, ...Buffer.from('"}')])
    expect(await problemOf(await postBody(bytes))).toMatchObject({
      status: 400,
      errors: [{ pointer: '#', code: 'not-utf-8' }],
    })
    const utf16 = new Uint8Array(Buffer.from(JSON.stringify(generalOrder), 'utf16le'))
    expect((await postBody(utf16)).status).toBe(400)
  })

  it('can begin with a byte order mark', async () => {
    expect((await postBody(`\ufeff${JSON.stringify(generalOrder)}`)).status).toBe(201)
  })

  it('does not pollute prototypes, and inherits no members', async () => {
    const body = `{"__proto__":{"email":"a@b"},"constructor":{"prototype":{"x":1}},"toString":1,${JSON.stringify(generalOrder).slice(1)}`
    expect((await postBody(body)).status).toBe(201)
    expect(({} as { x?: number }).x).toBeUndefined()
    const inherited = await postBody('{"__proto__":{"ticketType":"general","ticketDate":"2030-05-17","email":"a@b"}}')
    expect((await problemOf(inherited)).errors).toHaveLength(3)
  })

  it('is read, and its problem details are sent, whatever Accept says', async () => {
    for (const accept of ['text/html', 'image/png', 'nonsense', 'application/json;q=0']) {
      const headers = { 'Content-Type': 'application/json', Accept: accept }
      expect((await postBody(JSON.stringify(generalOrder), headers)).status).toBe(201)
      expect((await problemOf(await postBody('', headers))).status).toBe(400)
    }
  })
})
