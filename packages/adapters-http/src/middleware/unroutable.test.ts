import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

describe('a path that cannot be percent-decoded', () => {
  it.each(['/special-events/%', '/special-events/%zz', '/%E0%A4%A', '/tickets/%ff/qr'])(
    'gets 400 with the fault broken-escape: %s',
    async (path) => {
      expect(await problemOf(await aMuseumApi().request('GET', path))).toMatchObject({
        status: 400,
        errors: [{ code: 'broken-escape' }],
      })
    },
  )

  it('gets 400 outside the base path too', async () => {
    expect((await aMuseumApi().api.request('/docs/%')).status).toBe(400)
  })
})

describe('a method that a path does not support', () => {
  it.each([
    ['PUT', '/tickets', 'POST, GET, HEAD, OPTIONS'],
    ['PUT', '/tickets/17', 'GET, HEAD, OPTIONS'],
    ['GET', '/tickets/17/cancellation', 'POST, OPTIONS'],
    ['HEAD', '/tickets/17/cancellation', 'POST, OPTIONS'],
    ['PATCH', '/admissions', 'POST, GET, HEAD, OPTIONS'],
    ['GET', '/admissions/17', 'DELETE, OPTIONS'],
    ['POST', '/ticket-revocations', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/special-events', 'POST, GET, HEAD, OPTIONS'],
    ['PUT', '/special-events/17', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ['POST', '/museum-hours', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/museum-hours', 'GET, HEAD, OPTIONS'],
  ])('gets 405 with the methods of the path in Allow: %s %s', async (method, path, allow) => {
    const response = await aMuseumApi().request(method, path)
    expect([response.status, response.headers.get('Allow')]).toEqual([405, allow])
    if (method !== 'HEAD') expect((await problemOf(response)).slug).toBe('method-not-allowed')
  })

  it('gets 204 with Allow when it is OPTIONS', async () => {
    const response = await aMuseumApi().request('OPTIONS', '/special-events/17/')
    expect([response.status, response.headers.get('Allow'), await response.text()]).toEqual([
      204,
      'GET, HEAD, PATCH, DELETE, OPTIONS',
      '',
    ])
    expect(response.headers.get('Content-Type')).toBeNull()
  })

  it('gets 404 when the path has no methods at all', async () => {
    expect((await aMuseumApi().request('OPTIONS', '/unknown')).status).toBe(404)
  })
})
