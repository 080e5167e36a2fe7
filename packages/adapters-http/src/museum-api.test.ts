import { describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { aMuseumApi, authorization, credentials, event, uuid } from '../test/a-museum-api.ts'
import { problemOf } from '../test/problem-of.ts'
import { museumApi } from './museum-api.ts'

describe('the API', () => {
  it.each([
    ['GET', '/v1.1/museum-hours', 200],
    ['HEAD', '/v1.1/museum-hours', 200],
    ['OPTIONS', '/v1.1/museum-hours', 204],
    ['GET', '/v1.1/tickets/17/qr', 400],
    ['GET', '/v1.1/unknown', 404],
    ['GET', '/v1.1/tickets', 400],
    ['PUT', '/v1.1/tickets', 405],
    ['POST', '/v1.1/admissions', 415],
    ['DELETE', '/v1.1/admissions/17', 400],
    ['GET', '/v1.1/admissions/summary', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/docs', 200],
    ['GET', '/problems/not-found', 200],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/', 200],
    ['GET', '/unknown', 404],
  ])('sets nosniff and X-Request-Id in every response: %s %s', async (method, path, status) => {
    const response = await aMuseumApi().api.request(path, { method, headers: { Authorization: authorization } })
    expect([response.status, response.headers.get('X-Content-Type-Options')]).toEqual([status, 'nosniff'])
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })

  it('responds with 404 for an unknown path', async () => {
    for (const path of [
      '/v1.1/unknown',
      '/v1.1',
      '/v1.1/tickets/17/extra',
      '/v1.1/admissions/17/extra',
      '/v1.1/Tickets',
      '/v1.1//tickets',
    ])
      expect(await problemOf(await aMuseumApi().request('GET', path))).toMatchObject({ slug: 'not-found', status: 404 })
    expect(await problemOf(await aMuseumApi().api.request('/unknown'))).toMatchObject({ slug: 'not-found' })
  })

  it('responds to HEAD with the headers of GET and no body', async () => {
    const { request } = aMuseumApi()
    const [get, head] = [await request('GET', '/museum-hours'), await request('HEAD', '/museum-hours')]
    expect([head.status, await head.text()]).toEqual([200, ''])
    for (const name of ['ETag', 'Link', 'Content-Type', 'X-Total-Count'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
  })

  it('ignores a slash at the end of a path', async () => {
    const { request, send } = aMuseumApi()
    expect((await request('GET', '/museum-hours/')).headers.get('Link')).toContain('</v1.1/museum-hours?')
    const created = await send('POST', '/special-events/', event)
    expect(created.headers.get('Location')).toMatch(/^\/v1\.1\/special-events\/[0-9a-f-]{36}$/)
    expect((await request('GET', `${created.headers.get('Location')}/`)).status).toBe(200)
  })

  it('can be mounted in another Hono application, whose own routes it does not affect', async () => {
    const { museum } = aMuseumApi()
    const api = museumApi(museum, credentials, { basePath: '/museum/v1.1', deadline: 500 })
    const app = new Hono()
      .all('/museum/*', (c) => api.fetch(c.req.raw))
      .get('/mine/:what', async (c) => {
        await new Promise((resolve) => setTimeout(resolve, 600))
        return c.text(c.req.param('what'))
      })
    const headers = { Authorization: authorization }
    expect((await app.request('/museum/v1.1/museum-hours/', { headers })).status).toBe(200)
    expect((await problemOf(await app.request('/museum/v1.1/unknown', { headers }))).slug).toBe('not-found')
    const mine = await app.request('/mine/%zz')
    expect([mine.status, await mine.text(), mine.headers.get('X-Request-Id')]).toEqual([200, '%zz', null])
  })
})
