import { describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { aMuseumApi, event, generalOrder } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

const failing = (error: Error) => {
  const { ports } = aMuseumApi()
  const schedule = async () => {
    throw error
  }
  // Without this option, the error would be written to standard error.
  const onResponse = () => undefined
  return aMuseumApi({ museumHours: { ...ports.museumHours, schedule } }, { onResponse })
}

describe('an error that an operation throws', () => {
  it('becomes 500 without any part of its message', async () => {
    const response = await failing(new Error('secret table `ticket` at 10.0.0.1')).request('GET', '/museum-hours')
    const text = await response.clone().text()
    expect(await problemOf(response)).toMatchObject({ slug: 'internal-error', status: 500 })
    expect(text).not.toMatch(/secret|ticket|10\.0\.0\.1|stack/)
  })

  it('becomes 503 with Retry-After when it is Unavailable', async () => {
    const response = await failing(new Unavailable('the database is unavailable')).request('GET', '/museum-hours')
    expect(response.headers.get('Retry-After')).toBe('2')
    expect(await problemOf(response)).toMatchObject({ slug: 'service-unavailable', status: 503 })
  })

  it('becomes 503 outcome-unknown for a POST, service-unavailable for a PATCH, when it is OutcomeUnknown', async () => {
    const { ports } = aMuseumApi()
    const lost = async () => {
      throw new OutcomeUnknown('the connection was lost')
    }
    const { send } = aMuseumApi({
      tickets: { ...ports.tickets, sell: lost },
      specialEvents: { ...ports.specialEvents, add: lost, update: lost },
    })
    for (const post of [await send('POST', '/tickets', generalOrder), await send('POST', '/special-events', event)]) {
      expect(post.headers.get('Retry-After')).toBeNull()
      expect(await problemOf(post)).toMatchObject({ slug: 'outcome-unknown', status: 503 })
    }
    const patch = await send('PATCH', '/special-events/00000000-0000-7000-8000-00000000dead', {})
    expect(patch.headers.get('Retry-After')).toBe('2')
    expect((await problemOf(patch)).slug).toBe('service-unavailable')
  })
})
