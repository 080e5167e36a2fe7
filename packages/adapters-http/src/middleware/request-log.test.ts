import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { exampleId } from '@museum/testing/examples'
import { Hono } from 'hono'
import { mount } from 'hono/mount'
import { aMuseumApi, authorization, authorizationOf, credentials, generalOrder, uuid } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'
import { type RequestRecord, type TraceRequest, describeError } from './request-log.ts'

describe('the record of a request', () => {
  it('contains no query, no body and no credentials', async () => {
    const records: RequestRecord[] = []
    const onResponse = (record: RequestRecord) => records.push(record)
    const { request, send } = aMuseumApi({}, { onResponse, clientAddress: () => '192.0.2.7' })
    await send('POST', '/tickets', { ...generalOrder, phone: '+49 30 901820' })
    await request('GET', '/museum-hours?startDate=2030-05-01&secret=1')
    expect(records).toMatchObject([{ status: 201, clientAddress: '192.0.2.7' }, { status: 200 }])
    // The whole phone number: its last six digits alone also occur in identifiers and times.
    expect(JSON.stringify(records)).not.toMatch(/visitor|49 ?30 ?901820|curator|secret|Basic/)
  })

  it('has the error that was thrown, and the identifier of the 500 response', async () => {
    const records: RequestRecord[] = []
    const error = new Error('a defect')
    const { ports } = aMuseumApi()
    const schedule = async () => {
      throw error
    }
    const { request } = aMuseumApi(
      { museumHours: { ...ports.museumHours, schedule } },
      { onResponse: (record) => records.push(record) },
    )
    const response = await request('GET', '/museum-hours?limit=1', { headers: { 'X-Request-Id': 'theirs' } })
    const { instance } = await problemOf(response)
    expect(records).toEqual([
      {
        requestId: instance.replace('urn:uuid:', ''),
        callerRequestId: 'theirs',
        method: 'GET',
        path: '/v1.1/museum-hours',
        operationId: 'getMuseumHours',
        status: 500,
        milliseconds: expect.any(Number),
        error,
      },
    ])
  })

  it('has at most 200 characters of the X-Request-Id of the client, and 500 of the path', async () => {
    const records: RequestRecord[] = []
    const { request } = aMuseumApi({}, { onResponse: (record) => records.push(record) })
    await request('GET', `/${'x'.repeat(1_000)}`, { headers: { 'X-Request-Id': 'y'.repeat(1_000) } })
    expect(records.map(({ callerRequestId, path }) => [callerRequestId?.length, path.length])).toEqual([[200, 500]])
  })

  it('has the first 8 characters of a link of a visitor, whatever the request is', async () => {
    const records: RequestRecord[] = []
    const { api } = aMuseumApi({}, { onResponse: (record) => records.push(record), mountPath: '/museum' })
    const link = `AQ${'-_Az09'.repeat(7)}`
    const requested = async (path: string) => {
      await api.request(path, { headers: { Referer: `https://museum.example/museum/my-tickets/${link}` } })
      return records.at(-1)!.path
    }
    for (const name of ['my-tickets', 'buy']) {
      const cut = `/museum/${name}/AQ-_Az09…`
      for (const path of [
        link,
        link.slice(0, 9),
        `${link}/`,
        `${link}/receipt`,
        `${link}/${exampleId(1)}.png?x=${link}`,
      ])
        for (const below of ['', '/museum']) expect(await requested(`${below}/${name}/${path}`)).toBe(cut)
      expect(await requested(`/${name}/${link.slice(0, 8)}`)).toBe(`/museum/${name}/AQ-_Az09`)
      expect(await requested(`/v1.1/${name}/${link}`)).toBe(`/museum/v1.1/${name}/AQ-_Az09…`)
      expect(await requested(`/${name}/%0A😀${link}`)).toBe(`/museum/${name}/\n😀AQ-_Az…`)
    }
    expect(JSON.stringify(records)).not.toContain(link.slice(0, 9))
  })

  it('has the operationId for the method and the path, also when the operation is not called, and none for other requests', async () => {
    const records: RequestRecord[] = []
    const options = { onResponse: (record: RequestRecord) => records.push(record), corsOrigins: ['https://a.example'] }
    const { request, send, api } = aMuseumApi({}, options)
    const at = `/tickets/${exampleId(1)}`
    await send('POST', '/tickets', generalOrder)
    await send('POST', '/tickets', {})
    await request('GET', `${at}/`)
    await request('HEAD', `/tickets/${exampleId(9)}`)
    await request('GET', `${at}?ticketType=general`, { headers: { Authorization: '' } })
    await request('DELETE', `/special-events/${exampleId(1)}`, { headers: { Authorization: authorizationOf('gate') } })
    await request('GET', '/tickets/%zz')
    const withoutOperation = records.length
    for (const [method, path] of [
      ['PUT', at],
      ['OPTIONS', at],
      ['PURCHASE', '/tickets'],
      ['GET', `${at}/buyMuseumTickets`],
      ['GET', '/operation-x'],
      ['GET', '/special-events%2f17'],
    ] as const)
      await request(method, path)
    for (const path of ['/', '/docs', '/openapi.json', '/healthz', '/readyz', '/problems/not-found', '/tickets'])
      await api.request(path)
    expect(records.slice(0, withoutOperation).map(({ operationId, status }) => [operationId, status])).toEqual([
      ['buyMuseumTickets', 201],
      ['buyMuseumTickets', 400],
      ['getTicket', 200],
      ['getTicket', 404],
      ['getTicket', 401],
      ['deleteSpecialEvent', 403],
      ['getTicket', 400],
    ])
    expect(records.slice(withoutOperation).map((record) => 'operationId' in record)).toEqual(
      Array.from({ length: 13 }, () => false),
    )
  })

  it('has the operationId in an application that removes the mount path, and in one that does not', async () => {
    const records: RequestRecord[] = []
    const api = museumApi(aMuseumApi().museum, credentials, {
      mountPath: '/museum',
      onResponse: (record) => records.push(record),
    })
    const headers = { Authorization: authorization }
    const hosts = [new Hono().route('/museum', api), new Hono().all('/museum/*', mount(api.fetch))]
    for (const host of hosts) await host.request('/museum/v1.1/museum-hours?limit=1', { headers })
    expect(records.map(({ operationId }) => operationId)).toEqual(['getMuseumHours', 'getMuseumHours'])
  })

  it('has an identifier that the service makes, never that of the client', async () => {
    const response = await aMuseumApi().request('GET', '/museum-hours', { headers: { 'X-Request-Id': 'theirs' } })
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })

  it('has the trace id that traceRequest adds after it has run the request and knows its route', async () => {
    const records: RequestRecord[] = []
    const routes: unknown[] = []
    const traceRequest: TraceRequest = async (c, handle) => {
      routes.push(c.get('route'))
      const record = await handle()
      routes.push(c.get('route'), record.status)
      return { ...record, traceId: '4bf92f3577b34da6a3ce929d0e0e4736' }
    }
    const onResponse = (record: RequestRecord) => records.push(record)
    const { request, api } = aMuseumApi({}, { traceRequest, onResponse })
    const response = await request('GET', `/tickets/${exampleId(1)}`)
    await api.request('/unknown')
    expect(response.status).toBe(404)
    expect(routes).toEqual([undefined, '/tickets/{ticketId}', 404, undefined, undefined, 404])
    expect(records).toMatchObject([{ status: 404, traceId: '4bf92f3577b34da6a3ce929d0e0e4736' }, { status: 404 }])
  })
})

