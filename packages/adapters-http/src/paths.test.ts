import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, authorization, credentials, event } from '../test/a-museum-api.ts'
import { museumApi } from './museum-api.ts'

const apiBelow = (basePath: string) => museumApi(aMuseumApi().museum, credentials, { basePath })

describe('a base path', () => {
  it.each([
    '/docs',
    '/docs/x',
    '/problems',
    '/problems/v1',
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/fonts/v1',
    '/rehearsal-payment',
    '/events.json',
    '/calendar.ics',
  ])('is invalid when another path of the API is there or above it: %s', (basePath) => {
    expect(() => apiBelow(basePath)).toThrow(/basePath must not be .* or below it/)
  })

  it.each(['', '/', 'v1', '/v1/', '//v1', '/v1//x', '/..', '/v1/..', '/.', '/./v1', '/:id', '/*', '/%2e%2e', '/v1?x'])(
    'is invalid when no request would match it: "%s"',
    (basePath) => {
      expect(() => apiBelow(basePath)).toThrow(/basePath must/)
    },
  )

  it.each(['/documents', '/docs-v1', '/api/docs', '/.well-known/museum', '/...'])('can be %s', async (basePath) => {
    const api = apiBelow(basePath)
    const read = await api.request(`${basePath}/museum-hours`, { headers: { Authorization: authorization } })
    expect(read.status).toBe(200)
    expect((await api.request('/docs')).status).toBe(200)
  })

  it('cannot be any path of the API outside of it', () => {
    const outside = aMuseumApi().api.routes.filter(({ method, path }) => method === 'GET' && !path.startsWith('/v1.1'))
    for (const { path } of outside) expect(() => apiBelow(path)).toThrow(/basePath must/)
    expect(outside.length).toBeGreaterThan(10)
  })

  it('is part of every path that a response contains', async () => {
    const api = apiBelow('/museum/v9')
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
