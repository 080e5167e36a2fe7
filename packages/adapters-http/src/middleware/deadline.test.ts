import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, authorization, basic, generalOrder } from '../../test/a-museum-api.ts'
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

  it('ends a purchase with 503 service-unavailable while its credentials are being verified', async () => {
    const api = museumApi(aMuseumApi().museum, { verify: () => pending }, { deadline: 20 })
    const headers = { Authorization: basic('slow', 'x') }
    const response = await api.request('/v1.1/tickets', { method: 'POST', headers, body: '{}' })
    expect(response.headers.get('Retry-After')).toBe('2')
    expect((await problemOf(response)).slug).toBe('service-unavailable')
  })

  it('gives database calls 500 milliseconds less', async () => {
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