describe('the API without the option onResponse', () => {
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it('writes the error of a request that got 500 to standard error, with the identifier of the response', async () => {
    const written = jest.spyOn(console, 'error').mockImplementation(() => {})
    const schedule = async () => {
      throw new Error('a defect')
    }
    const { museumHours } = aMuseumApi().ports
    const { request } = aMuseumApi({ museumHours: { ...museumHours, schedule } })
    const { instance } = await problemOf(await request('GET', '/museum-hours'))
    await request('GET', '/nothing')
    expect(written.mock.calls).toEqual([
      [
        `500 GET /v1.1/museum-hours (${instance.replace('urn:uuid:', '')})`,
        expect.objectContaining({ type: 'Error', message: 'a defect' }),
      ],
    ])
  })
})

describe('the description of an error', () => {
  it('has its type, message and stack', () => {
    expect(describeError(new TypeError('no such window'))).toEqual({
      type: 'TypeError',
      message: 'no such window',
      stack: expect.arrayContaining([expect.stringMatching(/^at .*request-log\.test\.ts/)]),
    })
  })

  it('ends although its causes form a cycle', () => {
    const [one, other] = [new Error('one'), new Error('other')]
    one.cause = other
    other.cause = one
    expect(JSON.stringify(describeError(one)).match(/"message":"one"/g)).toHaveLength(6)
  })

  it('has the codes of a database error, but not its message and statement, which contain personal data', () => {
    const email = 'visitor@example.org'
    const ofMysql = Object.assign(new Error(`Duplicate entry '${email}'`), {
      errno: 1062,
      code: 'ER_DUP_ENTRY',
      sql: email,
    })
    const ofSqlite = Object.assign(new Error(`near "${email}"`), { errcode: 1, code: 'ERR_SQLITE_ERROR' })
    const wrapped = new Error('the database is unavailable', { cause: ofMysql })
    const logged = JSON.stringify([ofMysql, ofSqlite, wrapped].map(describeError))
    expect(logged).not.toContain('visitor')
    expect(logged).toContain('"errno":1062')
    expect(logged).toContain('"errcode":1')
    expect(logged).toContain('the database is unavailable')
  })
})
