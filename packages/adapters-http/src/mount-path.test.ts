import { describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { mount } from 'hono/mount'
import { aMuseumApi, authorization, credentials, event, generalOrder } from '../test/a-museum-api.ts'
import { assetsOf } from '../test/assets-of.ts'
import { problemOf } from '../test/problem-of.ts'
import type { RequestRecord } from './middleware/request-log.ts'
import type { MuseumApiOptions } from './museum-api-options.ts'
import { museumApi } from './museum-api.ts'

const mountPath = '/museum'
const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
const apiBelow = (options: MuseumApiOptions = {}) =>
  museumApi(aMuseumApi().museum, credentials, { mountPath, ...options })
type Api = ReturnType<typeof apiBelow>

/** Applications that pass the requests below `/museum` to the API. */
const hosts: readonly (readonly [way: string, mounted: (api: Api) => Pick<Hono, 'request'>])[] = [
  ['no application, with whole paths', (api) => api],
  ['Hono, with whole paths', (api) => new Hono().all('/museum/*', (c) => api.fetch(c.req.raw, c.env))],
  ['Hono, with mount(), which removes the mount path', (api) => new Hono().all('/museum/*', mount(api.fetch))],
  ['Hono, with route()', (api) => new Hono().route('/museum', api)],
]

describe('a mount path', () => {
  it.each([
    '/',
    'museum',
    '/museum/',
    '//museum',
    '/museum//x',
    '/..',
    '/museum/..',
    '/./museum',
    '/:id',
    '/*',
    '/%2e%2e',
    '/museum?x',
    "/'museum'",
  ])('is invalid when it is not a path: "%s"', (invalid) => {
    expect(() => apiBelow({ mountPath: invalid })).toThrow(/^mountPath must /)
  })

  it.each(['/docs', '/docs/assets', '/problems', '/healthz', '/openapi.json', '/v1.1'])(
    'is invalid when a path of the API is there or below it: %s',
    (invalid) => {
      const basePath = invalid === '/docs/assets' ? '/docs/assets/v1' : undefined
      expect(() => apiBelow({ mountPath: invalid, ...(basePath && { basePath }) })).toThrow(TypeError)
    },
  )

  it('is invalid when the base path is below it', () => {
    expect(() => apiBelow({ mountPath: '/api', basePath: '/api/v1' })).toThrow(
      'mountPath must not be the base path or above it: /api',
    )
  })

  it.each(['/museum', '/our/museum', '/v1', '/docs-of-museum'])('can be %s', async (path) => {
    const response = await apiBelow({ mountPath: path }).request(`${path}/v1.1/museum-hours`, { headers })
    expect(response.headers.get('Link')).toContain(`<${path}/v1.1/museum-hours?`)
  })

  describe.each(hosts)('in %s', (_way, mounted) => {
    it('is part of every path that a response contains', async () => {
      const host = mounted(apiBelow())
      const hours = await host.request('/museum/v1.1/museum-hours?limit=2', { headers })
      expect(hours.headers.get('Link')).toMatch(
        /^<\/museum\/v1\.1\/museum-hours\?page=1&limit=2>; rel="first", <\/museum\/v1\.1\/museum-hours\?/,
      )
      const post = async (path: string, body: object) =>
        host.request(`/museum/v1.1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      const created = await post('/special-events', event)
      expect(created.headers.get('Location')).toMatch(/^\/museum\/v1\.1\/special-events\/[0-9a-f-]{36}$/)
      expect((await host.request(created.headers.get('Location')!, { headers })).status).toBe(200)
      const sold = await post('/tickets', generalOrder)
      expect(sold.headers.get('Location')).toMatch(/^\/museum\/v1\.1\/tickets\/[0-9a-f-]{36}\/qr$/)
      expect((await host.request(sold.headers.get('Location')!, { headers })).status).toBe(200)
    })

    it('is part of every problem type, which is the path of a page', async () => {
      const host = mounted(apiBelow())
      for (const [path, slug] of [
        ['/museum/v1.1/special-events?limit=x', 'validation-failed'],
        ['/museum/v1.1/nothing', 'not-found'],
        ['/museum/nothing', 'not-found'],
      ] as const) {
        const { type, detail } = await problemOf(await host.request(path, { headers }))
        expect(type).toBe(`/museum/problems/${slug}`)
        if (slug === 'not-found')
          expect(detail).toBe(`There is nothing at ${path}. /museum/docs describes the API below /museum/v1.1.`)
        const page = await host.request(type)
        expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8'])
      }
      const without = await host.request('/museum/v1.1/museum-hours')
      expect(await problemOf(without)).toMatchObject({ type: '/museum/problems/unauthorized' })
      const other = await host.request('/museum/v1.1/museum-hours', { method: 'PUT', headers })
      expect(other.headers.get('Allow')).toBe('GET, HEAD, OPTIONS')
      expect(await problemOf(other)).toMatchObject({ type: '/museum/problems/method-not-allowed' })
    })

    it('is part of every link of the pages, and each link leads to a page of the API', async () => {
      const host = mounted(apiBelow())
      const linksOf = async (path: string) => {
        const response = await host.request(path)
        expect([path, response.status]).toEqual([path, 200])
        return [
          ...(await response.text()).matchAll(
            /(?:href=|src=|url: |\()["'](\/(?:docs|problems|healthz|[\w/.-]*openapi\.json|museum\/)[^"']*)["']/g,
          ),
        ].map(([, link]) => link!)
      }
      const links = new Set(['/museum', '/museum/problems'])
      // An iteration over a set includes items that are added meanwhile.
      for (const path of links) if (!path.endsWith('.json')) for (const link of await linksOf(path)) links.add(link)
      expect([...links].filter((link) => !link.startsWith('/museum/'))).toEqual(['/museum'])
      for (const link of ['docs', 'openapi.json', 'healthz']) expect(links).toContain(`/museum/${link}`)
      expect(links).toContain('/museum/problems/not-found')
      const assets = assetsOf(await (await host.request('/museum/docs')).text(), mountPath)
      expect(assets).toHaveLength(3)
    })

    it('is part of the server, and of every path of a problem page, in the OpenAPI document', async () => {
      const host = mounted(apiBelow())
      const document = (await (await host.request('/museum/openapi.json')).json()) as object
      expect(document).toMatchObject({ servers: [{ url: '/museum/v1.1' }] })
      expect(JSON.stringify(document)).toContain('"/museum/problems/validation-failed"')
      expect(JSON.stringify(document)).not.toMatch(/(?<!museum)\/problems/)
    })

    it('is part of the path in the record of a request', async () => {
      const records: RequestRecord[] = []
      const host = mounted(apiBelow({ onResponse: (record) => records.push(record) }))
      await host.request('/museum/v1.1/museum-hours', { headers })
      expect(records.map(({ path }) => path)).toEqual(['/museum/v1.1/museum-hours'])
    })

    it('does not change which requests an idempotency key identifies', async () => {
      const api = apiBelow()
      const keyed = { ...headers, 'Idempotency-Key': 'one' }
      const buy = async (host: Pick<Hono, 'request'>) =>
        host.request('/museum/v1.1/tickets', { method: 'POST', headers: keyed, body: JSON.stringify(generalOrder) })
      const first = await buy(mounted(api))
      const repeated = await buy(api)
      expect([first.status, repeated.status]).toEqual([201, 201])
      expect(repeated.headers.get('Idempotency-Replayed')).toBe('true')
      expect(await repeated.text()).toBe(await first.text())
    })
  })

  it('does not affect the routes of the application around it', async () => {
    for (const [, mounted] of hosts.slice(1)) {
      const host = mounted(apiBelow()) as Hono
      host.get('/mine', (c) => c.text('mine'))
      const mine = await host.request('/mine')
      expect([mine.status, await mine.text(), mine.headers.get('X-Request-Id')]).toEqual([200, 'mine', null])
      const missing = await host.request('/museums')
      expect([missing.status, await missing.text()]).toEqual([404, '404 Not Found'])
    }
  })
})
