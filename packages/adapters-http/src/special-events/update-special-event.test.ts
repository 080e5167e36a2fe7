import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, event } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf } from '../../test/problem-of.ts'
import { SpecialEventBody } from './special-event.wire.ts'

const unknown = '00000000-0000-7000-8000-00000000dead'

describe('updateSpecialEvent', () => {
  it.each(['application/json', 'application/merge-patch+json', 'Application/JSON; charset=utf-8'])(
    'changes only the members that are sent (%s)',
    async (type) => {
      const api = aMuseumApi()
      const { body, path, etag } = await createdEvent(api)
      const response = await api.send('PATCH', path, { location: 'Roof', price: 5 }, { 'Content-Type': type })
      expect(response.status).toBe(200)
      const updated = SpecialEventBody.strict().parse(await response.json())
      expect(updated).toEqual({ ...body, location: 'Roof', price: 5 })
      expect(response.headers.get('ETag')).not.toBe(etag)
      const read = await api.request('GET', path)
      expect([await read.json(), read.headers.get('ETag')]).toEqual([updated, response.headers.get('ETag')])
    },
  )

  it('changes nothing when the body is empty or has only unknown members and an eventId', async () => {
    const api = aMuseumApi()
    const { body, path, etag } = await createdEvent(api)
    for (const changes of [{}, { eventId: unknown, extra: true }]) {
      const response = await api.send('PATCH', path, changes)
      expect([response.status, await response.json(), response.headers.get('ETag')]).toEqual([200, body, etag])
    }
  })

  it('replaces all dates, also with past ones', async () => {
    const api = aMuseumApi()
    const { path } = await createdEvent(api)
    const response = await api.send('PATCH', path, { dates: ['2000-01-01'] })
    expect(await response.json()).toMatchObject({ dates: ['2000-01-01'] })
  })

  it.each(Object.keys(event))('reports the fault null-not-allowed when %s is null', async (member) => {
    const api = aMuseumApi()
    const { path } = await createdEvent(api)
    expect(await faultsOf(await api.send('PATCH', path, { [member]: null }))).toEqual([
      [`#/${member}`, 'null-not-allowed'],
    ])
  })

  it('reports the faults of path, header and body together, and changes nothing', async () => {
    const api = aMuseumApi()
    const { body, path } = await createdEvent(api)
    const faulty = { name: '', price: 1.001 }
    const response = await api.send('PATCH', '/special-events/17', faulty, { 'If-Match': 'bare' })
    expect(await faultsOf(response)).toEqual([
      ['eventId', 'not-a-uuid'],
      ['If-Match', 'not-an-entity-tag'],
      ['#/name', 'text-blank'],
      ['#/price', 'price-too-precise'],
    ])
    await api.send('PATCH', path, { location: 'Roof', ...faulty })
    expect(await (await api.request('GET', path)).json()).toEqual(body)
  })

  it.each(['ETAG', '*', '"x", ETAG', 'ETAG,'])('responds with 200 to If-Match: %s', async (value) => {
    const api = aMuseumApi()
    const { path, etag } = await createdEvent(api)
    const headers = { 'If-Match': value.replace('ETAG', etag) }
    expect((await api.send('PATCH', path, { price: 1 }, headers)).status).toBe(200)
  })

  it.each(['"x"', 'W/ETAG'])('responds with 412 to If-Match: %s, and changes nothing', async (value) => {
    const api = aMuseumApi()
    const { body, path, etag } = await createdEvent(api)
    const response = await api.send('PATCH', path, { price: 1 }, { 'If-Match': value.replace('ETAG', etag) })
    expect(response.status).toBe(412)
    expect(await response.json()).toMatchObject({ type: '/problems/precondition-failed' })
    expect(await (await api.request('GET', path)).json()).toEqual(body)
  })

  it('responds with 412 to the second of two concurrent changes with the same If-Match', async () => {
    const api = aMuseumApi()
    const { path, etag } = await createdEvent(api)
    const outcomes = [1, 2].map((price) => api.send('PATCH', path, { price }, { 'If-Match': etag }))
    expect((await Promise.all(outcomes)).map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  it('responds with 404 when the event is unknown or deleted', async () => {
    const api = aMuseumApi()
    const { path } = await createdEvent(api)
    await api.request('DELETE', path)
    for (const gone of [path, `/special-events/${unknown}`]) {
      const response = await api.send('PATCH', gone, { price: 1 })
      expect([response.status, await response.json()]).toMatchObject([404, { type: '/problems/event-not-found' }])
    }
  })
})
