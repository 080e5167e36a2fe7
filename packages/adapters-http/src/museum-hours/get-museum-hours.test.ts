import { describe, expect, it } from '@jest/globals'
import { CalendarDate } from '@museum/domain'
import { changeHours } from '@museum/testing'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { MuseumHoursBody } from './get-museum-hours.ts'

const hoursOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return MuseumHoursBody.strict()
    .array()
    .parse(await response.json())
}

describe('getMuseumHours', () => {
  it('responds with the upcoming open days, ten in a page', async () => {
    const response = await aMuseumApi().request('GET', '/museum-hours')
    const listed = await hoursOf(response)
    expect(listed).toHaveLength(10)
    expect(listed[0]).toEqual({ date: '2030-05-01', timeOpen: '09:00', timeClose: '18:00' })
    expect(response.headers.get('X-Total-Count')).toBe('366')
    expect(response.headers.get('Link')).toContain('</v1.1/museum-hours?page=37&limit=10>; rel="last"')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('leaves out closed days', async () => {
    const { request, ports } = aMuseumApi()
    await changeHours(ports.museumHours, { date: CalendarDate('2030-05-01'), hours: 'closed' })
    expect((await hoursOf(await request('GET', '/museum-hours?limit=1')))[0]!.date).toBe('2030-05-02')
  })

  it('responds with the days that startDate, endDate, page and limit select, and with none after the last one', async () => {
    const { request } = aMuseumApi()
    const query = '/museum-hours?startDate=2030-06-01&endDate=2030-06-03&limit=2'
    expect((await hoursOf(await request('GET', `${query}&page=2`))).map(({ date }) => date)).toEqual(['2030-06-03'])
    expect(await hoursOf(await request('GET', '/museum-hours?page=38'))).toEqual([])
    expect(await hoursOf(await request('GET', '/museum-hours?endDate=2030-04-30'))).toEqual([])
  })

  it('reports all faults of the query together', async () => {
    const response = await aMuseumApi().request('GET', '/museum-hours?limit=101&page=0&startDate=x')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [{ parameter: 'startDate' }, { parameter: 'page' }, { parameter: 'limit' }],
    })
  })

  it('responds with 304 when nothing has changed since the ETag, otherwise with 200', async () => {
    const { request, ports } = aMuseumApi()
    const headers = { 'If-None-Match': (await request('GET', '/museum-hours')).headers.get('ETag')! }
    expect((await request('GET', '/museum-hours', { headers })).status).toBe(304)
    await changeHours(ports.museumHours, { date: CalendarDate('2030-05-01'), hours: 'closed' })
    expect((await request('GET', '/museum-hours', { headers })).status).toBe(200)
  })
})
