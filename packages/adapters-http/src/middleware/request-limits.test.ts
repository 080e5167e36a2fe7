import { describe, expect, it } from '@jest/globals'
import type { CredentialVerifier } from '@museum/application'
import { Email } from '@museum/domain'
import { aMuseumApi, authorization, basic, credentials, generalOrder } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'

const pending = new Promise<never>(() => {})

describe('the deadline of a request', () => {
  it('ends a read with 503 service-unavailable and Retry-After', async () => {
    const { ports } = aMuseumApi()
    const { request } = aMuseumApi({ museumHours: { ...ports.museumHours, schedule: () => pending } }, { deadline: 20 })
    const response = await request('GET', '/museum-hours')
    expect(response.headers.get('Retry-After')).toBe('2')
    expect(await problemOf(response)).toMatchObject({ slug: 'service-unavailable', status: 503 })
  })

  it('ends a purchase with 503 outcome-unknown, without Retry-After', async () => {
    const { ports } = aMuseumApi()
    const { send } = aMuseumApi({ museumHours: { ...ports.museumHours, schedule: () => pending } }, { deadline: 300 })
    const response = await send('POST', '/tickets', generalOrder)
    expect(response.headers.get('Retry-After')).toBeNull()
    expect(await problemOf(response)).toMatchObject({ slug: 'outcome-unknown', status: 503 })
  })

  it('ends a purchase with 503 service-unavailable while its body is being read', async () => {
    const { request } = aMuseumApi({}, { deadline: 300 })
    const body = new ReadableStream({ pull: () => pending })
    const streamed = { body, headers: { 'Content-Type': 'application/json' }, duplex: 'half' as const }
    const response = await request('POST', '/tickets', streamed)
    expect((await problemOf(response)).slug).toBe('service-unavailable')
  })

  it('lets a purchase whose body arrives after it sell nothing', async () => {
    let work: Promise<unknown> = pending
    const withDeadline = <T>(_milliseconds: number, next: () => Promise<T>) => {
      const started = next()
      work = started
      return started
    }
    const { request, ports } = aMuseumApi({}, { deadline: 20, withDeadline })
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const streamed = { body: readable, headers: { 'Content-Type': 'application/json' }, duplex: 'half' as const }
    const response = await request('POST', '/tickets', streamed)
    expect((await problemOf(response)).slug).toBe('service-unavailable')
    const writer = writable.getWriter()
    await Promise.all([writer.write(new TextEncoder().encode(JSON.stringify(generalOrder))), writer.close(), work])
    expect((await ports.tickets.list({ email: Email(generalOrder.email) }, { page: 1, limit: 1 })).items).toEqual([])
  })

  it('ends a purchase with 503 service-unavailable while its credentials are being verified', async () => {
    const api = museumApi(aMuseumApi().museum, { verify: () => pending }, { deadline: 20 })
    const headers = { Authorization: basic('slow', 'x') }
    const response = await api.request('/v1.1/tickets', { method: 'POST', headers, body: '{}' })
    expect(response.headers.get('Retry-After')).toBe('2')
    expect((await problemOf(response)).slug).toBe('service-unavailable')
  })

  it('is 500 milliseconds earlier for database calls', async () => {
    const deadlines: number[] = []
    const withDeadline = <T>(milliseconds: number, work: () => Promise<T>) => {
      deadlines.push(milliseconds)
      return work()
    }
    await aMuseumApi({}, { withDeadline }).request('GET', '/museum-hours', {
      headers: { Authorization: authorization },
    })
    expect(deadlines).toEqual([9_500])
  })
})

describe('the concurrency limit', () => {
  it('responds with 503 to one request too many at once, and normally to later ones', async () => {
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
