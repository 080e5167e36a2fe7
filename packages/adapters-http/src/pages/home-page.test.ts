import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { CalendarDate } from '@museum/domain'
import { anAuditEntry } from '@museum/testing'
import { aMuseumApi } from '../../test/a-museum-api.ts'

const today = CalendarDate('2030-05-01')
const textOf = (markup: string) =>
  markup
    .slice(markup.indexOf('<body>'))
    .replace(/<\/?time[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
/** A repository of museum hours that fails with this error. */
const failingHours = (error: Error) => {
  const { ports } = aMuseumApi()
  const schedule = async () => {
    throw error
  }
  return { museumHours: { ...ports.museumHours, schedule } }
}

describe('the page at /', () => {
  it('shows the name of the museum, the hours of today and links, without authentication', async () => {
    const response = await aMuseumApi({}, { museumName: 'Museum of Clocks' }).api.request('/')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const markup = await response.text()
    expect(markup).toContain('<html lang="en">')
    expect(markup).toContain('<title>Museum of Clocks</title>')
    expect(textOf(markup)).toBe(
      'Museum of Clocks Today, Wednesday, 1 May 2030: open from 09:00 to 18:00. ' +
        'API reference OpenAPI document State of the service',
    )
    expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
      'data:,',
      '/docs',
      '/openapi.json',
      '/healthz',
    ])
  })

  it('says that the museum is closed today', async () => {
    const { ports, api } = aMuseumApi()
    await ports.museumHours.change({ date: today, hours: 'closed' }, () => anAuditEntry())
    expect(textOf(await (await api.request('/')).text())).toContain('Today, Wednesday, 1 May 2030: closed.')
  })

  it('says that the hours are not available while the database cannot be reached', async () => {
    const response = await aMuseumApi(failingHours(new Unavailable('away'))).api.request('/')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    expect(textOf(await response.text())).toContain(
      'Today, Wednesday, 1 May 2030: the opening hours are not available at the moment.',
    )
  })

  it('responds with 500 and problem details when reading the hours throws another error', async () => {
    const response = await aMuseumApi(failingHours(new TypeError('a defect')), { onResponse: () => {} }).api.request(
      '/',
    )
    expect([response.status, response.headers.get('Content-Type')]).toEqual([500, 'application/problem+json'])
  })

  it('escapes the name of the museum', async () => {
    const markup = await (await aMuseumApi({}, { museumName: `<script>"&'</script>` }).api.request('/')).text()
    expect(markup).not.toContain('<script')
    expect(markup).toContain('<title>&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;</title>')
  })

  it('has the policy of a page: its own style only, no frames and no Referer', async () => {
    const response = await aMuseumApi().api.request('/')
    const { headers } = response
    const markup = await response.text()
    const [, style] = /<style>([^]*?)<\/style>/.exec(markup)!
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:; " +
        `style-src 'sha256-${createHash('sha256').update(style!).digest('base64')}'`,
    )
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(markup).not.toMatch(/\sstyle=|\son\w+=|(?:src|href|url)\s*[=:(]\s*["']?(?:https?:)?\/\//)
  })

  it('can be cached for ten seconds and must not be indexed, since it is about today', async () => {
    const { api } = aMuseumApi()
    const { headers } = await api.request('/')
    expect([headers.get('Cache-Control'), headers.get('X-Robots-Tag')]).toEqual(['public, max-age=10', 'noindex'])
    const again = await api.request('/', { headers: { 'If-None-Match': headers.get('ETag')! } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('responds to HEAD with the headers of GET, and to other methods with 405', async () => {
    const { api } = aMuseumApi()
    const [get, head] = [await api.request('/'), await api.request('/', { method: 'HEAD' })]
    expect([head.status, await head.text()]).toEqual([200, ''])
    const names = ['ETag', 'Content-Type', 'Cache-Control', 'Content-Security-Policy']
    expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => get.headers.get(name)))
    const post = await api.request('/', { method: 'POST' })
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('reads the hours once for all requests within a second, and again after it', async () => {
    const { ports } = aMuseumApi()
    let reads = 0
    const schedule = (...dates: Parameters<typeof ports.museumHours.schedule>) => {
      reads += 1
      return ports.museumHours.schedule(...dates)
    }
    const { api } = aMuseumApi({ museumHours: { ...ports.museumHours, schedule } })
    const responses = await Promise.all(Array.from({ length: 50 }, async () => api.request('/')))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(reads).toBe(1)
    await sleep(1_100)
    await api.request('/')
    expect(reads).toBe(2)
  })
})
