import { describe, expect, it } from '@jest/globals'
import { type CredentialVerifier, type Role, Unavailable } from '@museum/application'
import { Email } from '@museum/domain'
import {
  aMuseumApi,
  authorization,
  authorizationOf,
  basic,
  credentials,
  generalOrder,
} from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'
import type { WithDeadline } from './request-limits.ts'
import type { RequestRecord } from './request-log.ts'

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
    const { send } = aMuseumApi({ tickets: { ...ports.tickets, sell: () => pending } }, { deadline: 300 })
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

describe('the turns of users with long responses', () => {
  /** An API whose reads of the availability end when `end` is called. `read` has the users, in the order of the reads. */
  const setUp = (options: Parameters<typeof aMuseumApi>[1] = {}) => {
    const { ports } = aMuseumApi()
    let [reads, most] = [0, 0]
    const ends: (() => void)[] = []
    const { request } = aMuseumApi(
      {
        capacities: {
          ...ports.capacities,
          async availabilityOfEvents(period) {
            reads += 1
            most = Math.max(most, ends.length + 1)
            await new Promise<void>((resolve) => ends.push(resolve))
            return ports.capacities.availabilityOfEvents(period)
          },
        },
      },
      options,
    )
    const ask = async (role: Role, init: RequestInit = {}) =>
      request('GET', '/availability', { ...init, headers: { Authorization: authorizationOf(role) } })
    const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
    return {
      ask,
      request,
      settled,
      reads: () => reads,
      most: () => most,
      end: async () => {
        ends.shift()!()
        await settled()
      },
      isIdle: () => ends.length === 0,
    }
  }

  it('let a user with many connections make two at a time, and other users theirs meanwhile', async () => {
    const { ask, settled, reads, most, end, isIdle } = setUp()
    const ofReader = Array.from({ length: 20 }, async () => ask('reader'))
    await settled()
    expect(reads()).toBe(2)
    const ofOthers = [ask('box-office'), ask('gate')]
    await settled()
    expect(reads()).toBe(4)
    await end()
    while (reads() === 4) await settled()
    expect(reads()).toBe(5)
    while (reads() < 22 || !isIdle()) await (isIdle() ? settled() : end())
    for (const { status } of await Promise.all([...ofReader, ...ofOthers])) expect(status).toBe(200)
    expect(most()).toBe(4)
  })

  it('are not taken by other operations', async () => {
    const { ask, settled, request, reads, end, isIdle } = setUp()
    const waiting = Array.from({ length: 5 }, async () => ask('admin'))
    await settled()
    expect((await request('GET', '/museum-hours')).status).toBe(200)
    expect(reads()).toBe(2)
    while (reads() < 5 || !isIdle()) await (isIdle() ? settled() : end())
    await Promise.all(waiting)
  })

  it('are not taken by a client that is gone: its request, which is logged with 499, reads nothing', async () => {
    const records: RequestRecord[] = []
    const { ask, settled, reads, end, isIdle } = setUp({ onResponse: (record) => records.push(record) })
    const leaving = new AbortController()
    const first = [ask('reader'), ask('reader')]
    const gone = Array.from({ length: 18 }, async () => ask('reader', { signal: leaving.signal }))
    await settled()
    leaving.abort()
    expect((await Promise.all(gone)).map(({ status }) => status)).toEqual(gone.map(() => 499))
    while (!isIdle()) await end()
    await Promise.all(first)
    expect(reads()).toBe(2)
    expect(records.map(({ status, error }) => [status, error])).toEqual([
      ...gone.map(() => [499, undefined]),
      [200, undefined],
      [200, undefined],
    ])
  })

  it('last for 100 ms more when the client is gone', async () => {
    const { ask, settled, reads, end } = setUp()
    const leaving = new AbortController()
    const gone = [ask('reader', { signal: leaving.signal }), ask('reader', { signal: leaving.signal })]
    const next = ask('reader')
    await settled()
    leaving.abort()
    const since = performance.now()
    await end()
    await end()
    await Promise.all(gone)
    while (reads() === 2) await settled()
    // A timer may fire a moment early.
    expect(performance.now() - since).toBeGreaterThan(98)
    await end()
    expect((await next).status).toBe(200)
  })

  it('pass to the next request of the user when a request fails', async () => {
    let reads = 0
    const { ports } = aMuseumApi()
    const availabilityOfEvents = async () => {
      reads += 1
      throw new Unavailable('down')
    }
    const { request } = aMuseumApi({ capacities: { ...ports.capacities, availabilityOfEvents } })
    const all = await Promise.all(Array.from({ length: 5 }, async () => request('GET', '/availability')))
    expect(all.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
    expect(reads).toBe(5)
  })

  it('give the database calls the signal of the request, and the time that is left', async () => {
    const given: (AbortSignal | undefined)[] = []
    const withDeadline: WithDeadline = (_milliseconds, work, signal) => {
      given.push(signal)
      return work()
    }
    const { request } = aMuseumApi({}, { withDeadline })
    const { signal } = new AbortController()
    await request('GET', '/availability', { signal })
    await request('GET', '/museum-hours', { signal })
    expect(given).toEqual([undefined, expect.any(AbortSignal), undefined])
  })
})
