import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf } from '../../test/problem-of.ts'
import { SpecialEventBody } from './special-event.wire.ts'

describe('listSpecialEvents', () => {
  const anApiWithEvents = async () => {
    const api = aMuseumApi()
    for (const dates of [
      ['2030-04-01'],
      ['2030-05-03'],
      ['2030-05-02', '2030-06-01'],
      ['2030-04-30', '2030-05-01'],
      ['2031-01-01'],
    ])
      await createdEvent(api, { dates })
    const list = async (query = '') => {
      const response = await api.request('GET', `/special-events${query}`)
      const body = SpecialEventBody.strict()
        .array()
        .parse(await response.json())
      return { response, dates: body.map(({ dates }) => dates[0]), total: response.headers.get('X-Total-Count') }
    }
    return { api, list }
  }

  it('responds with the upcoming events, each with all of its dates, ordered by the first date in the period', async () => {
    const { list } = await anApiWithEvents()
    const { response, dates, total } = await list()
    expect(response.status).toBe(200)
    expect(dates).toEqual(['2030-04-30', '2030-05-02', '2030-05-03', '2031-01-01'])
    expect(total).toBe('4')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('responds with the events from startDate to endDate, also in the past', async () => {
    const { list } = await anApiWithEvents()
    expect((await list('?startDate=2030-04-01&endDate=2030-04-30')).dates).toEqual(['2030-04-01', '2030-04-30'])
    expect((await list('?startDate=2030-05-02')).dates).toEqual(['2030-05-02', '2030-05-03', '2031-01-01'])
    expect((await list('?endDate=2030-05-02')).dates).toEqual(['2030-04-30', '2030-05-02'])
    expect((await list('?endDate=2030-04-30')).dates).toEqual([])
  })

  it('has pages with links to the first, prev, next and last one', async () => {
    const { list } = await anApiWithEvents()
    const page = (number: number) => `</v1.1/special-events?startDate=2030-04-01&page=${number}&limit=2>`
    const second = await list('?startDate=2030-04-01&limit=2&page=2')
    expect(second.dates).toEqual(['2030-05-02', '2030-05-03'])
    expect(second.response.headers.get('Link')).toBe(
      `${page(1)}; rel="first", ${page(1)}; rel="prev", ${page(3)}; rel="next", ${page(3)}; rel="last"`,
    )
    const whole = await list('?startDate=2030-04-01&limit=5')
    expect(whole.response.headers.get('Link')).not.toContain('rel="next"')
    const last = await list('?startDate=2030-04-01&limit=2&page=3')
    expect(last.dates).toEqual(['2031-01-01'])
    expect(last.response.headers.get('Link')).toBe(
      `${page(1)}; rel="first", ${page(2)}; rel="prev", ${page(3)}; rel="last"`,
    )
    const past = await list('?startDate=2030-04-01&limit=2&page=999999999')
    expect([past.dates, past.total]).toEqual([[], '5'])
    expect(past.response.headers.get('Link')).toBe(
      `${page(1)}; rel="first", ${page(3)}; rel="prev", ${page(3)}; rel="last"`,
    )
  })

  it('has one page when it is empty', async () => {
    const response = await aMuseumApi().request('GET', '/special-events')
    expect(await response.json()).toEqual([])
    const page = '</v1.1/special-events?page=1&limit=10>'
    expect(response.headers.get('Link')).toBe(`${page}; rel="first", ${page}; rel="last"`)
  })

  it('has no X-Total-Count and no last link when it has more than 10,000 events', async () => {
    const api = aMuseumApi()
    const specialEvents: typeof api.ports.specialEvents = {
      ...api.ports.specialEvents,
      during: async (period, page) => {
        const { items } = await api.ports.specialEvents.during(period, page)
        return { items }
      },
    }
    const long = aMuseumApi({ ...api.ports, specialEvents })
    await createdEvent(long)
    const linksOf = async (query: string) => {
      const { headers } = await long.request('GET', `/special-events?${query}`)
      expect(headers.has('X-Total-Count')).toBe(false)
      return headers.get('Link')!.match(/rel="\w+"/g)
    }
    expect(await linksOf('limit=1&page=2')).toEqual(['rel="first"', 'rel="prev"'])
    expect(await linksOf('limit=1')).toEqual(['rel="first"', 'rel="next"'])
    expect(await linksOf('limit=2')).toEqual(['rel="first"'])
  })

  it('accepts the smallest and largest values, and ignores unknown parameters', async () => {
    const { list } = await anApiWithEvents()
    expect((await list('?limit=100&page=1&sort=price&sort=name&=')).dates).toHaveLength(4)
    expect((await list('?limit=1')).dates).toHaveLength(1)
    expect((await list('?startDate=1970-01-01&endDate=9999-12-31')).dates).toHaveLength(5)
    expect((await list('?startDate=2030-05-02&endDate=2030-05-02')).dates).toEqual(['2030-05-02'])
  })

  it.each([
    ['limit', 'out-of-range', 'limit=0'],
    ['limit', 'out-of-range', 'limit=101'],
    ['page', 'out-of-range', 'page=0'],
    ['page', 'not-an-integer', 'page=1000000000'],
    ...['', '-1', '1.5', '1e1', '0x1', '%201', '%2B1', 'ten', '１'].map((page) => [
      'page',
      'not-an-integer',
      `page=${page}`,
    ]),
    ['page', 'sent-twice', 'page=1&page=1'],
    ['startDate', 'sent-twice', 'startDate=2030-01-01&startDate=2030-01-01'],
    ['startDate', 'not-a-calendar-date', 'startDate='],
    ['startDate', 'not-a-calendar-date', 'startDate=2030-02-30'],
    ['startDate', 'not-a-calendar-date', 'startDate=1969-12-31'],
    ['endDate', 'not-a-calendar-date', 'endDate=10000-01-01'],
    ['endDate', 'not-a-calendar-date', 'endDate=2030-01-01T00:00:00Z'],
    ['endDate', 'not-a-calendar-date', 'endDate=%zz'],
    ['startDate', 'start-after-end', 'startDate=2030-01-02&endDate=2030-01-01'],
    ['startDate', 'not-a-calendar-date', 'startDate=zzz&endDate=2030-01-01'],
    ['endDate', 'not-a-calendar-date', 'startDate=2030-01-01&endDate=2029'],
  ])('reports for %s the fault %s: %s', async (parameter, code, query) => {
    expect(await faultsOf(await aMuseumApi().request('GET', `/special-events?${query}`))).toEqual([[parameter, code]])
  })

  it('reports all faults of the query together', async () => {
    const query = 'page=x&limit=0&startDate=2031-01-01&endDate=2030-01-01'
    expect(await faultsOf(await aMuseumApi().request('GET', `/special-events?${query}`))).toEqual([
      ['page', 'not-an-integer'],
      ['limit', 'out-of-range'],
      ['startDate', 'start-after-end'],
    ])
  })

  it('responds with 304 when nothing has changed since the ETag, otherwise with 200', async () => {
    const { api, list } = await anApiWithEvents()
    const etag = (await list()).response.headers.get('ETag')!
    const again = await api.request('GET', '/special-events', { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
    await createdEvent(api)
    expect((await api.request('GET', '/special-events', { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })
})
