import { describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { type CredentialVerifier, OutcomeUnknown, Unavailable } from '@museum/application'
import { refuse } from '@museum/domain'
import { aMuseumApi, authorization, basic, credentials, event, generalOrder, uuid } from '../test/a-museum-api.ts'
import type { RequestRecord } from './middleware/request-log.ts'
import { museumApi } from './museum-api.ts'
import { Problem } from './problems/problem-record.ts'

/** Reads a problem record and holds it against its schema, its header and its status. */
const problemOf = async (response: Response) => {
  const record = Problem.strict().parse(await response.json())
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(record.status).toBe(response.status)
  expect(record.instance).toBe(`urn:uuid:${response.headers.get('X-Request-Id')}`)
  return { ...record, slug: record.type.replace('/problems/', '') }
}
const send = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) =>
  aMuseumApi().ask('POST', '/tickets', {
    body,
    headers,
    duplex: 'half',
  })

describe('access', () => {
  it.each([
    ['missing', undefined],
    ['of another scheme', 'Bearer abc'],
    ['malformed', 'Basic ???'],
    ['without a colon', `Basic ${btoa('curator')}`],
    ['of an unknown user', basic('nobody', 'päss:wörd')],
    ['with a wrong password', basic('curator', 'wrong')],
    ['behind a byte order mark', basic('\ufeffcurator', 'päss:wörd')],
    ['not UTF-8', `Basic ${Buffer.from('curator:päss:wörd', 'latin1').toString('base64')}`],
  ])('is refused alike when the credentials are %s', async (_, value) => {
    const response = await aMuseumApi().api.request('/v1.1/museum-hours', {
      headers: value ? { Authorization: value } : {},
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('WWW-Authenticate')).toBe('Basic realm="museum", charset="UTF-8"')
    expect(await problemOf(response)).toMatchObject({
      slug: 'unauthorized',
      detail: expect.stringContaining('Send the user name'),
    })
  })

  it('is granted to a UTF-8 user name and a password with a colon', async () => {
    expect(
      (await aMuseumApi().api.request('/v1.1/museum-hours', { headers: { Authorization: authorization } })).status,
    ).toBe(200)
  })

  it.each([
    ['GET', '/v1.1'],
    ['GET', '/v1.1/'],
    ['GET', '/v1.1/unknown'],
    ['PUT', '/v1.1/tickets'],
    ['OPTIONS', '/v1.1/tickets'],
    ['HEAD', '/v1.1/tickets'],
    ['GET', '/v1.1/special-events/malformed'],
    ['GET', '/v1.1/%zz'],
    ['GET', '/v1%2E1/museum-hours'],
    ['POST', '/v1.1/tickets'],
  ])('is asked for before routing, validation and body parsing: %s %s', async (method, path) => {
    expect((await aMuseumApi().api.request(path, { method })).status).toBe(401)
  })

  it('is refused with 429 and Retry-After when too many passwords are being checked', async () => {
    const busy = { verify: async () => ({ ...refuse('too-many-requests', 'Busy.'), retryAfter: 17 }) }
    const response = await museumApi(aMuseumApi().museum, busy).request('/v1.1/museum-hours', {
      headers: { Authorization: authorization },
    })
    expect(response.headers.get('Retry-After')).toBe('17')
    expect(await problemOf(response)).toMatchObject({ slug: 'too-many-requests', status: 429 })
  })
})

describe('every answer', () => {
  it.each([
    ['GET', '/v1.1/museum-hours', 200],
    ['HEAD', '/v1.1/museum-hours', 200],
    ['OPTIONS', '/v1.1/museum-hours', 204],
    ['GET', '/v1.1/tickets/17/qr', 400],
    ['GET', '/v1.1/unknown', 404],
    ['PUT', '/v1.1/tickets', 405],
    ['GET', '/openapi.json', 200],
    ['GET', '/docs', 200],
    ['GET', '/problems/not-found', 200],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/', 404],
  ])('is what its type says and nothing else, and has an identifier: %s %s', async (method, path, status) => {
    const response = await aMuseumApi().api.request(path, { method, headers: { Authorization: authorization } })
    expect([response.status, response.headers.get('X-Content-Type-Options')]).toEqual([status, 'nosniff'])
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })
})

describe('routing', () => {
  it('answers 404 for an unknown path', async () => {
    for (const path of ['/v1.1/unknown', '/v1.1', '/v1.1/tickets/extra', '/v1.1/Tickets', '/v1.1//tickets'])
      expect(await problemOf(await aMuseumApi().ask('GET', path))).toMatchObject({ slug: 'not-found', status: 404 })
    expect(await problemOf(await aMuseumApi().api.request('/unknown'))).toMatchObject({ slug: 'not-found' })
  })

  it.each([
    ['PUT', '/tickets', 'POST, OPTIONS'],
    ['GET', '/tickets', 'POST, OPTIONS'],
    ['HEAD', '/tickets', 'POST, OPTIONS'],
    ['DELETE', '/special-events', 'POST, GET, HEAD, OPTIONS'],
    ['PUT', '/special-events/17', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['POST', '/museum-hours', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/museum-hours', 'GET, HEAD, OPTIONS'],
  ])('answers 405 with Allow to %s %s', async (method, path, allow) => {
    const response = await aMuseumApi().ask(method, path)
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allow])
    if (method !== 'HEAD') expect((await problemOf(response)).slug).toBe('method-not-allowed')
  })

  it('answers OPTIONS with 204 and Allow', async () => {
    const response = await aMuseumApi().ask('OPTIONS', '/special-events/17/')
    expect([response.status, response.headers.get('Allow'), await response.text()]).toEqual([
      204,
      'GET, HEAD, PATCH, DELETE, OPTIONS',
      '',
    ])
    expect(response.headers.get('Content-Type')).toBeNull()
    expect((await aMuseumApi().ask('OPTIONS', '/unknown')).status).toBe(404)
  })

  it('answers HEAD like GET without a body', async () => {
    const { ask } = aMuseumApi()
    const [get, head] = [await ask('GET', '/museum-hours'), await ask('HEAD', '/museum-hours')]
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['ETag', 'Link', 'Content-Type', 'X-Total-Count'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })

  it('takes a trailing slash as the same resource', async () => {
    const { ask, send: post } = aMuseumApi()
    expect((await ask('GET', '/museum-hours/')).headers.get('Link')).toContain('</v1.1/museum-hours?')
    const created = await post('POST', '/special-events/', event)
    expect(created.headers.get('Location')).toMatch(/^\/v1\.1\/special-events\/[0-9a-f-]{36}$/)
    expect((await ask('GET', `${created.headers.get('Location')}/`)).status).toBe(200)
  })

  it.each(['/special-events/%', '/special-events/%zz', '/%E0%A4%A', '/tickets/%ff/qr'])(
    'answers 400 to the broken escape in %s',
    async (path) => {
      expect(await problemOf(await aMuseumApi().ask('GET', path))).toMatchObject({
        status: 400,
        errors: [{ code: 'broken-escape' }],
      })
    },
  )

  it('answers 400 to a broken escape outside the base path', async () => {
    expect((await aMuseumApi().api.request('/docs/%')).status).toBe(400)
  })

  it('lives inside another application, and leaves it alone', async () => {
    const { museum } = aMuseumApi()
    const api = museumApi(museum, credentials, { basePath: '/museum/v1.1', deadline: 20 })
    const app = new Hono()
      .all('/museum/*', (c) => api.fetch(c.req.raw))
      .get('/mine/:what', async (c) => {
        await new Promise((resolve) => setTimeout(resolve, 40))
        return c.text(c.req.param('what'))
      })
    const headers = { Authorization: authorization }
    expect((await app.request('/museum/v1.1/museum-hours/', { headers })).status).toBe(200)
    expect((await problemOf(await app.request('/museum/v1.1/unknown', { headers }))).slug).toBe('not-found')
    const mine = await app.request('/mine/%zz')
    expect([mine.status, await mine.text(), mine.headers.get('X-Request-Id')]).toEqual([200, '%zz', null])
  })

  it.each(['/docs', '/docs/x', '/problems', '/problems/v1', '/healthz', '/readyz', '/openapi.json'])(
    'refuses the base path %s, which is taken by a path outside of it',
    (basePath) => {
      const { museum } = aMuseumApi()
      expect(() => museumApi(museum, credentials, { basePath })).toThrow(/basePath must not be .* or below it/)
    },
  )

  it.each(['', '/', 'v1', '/v1/', '//v1', '/v1//x', '/..', '/v1/..', '/.', '/./v1', '/:id', '/*', '/%2e%2e', '/v1?x'])(
    'refuses the base path "%s", which no request would match',
    (basePath) => {
      const { museum } = aMuseumApi()
      expect(() => museumApi(museum, credentials, { basePath })).toThrow(/basePath must/)
    },
  )

  it.each(['/documents', '/docs-v1', '/api/docs', '/.well-known/museum', '/...'])(
    'takes the base path %s',
    async (basePath) => {
      const api = museumApi(aMuseumApi().museum, credentials, { basePath })
      const read = await api.request(`${basePath}/museum-hours`, { headers: { Authorization: authorization } })
      expect(read.status).toBe(200)
      expect((await api.request('/docs')).status).toBe(200)
    },
  )

  it('needs authentication nowhere but below the base path: the list of the paths outside of it is complete', async () => {
    const { api } = aMuseumApi()
    const outside = api.routes.filter(({ method, path }) => method === 'GET' && !path.startsWith('/v1.1'))
    for (const { path } of outside)
      expect(() => museumApi(aMuseumApi().museum, credentials, { basePath: path })).toThrow(/basePath must/)
    expect(outside.length).toBeGreaterThan(10)
  })

  it('lives under another base path', async () => {
    const { museum } = aMuseumApi()
    const api = museumApi(museum, credentials, { basePath: '/museum/v9' })
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
    expect((await api.request('/museum/v9/museum-hours')).status).toBe(401)
    expect((await api.request('/museum/v9/museum-hours', { headers })).headers.get('Link')).toContain(
      '</museum/v9/museum-hours?',
    )
    const created = await api.request('/museum/v9/special-events', {
      method: 'POST',
      headers,
      body: JSON.stringify(event),
    })
    expect(created.headers.get('Location')).toMatch(/^\/museum\/v9\/special-events\//)
    expect(await (await api.request('/openapi.json')).json()).toMatchObject({ servers: [{ url: '/museum/v9' }] })
    expect((await api.request('/v1.1/museum-hours', { headers })).status).toBe(404)
  })
})

describe('a body', () => {
  it.each([
    ['not-json', ''],
    ['not-json', '  '],
    ['not-json', '{"ticketType":'],
    ['not-json', "{'ticketType':'general'}"],
    ['not-an-object', '[]'],
    ['not-an-object', 'null'],
    ['not-an-object', '"general"'],
    ['not-an-object', '17'],
  ])('is refused with %s: %j', async (code, body) => {
    expect(await problemOf(await send(body))).toMatchObject({ status: 400, errors: [{ pointer: '', code }] })
  })

  it('is refused when its bytes are not UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"email":"'), 0xff, ...Buffer.from('"}')])
    expect(await problemOf(await send(bytes))).toMatchObject({
      status: 400,
      errors: [{ pointer: '', code: 'not-utf-8' }],
    })
    const utf16 = new Uint8Array(Buffer.from(JSON.stringify(generalOrder), 'utf16le'))
    expect((await send(utf16)).status).toBe(400)
  })

  it('may begin with a byte order mark', async () => {
    expect((await send(`\ufeff${JSON.stringify(generalOrder)}`)).status).toBe(201)
  })

  it('with __proto__ and its like is harmless', async () => {
    const body = `{"__proto__":{"email":"a@b"},"constructor":{"prototype":{"x":1}},"toString":1,${JSON.stringify(generalOrder).slice(1)}`
    expect((await send(body)).status).toBe(201)
    expect(({} as { x?: number }).x).toBeUndefined()
    const inherited = await send('{"__proto__":{"ticketType":"general","ticketDate":"2030-05-17","email":"a@b"}}')
    expect((await problemOf(inherited)).errors).toHaveLength(3)
  })

  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/merge-patch+json',
    'json',
    '',
  ])('is refused with 415 and Accept-Post when its type is %s', async (type) => {
    const response = await send(
      new Uint8Array(Buffer.from(JSON.stringify(generalOrder))),
      type === undefined ? {} : { 'Content-Type': type },
    )
    expect(response.headers.get('Accept-Post')).toBe('application/json')
    expect(await problemOf(response)).toMatchObject({ slug: 'unsupported-media-type', status: 415 })
  })

  it('is refused with 415 and Accept-Patch by an update', async () => {
    const response = await aMuseumApi().ask('PATCH', '/special-events/17', {
      body: '{}',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect([response.status, response.headers.get('Accept-Patch')]).toEqual([
      415,
      'application/json, application/merge-patch+json',
    ])
  })

  it('is refused with 415 when it is compressed, by Transfer-Encoding too', async () => {
    const headers = { 'Content-Type': 'application/json' }
    for (const coding of ['gzip, chunked', 'gzip', 'chunked, chunked'])
      expect((await send(JSON.stringify(generalOrder), { ...headers, 'Transfer-Encoding': coding })).status).toBe(415)
    const chunkedOnce = { ...headers, 'Transfer-Encoding': 'Chunked' }
    expect((await send(JSON.stringify(generalOrder), chunkedOnce)).status).toBe(201)
  })

  it('is refused with 415 when it is compressed', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    expect((await send(JSON.stringify(generalOrder), headers)).status).toBe(415)
    expect((await send(JSON.stringify(generalOrder), { ...headers, 'Content-Encoding': 'identity' })).status).toBe(201)
  })

  const padded = (bytes: number) => {
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
  it('may have 128 KiB, chunked or not', async () => {
    expect((await send(padded(131_072))).status).toBe(201)
    expect((await send(chunked(padded(131_072)))).status).toBe(201)
  })
  it('is refused with 408 when it breaks off, chunked or not', async () => {
    const broken = () =>
      new ReadableStream({
        pull: (controller) => controller.error(new Error('aborted')),
      })
    const length = { 'Content-Type': 'application/json', 'Content-Length': '99' }
    expect(await problemOf(await send(broken()))).toMatchObject({ slug: 'request-timeout', status: 408 })
    expect(await problemOf(await send(broken(), length))).toMatchObject({ slug: 'request-timeout', status: 408 })
  })
  it('is refused with 413 above, chunked or not', async () => {
    expect(await problemOf(await send(padded(131_073)))).toMatchObject({ slug: 'payload-too-large', status: 413 })
    expect((await send(chunked(padded(131_073)))).status).toBe(413)
    const declared = { 'Content-Type': 'application/json', 'Content-Length': '131073' }
    expect((await send(padded(131_073), declared)).status).toBe(413)
  })

  it('and its answer do not depend on Accept', async () => {
    for (const accept of ['text/html', 'image/png', 'nonsense', 'application/json;q=0']) {
      const headers = { 'Content-Type': 'application/json', Accept: accept }
      expect((await send(JSON.stringify(generalOrder), headers)).status).toBe(201)
      expect((await problemOf(await send('', headers))).status).toBe(400)
    }
  })
})

