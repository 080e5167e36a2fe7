import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { MuseumHoursBody } from './museum-hours.wire.ts'

const hoursOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return MuseumHoursBody.strict()
    .array()
    .parse(await response.json())
}

describe('getMuseumHours', () => {
  it('answers the coming open days, ten a page', async () => {
    const response = await aMuseumApi().ask('GET', '/museum-hours')
    const listed = await hoursOf(response)
    expect(listed).toHaveLength(10)
    expect(listed[0]).toEqual({ date: '2030-05-01', timeOpen: '09:00', timeClose: '18:00' })
    expect(response.headers.get('X-Total-Count')).toBe('366')
    expect(response.headers.get('Link')).toContain('</v1.1/museum-hours?page=37&limit=10>; rel="last"')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('has no record for a closed day', async () => {
    const { ask, ports } = aMuseumApi()
    await ports.museumHours.setException(CalendarDate('2030-05-01'), 'closed')
    expect((await hoursOf(await ask('GET', '/museum-hours?limit=1')))[0]!.date).toBe('2030-05-02')
  })

  it('honours startDate, endDate, page and limit, and answers an empty list beyond the end', async () => {
    const { ask } = aMuseumApi()
    const query = '/museum-hours?startDate=2030-06-01&endDate=2030-06-03&limit=2'
    expect((await hoursOf(await ask('GET', `${query}&page=2`))).map(({ date }) => date)).toEqual(['2030-06-03'])
    expect(await hoursOf(await ask('GET', '/museum-hours?page=38'))).toEqual([])
    expect(await hoursOf(await ask('GET', '/museum-hours?endDate=2030-04-30'))).toEqual([])
  })

  it('refuses a faulty query like every list', async () => {
    const response = await aMuseumApi().ask('GET', '/museum-hours?limit=101&page=0&startDate=x')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [{ parameter: 'startDate' }, { parameter: 'page' }, { parameter: 'limit' }],
    })
  })

  it('answers 304 when nothing changed', async () => {
    const { ask, ports } = aMuseumApi()
    const headers = { 'If-None-Match': (await ask('GET', '/museum-hours')).headers.get('ETag')! }
    expect((await ask('GET', '/museum-hours', { headers })).status).toBe(304)
    await ports.museumHours.setException(CalendarDate('2030-05-01'), 'closed')
    expect((await ask('GET', '/museum-hours', { headers })).status).toBe(200)
  })
})
