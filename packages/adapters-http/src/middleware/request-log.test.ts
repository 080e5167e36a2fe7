import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, generalOrder, uuid } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import type { RequestRecord } from './request-log.ts'

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

  it('has an identifier that the service makes, never the one that the client sent', async () => {
    const response = await aMuseumApi().request('GET', '/museum-hours', { headers: { 'X-Request-Id': 'theirs' } })
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })
})