describe('a failure', () => {
  const records: RequestRecord[] = []
  const failing = (error: Error) => {
    records.length = 0
    const { ports } = aMuseumApi()
    const schedule = async () => {
      throw error
    }
    const museumHours = { ...ports.museumHours, schedule }
    return aMuseumApi({ museumHours }, { onResponse: (record) => records.push(record) })
  }

  it('that is unexpected answers 500 with nothing internal, and is told to the log under the request id', async () => {
    const error = new Error('secret table `ticket` at 10.0.0.1')
    const response = await failing(error).ask('GET', '/museum-hours?limit=1', { headers: { 'X-Request-Id': 'theirs' } })
    const text = await response.clone().text()
    const { slug, instance } = await problemOf(response)
    expect(slug).toBe('internal-error')
    expect(text).not.toMatch(/secret|ticket|10\.0\.0\.1|stack/)
    expect(records).toEqual([
      {
        requestId: instance.replace('urn:uuid:', ''),
        callerRequestId: 'theirs',
        method: 'GET',
        path: '/v1.1/museum-hours',
        status: 500,
        milliseconds: expect.any(Number),
        error,
      },
    ])
  })

  it('of what the museum depends on answers 503 with Retry-After', async () => {
    const response = await failing(new Unavailable('the database is away')).ask('GET', '/museum-hours')
    expect(response.headers.get('Retry-After')).toBe('2')
    expect(await problemOf(response)).toMatchObject({ slug: 'service-unavailable', status: 503 })
  })

  it('in the middle of a write answers a purchase outcome-unknown, and a change like any other 503', async () => {
    const { ports } = aMuseumApi()
    const lost = async () => {
      throw new OutcomeUnknown('the connection was lost')
    }
    const { send: write } = aMuseumApi({
      tickets: { ...ports.tickets, add: lost },
      specialEvents: { ...ports.specialEvents, add: lost, update: lost },
    })
    for (const answer of [
      await write('POST', '/tickets', generalOrder),
      await write('POST', '/special-events', event),
    ]) {
      expect(answer.headers.get('Retry-After')).toBeNull()
      expect(await problemOf(answer)).toMatchObject({ slug: 'outcome-unknown', status: 503 })
    }
    const change = await write('PATCH', '/special-events/00000000-0000-7000-8000-00000000dead', {})
    expect(change.headers.get('Retry-After')).toBe('2')
    expect((await problemOf(change)).slug).toBe('service-unavailable')
  })

  it('in time answers 503 at once, to whoever comes when as many are under way as can be served', async () => {
    const { ports } = aMuseumApi()
    let open = () => {}
    const closed = new Promise<void>((resolve) => (open = resolve))
    const find: typeof ports.tickets.find = async (ticketId) => {
      await closed
      return ports.tickets.find(ticketId)
    }
    const { ask, api } = aMuseumApi({ tickets: { ...ports.tickets, find } }, { maxConcurrentRequests: 2 })
    const image = '/tickets/00000000-0000-7000-8000-00000000dead/qr'
    const underWay = [ask('GET', image), ask('GET', image)]
    const shed = await ask('GET', '/museum-hours')
    expect([shed.status, shed.headers.get('Retry-After')]).toEqual([503, '2'])
    expect((await problemOf(shed)).slug).toBe('service-unavailable')
    expect((await api.request('/healthz')).status).toBe(200)
    open()
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([404, 404])
    expect((await ask('GET', '/museum-hours')).status).toBe(200)
  })

  it('sheds no request because of those whose credentials are still being verified', async () => {
    const never = { verify: () => new Promise<never>(() => {}) }
    const byUser: CredentialVerifier = {
      verify: (username, ...rest) => (username === 'slow' ? never : credentials).verify(username, ...rest),
    }
    const { museum } = aMuseumApi()
    const api = museumApi(museum, byUser, { maxConcurrentRequests: 2, deadline: 1_000 })
    const slow = { method: 'POST', headers: { Authorization: basic('slow', 'x') }, body: '{}' }
    const waiting = Array.from({ length: 5 }, async () => api.request('/v1.1/tickets', slow))
    const answer = await api.request('/v1.1/museum-hours', { headers: { Authorization: authorization } })
    expect(answer.status).toBe(200)
    // Before the authentication has ended nothing was begun, so nothing is unknown.
    for (const late of await Promise.all(waiting))
      expect([(await problemOf(late)).slug, late.headers.get('Retry-After')]).toEqual(['service-unavailable', '2'])
  })

  it('to find out in time how a purchase ended is left to whoever knows the ticket, a little before the deadline', async () => {
    const told: number[] = []
    const withDeadline = <T>(milliseconds: number, work: () => Promise<T>) => {
      told.push(milliseconds)
      return work()
    }
    await aMuseumApi({}, { withDeadline }).ask('GET', '/museum-hours')
    expect(told).toEqual([9_500])
  })

  it('to be in time answers 503: a read may be repeated, the outcome of a purchase is unknown', async () => {
    const { ports } = aMuseumApi()
    const never = new Promise<never>(() => {})
    const slow = aMuseumApi({ museumHours: { ...ports.museumHours, schedule: () => never } }, { deadline: 20 })
    const read = await slow.ask('GET', '/museum-hours')
    expect(read.headers.get('Retry-After')).toBe('2')
    expect(await problemOf(read)).toMatchObject({ slug: 'service-unavailable', status: 503 })
    const purchase = await slow.send('POST', '/tickets', generalOrder)
    expect(purchase.headers.get('Retry-After')).toBeNull()
    expect(await problemOf(purchase)).toMatchObject({ slug: 'outcome-unknown', status: 503 })
  })
})

