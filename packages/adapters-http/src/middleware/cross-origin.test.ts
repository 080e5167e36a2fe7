import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, uuid } from '../../test/a-museum-api.ts'

const allowed = 'https://tickets.example'
const options = { corsOrigins: [allowed] }
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'PATCH',
    'Access-Control-Request-Headers': 'authorization,if-match',
  },
})

describe('cross-origin requests', () => {
  it('get no CORS headers by default', async () => {
    const { api, request } = aMuseumApi()
    expect((await api.request('/v1.1/tickets', preflight(allowed))).status).toBe(401)
    const read = await request('GET', '/museum-hours', { headers: { Origin: allowed } })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(read.headers.get('Vary')).toBeNull()
  })

  it('of an allowed origin get a response to their preflight without authentication', async () => {
    const response = await aMuseumApi({}, options).api.request('/v1.1/tickets', preflight(allowed))
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(allowed)
    expect(response.headers.get('Access-Control-Allow-Methods')).toContain('PATCH')
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('authorization,if-match')
    expect(response.headers.get('X-Request-Id')).toMatch(uuid)
  })

  it('of an allowed origin can read responses and all headers of the API', async () => {
    const read = await aMuseumApi({}, options).request('GET', '/museum-hours', { headers: { Origin: allowed } })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBe(allowed)
    expect(read.headers.get('Access-Control-Expose-Headers')!.split(',')).toEqual([
      'Date',
      'ETag',
      'Idempotency-Replayed',
      'Link',
      'Location',
      'Retry-After',
      'X-Request-Id',
      'X-Total-Count',
    ])
    expect(read.headers.get('Vary')).toContain('Origin')
  })

  it('of an allowed origin can read 401 and 405 responses', async () => {
    const { api, request } = aMuseumApi({}, options)
    const notAllowed = await request('PUT', '/tickets', { headers: { Origin: allowed } })
    expect([notAllowed.status, notAllowed.headers.get('Access-Control-Allow-Origin')]).toEqual([405, allowed])
    const unauthorized = await api.request('/v1.1/museum-hours', { headers: { Origin: allowed } })
    expect([unauthorized.status, unauthorized.headers.get('Access-Control-Allow-Origin')]).toEqual([401, allowed])
  })

  it('of another origin get no CORS header except Vary', async () => {
    const { api, request } = aMuseumApi({}, options)
    expect((await api.request('/v1.1/tickets', preflight('https://evil.example'))).status).toBe(401)
    const read = await request('GET', '/museum-hours', { headers: { Origin: 'https://evil.example' } })
    expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(read.headers.get('Vary')).toContain('Origin')
  })

  it('with OPTIONS that are not preflights get the methods of the path', async () => {
    const response = await aMuseumApi({}, options).request('OPTIONS', '/tickets', { headers: { Origin: allowed } })
    expect([response.status, response.headers.get('Allow')]).toEqual([204, 'POST, GET, HEAD, OPTIONS'])
  })
})
