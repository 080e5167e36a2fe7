import { describe, expect, it } from '@jest/globals'
import type { CredentialVerifier } from '@museum/application'
import { aMuseumApi, authorization, basic, credentials } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'

describe('the concurrency limit', () => {
  it('responds with 503 to a further request at once, and to later ones normally', async () => {
    const { ports } = aMuseumApi()
    const released = Promise.withResolvers<void>()
    const find: typeof ports.tickets.find = async (ticketId) => {
      await released.promise
      return ports.tickets.find(ticketId)
    }
    const { request, api } = aMuseumApi({ tickets: { ...ports.tickets, find } }, { maxConcurrentRequests: 2 })
    const image = '/tickets/00000000-0000-7000-8000-00000000dead/qr'
    const inProgress = [request('GET', image), request('GET', image)]
    const rejected = await request('GET', '/museum-hours')
    expect([rejected.status, rejected.headers.get('Retry-After')]).toEqual([503, '2'])
    expect((await problemOf(rejected)).slug).toBe('service-unavailable')
    expect((await api.request('/healthz')).status).toBe(200)
    released.resolve()
    expect((await Promise.all(inProgress)).map(({ status }) => status)).toEqual([404, 404])
    expect((await request('GET', '/museum-hours')).status).toBe(200)
  })

  it('does not count requests whose credentials are being verified', async () => {
    const pending = { verify: () => new Promise<never>(() => {}) }
    const byUser: CredentialVerifier = {
      verify: (username, ...rest) => (username === 'slow' ? pending : credentials).verify(username, ...rest),
    }
    const api = museumApi(aMuseumApi().museum, byUser, { maxConcurrentRequests: 2, deadline: 1_000 })
    const slow = { method: 'POST', headers: { Authorization: basic('slow', 'x') }, body: '{}' }
    const verifying = Array.from({ length: 5 }, async () => api.request('/v1.1/tickets', slow))
    const response = await api.request('/v1.1/museum-hours', { headers: { Authorization: authorization } })
    expect(response.status).toBe(200)
    for (const late of await Promise.all(verifying)) expect(late.status).toBe(503)
  })
})
