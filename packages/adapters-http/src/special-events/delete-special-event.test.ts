import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf } from '../../test/problem-of.ts'

describe('deleteSpecialEvent', () => {
  it('responds with 204 without a body, and with 404 when it is repeated', async () => {
    const api = aMuseumApi()
    const { path } = await createdEvent(api)
    const response = await api.request('DELETE', path)
    expect([response.status, await response.text(), response.headers.get('Content-Type')]).toEqual([204, '', null])
    expect((await api.request('DELETE', path)).status).toBe(404)
    expect((await api.request('GET', path)).status).toBe(404)
    expect(await (await api.request('GET', '/special-events')).json()).toEqual([])
  })

  it('responds with 412 when If-Match has another ETag, and deletes nothing', async () => {
    const api = aMuseumApi()
    const { path, etag } = await createdEvent(api)
    expect((await api.request('DELETE', path, { headers: { 'If-Match': '"x"' } })).status).toBe(412)
    expect(await faultsOf(await api.request('DELETE', path, { headers: { 'If-Match': '' } }))).toEqual([
      ['If-Match', 'not-an-entity-tag'],
    ])
    expect((await api.request('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(204)
  })

  it('reports the fault not-a-uuid when the identifier is malformed', async () => {
    expect(await faultsOf(await aMuseumApi().request('DELETE', '/special-events/17'))).toEqual([
      ['eventId', 'not-a-uuid'],
    ])
  })
})