describe('a request', () => {
  it('is known by an identifier of ours, never by the one that it brings', async () => {
    const response = await aMuseumApi().ask('GET', '/museum-hours', { headers: { 'X-Request-Id': 'theirs' } })
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })

  it('is recorded without its query, its body and its credentials', async () => {
    const records: RequestRecord[] = []
    const options = { onResponse: (record: RequestRecord) => records.push(record), clientAddress: () => '192.0.2.7' }
    const { ask, send: post } = aMuseumApi({}, options)
    await post('POST', '/tickets', { ...generalOrder, phone: '+49 30 901820' })
    await ask('GET', '/museum-hours?startDate=2030-05-01&secret=1')
    expect(records).toMatchObject([{ status: 201, clientAddress: '192.0.2.7' }, { status: 200 }])
    expect(JSON.stringify(records)).not.toMatch(/visitor|901820|curator|secret|Basic/)
  })
})

describe('other origins', () => {
  const origins = { corsOrigins: ['https://tickets.example'] }
  const preflight = (origin: string) => ({
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'PATCH',
      'Access-Control-Request-Headers': 'authorization,if-match',
    },
  })

  it('are not let in by default', async () => {
    const { api, ask } = aMuseumApi()
    expect((await api.request('/v1.1/tickets', preflight('https://tickets.example'))).status).toBe(401)
    const read = await ask('GET', '/museum-hours', { headers: { Origin: 'https://tickets.example' } })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(read.headers.get('Vary')).toBeNull()
  })

  it('that are named may read, and their preflight is answered before authentication', async () => {
    const { api, ask } = aMuseumApi({}, origins)
    const allowed = await api.request('/v1.1/tickets', preflight('https://tickets.example'))
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe('https://tickets.example')
    expect(allowed.headers.get('Access-Control-Allow-Methods')).toContain('PATCH')
    expect(allowed.headers.get('Access-Control-Allow-Headers')).toBe('authorization,if-match')
    expect(allowed.headers.get('X-Request-Id')).toMatch(uuid)
    const read = await ask('GET', '/museum-hours', { headers: { Origin: 'https://tickets.example' } })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBe('https://tickets.example')
    expect(read.headers.get('Access-Control-Expose-Headers')!.split(',')).toEqual([
      'ETag',
      'Idempotency-Replayed',
      'Link',
      'Location',
      'Retry-After',
      'X-Request-Id',
      'X-Total-Count',
    ])
    expect(read.headers.get('Vary')).toContain('Origin')
    const wrong = await ask('PUT', '/tickets', { headers: { Origin: 'https://tickets.example' } })
    expect([wrong.status, wrong.headers.get('Access-Control-Allow-Origin')]).toEqual([405, 'https://tickets.example'])
    const denied = await api.request('/v1.1/museum-hours', { headers: { Origin: 'https://tickets.example' } })
    expect([denied.status, denied.headers.get('Access-Control-Allow-Origin')]).toEqual([401, 'https://tickets.example'])
  })

  it('that are not named stay outside', async () => {
    const { api, ask } = aMuseumApi({}, origins)
    expect((await api.request('/v1.1/tickets', preflight('https://evil.example'))).status).toBe(401)
    const read = await ask('GET', '/museum-hours', { headers: { Origin: 'https://evil.example' } })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(read.headers.get('Vary')).toContain('Origin')
  })

  it('get OPTIONS without a preflight like everyone else', async () => {
    const { ask } = aMuseumApi({}, origins)
    const response = await ask('OPTIONS', '/tickets', { headers: { Origin: 'https://tickets.example' } })
    expect([response.status, response.headers.get('Allow')]).toEqual([204, 'POST, OPTIONS'])
  })
})

