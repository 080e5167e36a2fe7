import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

describe('/healthz', () => {
  it('responds with 200 while /readyz responds with 503', async () => {
    const { api } = aMuseumApi({}, { isReady: async () => false })
    const [ready, health] = [await api.request('/readyz'), await api.request('/healthz')]
    expect([ready.status, health.status, await health.json()]).toEqual([503, 200, { status: 'ok' }])
  })
})

describe('/readyz', () => {
  it('responds with 503 while the database cannot be reached', async () => {
    const response = await aMuseumApi({}, { isReady: async () => false }).api.request('/readyz')
    expect(response.headers.get('Retry-After')).toBe('2')
    expect((await problemOf(response)).slug).toBe('service-unavailable')
  })

  it.each([
    [true, true],
    [{ writes: true }, true],
    [{ writes: false }, false],
  ])('responds with 200, and whether writes are stored, when isReady resolves to %j', async (ready, writes) => {
    const response = await aMuseumApi({}, { isReady: async () => ready }).api.request('/readyz')
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready', writes }])
  })

  it('names the host of the database when isReady does', async () => {
    const isReady = async () => ({ writes: true, databaseHost: 'db2:3306' })
    const response = await aMuseumApi({}, { isReady }).api.request('/readyz')
    expect(await response.json()).toEqual({ status: 'ready', writes: true, databaseHost: 'db2:3306' })
  })

  it('calls isReady once for all requests within a second', async () => {
    let calls = 0
    const isReady = async () => (calls += 1) > 0
    const { api } = aMuseumApi({}, { isReady })
    const responses = await Promise.all(Array.from({ length: 100 }, async () => api.request('/readyz')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    await api.request('/readyz')
    expect(calls).toBe(1)
  })

  it('responds with 503 once the signal stopping is aborted, also to a request that arrived before', async () => {
    const stopping = new AbortController()
    const database = Promise.withResolvers<boolean>()
    const { api } = aMuseumApi({}, { isReady: () => database.promise, stopping: stopping.signal })
    const earlier = api.request('/readyz')
    stopping.abort()
    database.resolve(true)
    expect((await earlier).status).toBe(503)
    expect((await api.request('/readyz')).status).toBe(503)
  })
})
