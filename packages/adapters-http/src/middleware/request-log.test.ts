import { describe, expect, it } from '@jest/globals'
import { exampleId } from '@museum/domain/examples'
import { Hono } from 'hono'
import { mount } from 'hono/mount'
import { aMuseumApi, authorization, authorizationOf, credentials, generalOrder, uuid } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'
import type { RequestRecord, TraceRequest } from './request-log.ts'

describe('the record of a request', () => {
  it('has no query, no body and no credentials', async () => {
    const records: RequestRecord[] = []
    const onResponse = (record: RequestRecord) => records.push(record)
    const { request, send } = aMuseumApi({}, { onResponse, clientAddress: () => '192.0.2.7' })
    await send('POST', '/tickets', { ...generalOrder, phone: '+49 30 901820' })
    await request('GET', '/museum-hours?startDate=2030-05-01&secret=1')
    expect(records).toMatchObject([{ status: 201, clientAddress: '192.0.2.7' }, { status: 200 }])
    expect(JSON.stringify(records)).not.toMatch(/visitor|901820|curator|secret|Basic/)
  })

  it('has the error that was thrown, and the identifier of the 500 problem', async () => {
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

  it('has the operationId of the method and the path, also when the operation is not called, and none for other requests', async () => {
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

  it('has an identifier that the service makes, never the one that the client sent', async () => {
    const response = await aMuseumApi().request('GET', '/museum-hours', { headers: { 'X-Request-Id': 'theirs' } })
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })

  it('has the trace id that traceRequest adds, which runs each request and knows its route then', async () => {
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