describe('outside the base path', () => {
  it.each(['/healthz', '/readyz', '/openapi.json', '/docs', '/docs/', '/problems'])(
    '%s needs no authentication',
    async (path) => {
      expect((await aMuseumApi().api.request(path)).status).toBe(200)
    },
  )

  it('/readyz answers 503 while what the museum depends on is away', async () => {
    const response = await aMuseumApi({}, { isReady: async () => false }).api.request('/readyz')
    expect(response.headers.get('Retry-After')).toBe('2')
    expect((await problemOf(response)).slug).toBe('service-unavailable')
    expect((await aMuseumApi({}, { isReady: async () => false }).api.request('/healthz')).status).toBe(200)
  })

  it.each([
    [true, true],
    [{ writes: true }, true],
    [{ writes: false }, false],
  ])('/readyz answers 200 and whether writes are stored: %j', async (ready, writes) => {
    const response = await aMuseumApi({}, { isReady: async () => ready }).api.request('/readyz')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', writes }])
  })

  it('/readyz asks once for all requests of a second', async () => {
    let times = 0
    const isReady = async () => (times += 1) > 0
    const { api } = aMuseumApi({}, { isReady })
    const responses = await Promise.all(Array.from({ length: 1_500 }, async () => api.request('/readyz')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    await api.request('/readyz')
    expect(times).toBe(1)
  })

  it('/readyz answers 503 from when the museum stops, also to a request that came before', async () => {
    const stop = new AbortController()
    const database = Promise.withResolvers<boolean>()
    const { api } = aMuseumApi({}, { isReady: () => database.promise, stopping: stop.signal })
    const early = api.request('/readyz')
    stop.abort()
    database.resolve(true)
    expect((await early).status).toBe(503)
    expect((await api.request('/readyz')).status).toBe(503)
  })
})
