import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, authorization } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'
import { mutations } from '../../test/mutations.ts'

const museum = 'http://museum.example'
const allowed = 'https://tickets.example'

/** Sends a request to cancel a ticket that does not exist: the response is 404 when the request passes. */
const cancel = async (headers: Record<string, string>, origin = museum, publicOrigin?: string) => {
  const { api } = aMuseumApi({}, { corsOrigins: [allowed], ...(publicOrigin !== undefined && { publicOrigin }) })
  const path = '/v1.1/tickets/00000000-0000-7000-8000-00000000dead/cancellation'
  const response = await api.request(`${origin}${path}`, {
    method: 'POST',
    headers: { Authorization: authorization, ...headers },
  })
  return (await problemOf(response)).slug
}
const passes = 'ticket-not-found'
const refused = 'origin-not-allowed'

describe('the origin check', () => {
  it.each([
    ['a program, without both headers', {}, passes],
    ['a page of the museum', { 'Sec-Fetch-Site': 'same-origin', Origin: museum }, passes],
    [
      'a page of the museum, behind a proxy that changes Host',
      { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://m.example' },
      passes,
    ],
    ['a page of the museum without referrers', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, passes],
    ['the user', { 'Sec-Fetch-Site': 'none' }, passes],
    ['a page of an allowed origin', { 'Sec-Fetch-Site': 'cross-site', Origin: allowed }, passes],
    ['a page of an allowed origin of the same site', { 'Sec-Fetch-Site': 'same-site', Origin: allowed }, passes],
    ['a page of an allowed origin, over plain HTTP', { Origin: allowed }, passes],
    ['a page of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, refused],
    ['a page of another site without referrers', { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, refused],
    ['a page of another site, without Origin', { 'Sec-Fetch-Site': 'cross-site' }, refused],
    [
      'a page of another origin of the same site',
      { 'Sec-Fetch-Site': 'same-site', Origin: 'http://shop.museum.example' },
      refused,
    ],
    [
      'a page of another site with the host of the museum in Origin',
      { 'Sec-Fetch-Site': 'cross-site', Origin: museum },
      refused,
    ],
    ['a page of another site, over plain HTTP', { Origin: 'http://evil.example' }, refused],
    ['a page of another site without referrers, over plain HTTP', { Origin: 'null' }, refused],
    ['a page whose Sec-Fetch-Site is unknown', { 'Sec-Fetch-Site': 'same-universe' }, refused],
    ['a page whose Sec-Fetch-Site is empty', { 'Sec-Fetch-Site': '' }, refused],
    ['a page whose Sec-Fetch-Site is there twice', { 'Sec-Fetch-Site': 'cross-site, same-origin' }, refused],
  ])('of a request of %s: %j is %s', async (_, headers, slug) => {
    expect(await cancel(headers)).toBe(slug)
  })

  it.each([
    ['http://museum.example', 'http://museum.example'],
    ['http://museum.example', 'https://museum.example'],
    ['http://MUSEUM.example:80', 'http://museum.example'],
    ['http://museum.example:443', 'https://museum.example'],
    ['http://museum.example:8080', 'http://museum.example:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://[0:0:0:0:0:0:0:1]:8080', 'http://[::1]:8080'],
    ['http://müseum.example', 'http://xn--mseum-kva.example'],
  ])('over plain HTTP compares Host with Origin, in whatever form Host is: %s and %s are one', async (host, origin) => {
    expect(await cancel({ Origin: origin }, host)).toBe(passes)
  })

  it.each([
    ['http://museum.example:8080', 'http://museum.example'],
    ['http://museum.example', 'http://museum.example:8080'],
    ['http://museum.example', 'http://museum.example.evil.example'],
    ['http://museum.example', 'http://museum.example@evil.example'],
    ['http://museum.example', 'http://museum.example/'],
    ['http://museum.example', 'HTTP://MUSEUM.EXAMPLE'],
    ['http://museum.example', 'museum.example'],
    ['http://museum.example', 'ftp://museum.example'],
    ['http://museum.example', 'chrome-extension://museum.example'],
    ['http://museum.example', 'http://museum.example, http://museum.example'],
    ['http://museum.example', 'http://museum.example http://evil.example'],
    ['http://museum.example', ''],
    ['http://[::1]:8080', 'http://127.0.0.1:8080'],
  ])(
    'over plain HTTP refuses an Origin that is not the serialized origin of Host: %s and "%s"',
    async (host, origin) => {
      expect(await cancel({ Origin: origin }, host)).toBe(refused)
    },
  )

  it.each([
    ['https://museum.example', passes],
    ['http://museum.example', refused],
    ['https://museum.example:8443', refused],
    ['http://127.0.0.1:8080', passes],
    ['null', refused],
  ])('over plain HTTP behind a proxy that changes Host knows the public origin: %s is %s', async (origin, slug) => {
    expect(await cancel({ Origin: origin }, 'http://127.0.0.1:8080', 'https://museum.example')).toBe(slug)
  })

  it('refuses a page of the public origin that sends its request to another origin', async () => {
    const headers = { Origin: 'https://museum.example', 'Sec-Fetch-Site': 'cross-site' }
    expect(await cancel(headers, 'http://127.0.0.1:8080', 'https://museum.example')).toBe(refused)
  })

  it('refuses a form of another site for every operation that changes something, before credentials and body are read', async () => {
    const reads: string[] = []
    const credentials = {
      verify: async () => {
        reads.push('credentials')
        throw new Error('not to be called')
      },
    }
    const api = museumApi(aMuseumApi().museum, credentials)
    const operations = await mutations()
    expect(operations.length).toBeGreaterThan(20)
    for (const { method, path, operationId } of operations) {
      const body = new ReadableStream({ pull: () => void reads.push('body') }, { highWaterMark: 0 })
      const response = await api.request(`/v1.1${path}`, {
        method,
        headers: {
          Authorization: authorization,
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'cross-site',
          Origin: 'https://evil.example',
        },
        body,
        duplex: 'half',
      } as RequestInit)
      expect([operationId, response.status, (await problemOf(response)).slug]).toEqual([operationId, 403, refused])
    }
    expect(reads).toEqual([])
  })

  it('says what an administrator must change', async () => {
    const response = await aMuseumApi().request('DELETE', '/special-events/00000000-0000-7000-8000-00000000dead', {
      headers: { Origin: 'https://tickets.example' },
    })
    expect((await problemOf(response)).detail).toBe(
      'A page of another origin than that of the museum sent this request. An administrator of the museum can allow that origin. ' +
        'If it was a page of the museum itself, the server does not know its address: an administrator sets the public URL of the museum.',
    )
  })

  it('has no effect on reads, nor outside of the base path', async () => {
    const { api, request } = aMuseumApi()
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect((await request(method, '/museum-hours', { headers })).status).toBeLessThan(300)
    expect((await api.request('/healthz', { method: 'POST', headers })).status).toBe(405)
  })
})
