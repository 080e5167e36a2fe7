import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf } from '../../test/problem-of.ts'
import { SpecialEventBody } from './special-event.wire.ts'

const unknown = '00000000-0000-7000-8000-00000000dead'

describe('getSpecialEvent', () => {
  it('responds with the event, whether the letters of its identifier are upper or lower case', async () => {
    const api = aMuseumApi()
    const { body, path, etag } = await createdEvent(api)
    for (const spelling of [path, path.toUpperCase().replace('/SPECIAL-EVENTS', '/special-events')]) {
      const response = await api.request('GET', spelling)
      expect(response.status).toBe(200)
      expect(SpecialEventBody.strict().parse(await response.json())).toEqual(body)
      expect(response.headers.get('ETag')).toBe(etag)
      expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    }
  })

  it.each(['ETAG', 'W/ETAG', '"x", ETAG', ', ETAG,,', '"a,b",ETAG', '*'])(
    'responds with 304 to If-None-Match: %s',
    async (value) => {
      const api = aMuseumApi()
      const { path, etag } = await createdEvent(api)
      const headers = { 'If-None-Match': value.replace('ETAG', etag) }
      expect((await api.request('GET', path, { headers })).status).toBe(304)
    },
  )

  it.each(['"other"', 'malformed', '', ',', '"x" ETAG', 'ETAG, bare'])(
    'responds with 200 to If-None-Match: %s',
    async (value) => {
      const api = aMuseumApi()
      const { path, etag } = await createdEvent(api)
      const headers = { 'If-None-Match': value.replace('ETAG', etag) }
      expect((await api.request('GET', path, { headers })).status).toBe(200)
    },
  )

  it('responds with 404 event-not-found when there is no such event', async () => {
    const response = await aMuseumApi().request('GET', `/special-events/${unknown}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ type: '/problems/event-not-found', title: 'Special event not found' })
  })

  it('reports the fault not-a-uuid when the identifier is malformed', async () => {
    expect(await faultsOf(await aMuseumApi().request('GET', '/special-events/17'))).toEqual([['eventId', 'not-a-uuid']])
  })
})
