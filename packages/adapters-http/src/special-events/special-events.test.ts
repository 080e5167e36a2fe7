import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, event, uuid } from '../../test/a-museum-api.ts'
import { SpecialEventBody } from './special-event.wire.ts'

const unknown = '00000000-0000-7000-8000-00000000dead'
const faultsOf = async (response: Response) => {
  expect(response.status).toBe(400)
  const { type, errors } = (await response.json()) as { type: string; errors: { code: string }[] }
  expect(type).toBe('/problems/validation-failed')
  return errors.map(({ code, ...place }) => [Object.values(place)[0], code])
}
const created = async (api: ReturnType<typeof aMuseumApi>, but: object = {}) => {
  const response = await api.send('POST', '/special-events', { ...event, ...but })
  const body = SpecialEventBody.strict().parse(await response.json())
  return { response, body, path: `/special-events/${body.eventId}`, etag: response.headers.get('ETag')! }
}

describe('createSpecialEvent', () => {
  it('answers 201 with the event, its Location and its ETag', async () => {
    const { response, body, etag } = await created(aMuseumApi())
    expect(response.status).toBe(201)
    expect(body).toEqual({ eventId: expect.stringMatching(uuid), ...event })
    expect(response.headers.get('Location')).toBe(`/v1.1/special-events/${body.eventId}`)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(etag).toMatch(/^"[\w-]{22}"$/)
  })

  it('ignores a client-sent eventId and unknown members, and never echoes them', async () => {
    const { body } = await created(aMuseumApi(), { eventId: 'mine', extra: 1 })
    expect(Object.keys(body)).toEqual(['eventId', 'name', 'location', 'eventDescription', 'dates', 'price'])
    expect(body.eventId).toMatch(uuid)
  })

  it('sorts the dates, keeps each once, and accepts past ones', async () => {
    const { body } = await created(aMuseumApi(), { dates: ['2030-05-18', '1970-01-01', '2030-05-18'] })
    expect(body.dates).toEqual(['1970-01-01', '2030-05-18'])
  })

  it('stores text as sent, 4-byte characters too', async () => {
    const texts = { name: ' Nuit 🌙 «Ōmu» ', location: '大広間', eventDescription: 'a\r\n\tb 🦣' }
    const api = aMuseumApi()
    const { body, path } = await created(api, texts)
    expect(body).toMatchObject(texts)
    expect(await (await api.ask('GET', path)).json()).toEqual(body)
  })

  it.each([0, 0.1, 19.99, 99_999_999.99])('keeps the price %s exactly', async (price) => {
    expect((await created(aMuseumApi(), { price })).body.price).toBe(price)
  })

  it.each(Object.keys(event))('requires %s', async (member) => {
    const { [member]: _, ...rest } = event as Record<string, unknown>
    expect(await faultsOf(await aMuseumApi().send('POST', '/special-events', rest))).toEqual([
      [`#/${member}`, 'missing'],
    ])
  })

  it.each([
    ['#/name', 'text-blank', { name: ' ' }],
    ['#/name', 'text-too-long', { name: 'x'.repeat(256) }],
    ['#/name', 'text-control-character', { name: 'a\u0000b' }],
    ['#/name', 'text-not-unicode', { name: 'a\ud800' }],
    ['#/name', 'wrong-type', { name: 5 }],
    ['#/name', 'null-not-allowed', { name: null }],
    ['#/location', 'text-blank', { location: '' }],
    ['#/eventDescription', 'text-too-long', { eventDescription: '🦣'.repeat(5001) }],
    ['#/dates', 'no-dates', { dates: [] }],
    ['#/dates', 'too-many-dates', { dates: Array.from({ length: 367 }, () => '2030-01-01') }],
    ['#/dates', 'wrong-type', { dates: '2030-01-01' }],
    ['#/dates/1', 'not-a-calendar-date', { dates: ['2030-01-01', '2030-02-29'] }],
    ['#/dates/0', 'not-a-calendar-date', { dates: ['1969-12-31'] }],
    ['#/dates/0', 'null-not-allowed', { dates: [null] }],
    ['#/price', 'price-too-precise', { price: 1.005 }],
    ['#/price', 'price-out-of-range', { price: 100_000_000 }],
    ['#/price', 'price-out-of-range', { price: -1 }],
    ['#/price', 'wrong-type', { price: '19.90' }],
  ])('refuses at %s with %s', async (pointer, code, but) => {
    const response = await aMuseumApi().send('POST', '/special-events', { ...event, ...but })
    expect(await faultsOf(response)).toEqual([[pointer, code]])
  })

  it('tells all faults at once, and stores nothing', async () => {
    const api = aMuseumApi()
    const response = await api.send('POST', '/special-events', { name: '', location: 1, dates: ['x', 'y'], price: -1 })
    expect(await faultsOf(response)).toEqual([
      ['#/name', 'text-blank'],
      ['#/location', 'wrong-type'],
      ['#/eventDescription', 'missing'],
      ['#/dates/0', 'not-a-calendar-date'],
      ['#/dates/1', 'not-a-calendar-date'],
      ['#/price', 'price-out-of-range'],
    ])
    expect(await (await api.ask('GET', '/special-events?startDate=1970-01-01')).json()).toEqual([])
  })

  it('answers a list of too many dates with one fault, however long', async () => {
    const dates = Array.from({ length: 40_000 }, () => 1)
    expect(await faultsOf(await aMuseumApi().send('POST', '/special-events', { ...event, dates }))).toEqual([
      ['#/dates', 'too-many-dates'],
    ])
  })
})

describe('listSpecialEvents', () => {
  const season = async () => {
    const api = aMuseumApi()
    for (const dates of [
      ['2030-04-01'],
      ['2030-05-03'],
      ['2030-05-02', '2030-06-01'],
      ['2030-04-30', '2030-05-01'],
      ['2031-01-01'],
    ])
      await created(api, { dates })
    const list = async (query = '') => {
      const response = await api.ask('GET', `/special-events${query}`)
      const body = SpecialEventBody.strict()
        .array()
        .parse(await response.json())
      return { response, dates: body.map(({ dates }) => dates[0]), total: response.headers.get('X-Total-Count') }
    }
    return { api, list }
  }

  it('answers the upcoming events, the first matching date first, each once with all of its dates', async () => {
    const { list } = await season()
    const { response, dates, total } = await list()
    expect(response.status).toBe(200)
    expect(dates).toEqual(['2030-04-30', '2030-05-02', '2030-05-03', '2031-01-01'])
    expect(total).toBe('4')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
  })

  it('honours startDate and endDate, also in the past', async () => {
    const { list } = await season()
    expect((await list('?startDate=2030-04-01&endDate=2030-04-30')).dates).toEqual(['2030-04-01', '2030-04-30'])
    expect((await list('?startDate=2030-05-02')).dates).toEqual(['2030-05-02', '2030-05-03', '2031-01-01'])
    expect((await list('?endDate=2030-05-02')).dates).toEqual(['2030-04-30', '2030-05-02'])
    expect((await list('?endDate=2030-04-30')).dates).toEqual([])
  })

  it('pages, with links to the first, prev, next and last page', async () => {
    const { list } = await season()
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

  it('answers an empty list with one page', async () => {
    const response = await aMuseumApi().ask('GET', '/special-events')
    expect(await response.json()).toEqual([])
    const page = '</v1.1/special-events?page=1&limit=10>'
    expect(response.headers.get('Link')).toBe(`${page}; rel="first", ${page}; rel="last"`)
  })

  it('leaves the count and the last page out above 10,000', async () => {
    const api = aMuseumApi()
    const specialEvents: typeof api.ports.specialEvents = {
      ...api.ports.specialEvents,
      during: async (period, page) => {
        const { items } = await api.ports.specialEvents.during(period, page)
        return { items }
      },
    }
    const long = aMuseumApi({ ...api.ports, specialEvents })
    await created(long)
    const linksOf = async (query: string) => {
      const { headers } = await long.ask('GET', `/special-events?${query}`)
      expect(headers.has('X-Total-Count')).toBe(false)
      return headers.get('Link')!.match(/rel="\w+"/g)
    }
    expect(await linksOf('limit=1&page=2')).toEqual(['rel="first"', 'rel="prev"'])
    expect(await linksOf('limit=1')).toEqual(['rel="first"', 'rel="next"'])
    expect(await linksOf('limit=2')).toEqual(['rel="first"'])
  })

  it('accepts the bounds, and ignores unknown names', async () => {
    const { list } = await season()
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
  ])('refuses %s with %s: %s', async (parameter, code, query) => {
    expect(await faultsOf(await aMuseumApi().ask('GET', `/special-events?${query}`))).toEqual([[parameter, code]])
  })

  it('tells all faults at once', async () => {
    const query = 'page=x&limit=0&startDate=2031-01-01&endDate=2030-01-01'
    expect(await faultsOf(await aMuseumApi().ask('GET', `/special-events?${query}`))).toEqual([
      ['page', 'not-an-integer'],
      ['limit', 'out-of-range'],
      ['startDate', 'start-after-end'],
    ])
  })

  it('answers 304 when nothing changed, and 200 when something did', async () => {
    const { api, list } = await season()
    const etag = (await list()).response.headers.get('ETag')!
    const again = await api.ask('GET', '/special-events', { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
    await created(api)
    expect((await api.ask('GET', '/special-events', { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })
})

describe('getSpecialEvent', () => {
  it('answers the event, whatever the case of its identifier', async () => {
    const api = aMuseumApi()
    const { body, path, etag } = await created(api)
    for (const asked of [path, path.toUpperCase().replace('/SPECIAL-EVENTS', '/special-events')]) {
      const response = await api.ask('GET', asked)
      expect(response.status).toBe(200)
      expect(SpecialEventBody.strict().parse(await response.json())).toEqual(body)
      expect(response.headers.get('ETag')).toBe(etag)
      expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    }
  })

  it.each(['ETAG', 'W/ETAG', '"x", ETAG', ', ETAG,,', '"a,b",ETAG', '*'])(
    'answers 304 to If-None-Match: %s',
    async (pattern) => {
      const api = aMuseumApi()
      const { path, etag } = await created(api)
      const headers = { 'If-None-Match': pattern.replace('ETAG', etag) }
      expect((await api.ask('GET', path, { headers })).status).toBe(304)
    },
  )

  it.each(['"other"', 'malformed', '', ',', '"x" ETAG', 'ETAG, bare'])(
    'answers 200 to If-None-Match: %s',
    async (tag) => {
      const api = aMuseumApi()
      const { path, etag } = await created(api)
      const headers = { 'If-None-Match': tag.replace('ETAG', etag) }
      expect((await api.ask('GET', path, { headers })).status).toBe(200)
    },
  )

  it('answers 404 event-not-found', async () => {
    const response = await aMuseumApi().ask('GET', `/special-events/${unknown}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ type: '/problems/event-not-found', title: 'Special event not found' })
  })

  it('answers 400 to a malformed identifier', async () => {
    expect(await faultsOf(await aMuseumApi().ask('GET', '/special-events/17'))).toEqual([['eventId', 'not-a-uuid']])
  })
})

describe('updateSpecialEvent', () => {
  it.each(['application/json', 'application/merge-patch+json', 'Application/JSON; charset=utf-8'])(
    'changes only the members that are sent (%s)',
    async (type) => {
      const api = aMuseumApi()
      const { body, path, etag } = await created(api)
      const response = await api.send('PATCH', path, { location: 'Roof', price: 5 }, { 'Content-Type': type })
      expect(response.status).toBe(200)
      const updated = SpecialEventBody.strict().parse(await response.json())
      expect(updated).toEqual({ ...body, location: 'Roof', price: 5 })
      expect(response.headers.get('ETag')).not.toBe(etag)
      const read = await api.ask('GET', path)
      expect([await read.json(), read.headers.get('ETag')]).toEqual([updated, response.headers.get('ETag')])
    },
  )

  it('changes nothing for an empty object, unknown members and an eventId', async () => {
    const api = aMuseumApi()
    const { body, path, etag } = await created(api)
    for (const changes of [{}, { eventId: unknown, extra: true }]) {
      const response = await api.send('PATCH', path, changes)
      expect([response.status, await response.json(), response.headers.get('ETag')]).toEqual([200, body, etag])
    }
  })

  it('replaces dates whole, and past ones are accepted', async () => {
    const api = aMuseumApi()
    const { path } = await created(api)
    const response = await api.send('PATCH', path, { dates: ['2000-01-01'] })
    expect(await response.json()).toMatchObject({ dates: ['2000-01-01'] })
  })

  it.each(Object.keys(event))('refuses null for %s with its pointer', async (member) => {
    const api = aMuseumApi()
    const { path } = await created(api)
    expect(await faultsOf(await api.send('PATCH', path, { [member]: null }))).toEqual([
      [`#/${member}`, 'null-not-allowed'],
    ])
  })

  it('tells the faults of path, header and body at once, and changes nothing', async () => {
    const api = aMuseumApi()
    const { body, path } = await created(api)
    const faulty = { name: '', price: 1.001 }
    const response = await api.send('PATCH', '/special-events/17', faulty, { 'If-Match': 'bare' })
    expect(await faultsOf(response)).toEqual([
      ['eventId', 'not-a-uuid'],
      ['If-Match', 'not-an-entity-tag'],
      ['#/name', 'text-blank'],
      ['#/price', 'price-too-precise'],
    ])
    await api.send('PATCH', path, { location: 'Roof', ...faulty })
    expect(await (await api.ask('GET', path)).json()).toEqual(body)
  })

  it.each(['ETAG', '*', '"x", ETAG', 'ETAG,'])('honours If-Match: %s', async (pattern) => {
    const api = aMuseumApi()
    const { path, etag } = await created(api)
    const headers = { 'If-Match': pattern.replace('ETAG', etag) }
    expect((await api.send('PATCH', path, { price: 1 }, headers)).status).toBe(200)
  })

  it.each(['"x"', 'W/ETAG'])('answers 412 to If-Match: %s, and changes nothing', async (pattern) => {
    const api = aMuseumApi()
    const { body, path, etag } = await created(api)
    const response = await api.send('PATCH', path, { price: 1 }, { 'If-Match': pattern.replace('ETAG', etag) })
    expect(response.status).toBe(412)
    expect(await response.json()).toMatchObject({ type: '/problems/precondition-failed' })
    expect(await (await api.ask('GET', path)).json()).toEqual(body)
  })

  it('lets a careful writer lose against a faster one', async () => {
    const api = aMuseumApi()
    const { path, etag } = await created(api)
    const outcomes = [1, 2].map((price) => api.send('PATCH', path, { price }, { 'If-Match': etag }))
    expect((await Promise.all(outcomes)).map(({ status }) => status).toSorted()).toEqual([200, 412])
  })

  it('answers 404 for an unknown or a deleted event', async () => {
    const api = aMuseumApi()
    const { path } = await created(api)
    await api.ask('DELETE', path)
    for (const gone of [path, `/special-events/${unknown}`]) {
      const response = await api.send('PATCH', gone, { price: 1 })
      expect([response.status, await response.json()]).toMatchObject([404, { type: '/problems/event-not-found' }])
    }
  })
})

describe('deleteSpecialEvent', () => {
  it('answers 204 without a body, and 404 the second time', async () => {
    const api = aMuseumApi()
    const { path } = await created(api)
    const response = await api.ask('DELETE', path)
    expect([response.status, await response.text(), response.headers.get('Content-Type')]).toEqual([204, '', null])
    expect((await api.ask('DELETE', path)).status).toBe(404)
    expect((await api.ask('GET', path)).status).toBe(404)
    expect(await (await api.ask('GET', '/special-events')).json()).toEqual([])
  })

  it('honours If-Match', async () => {
    const api = aMuseumApi()
    const { path, etag } = await created(api)
    expect((await api.ask('DELETE', path, { headers: { 'If-Match': '"x"' } })).status).toBe(412)
    expect(await faultsOf(await api.ask('DELETE', path, { headers: { 'If-Match': '' } }))).toEqual([
      ['If-Match', 'not-an-entity-tag'],
    ])
    expect((await api.ask('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(204)
  })

  it('answers 400 to a malformed identifier', async () => {
    expect(await faultsOf(await aMuseumApi().ask('DELETE', '/special-events/17'))).toEqual([['eventId', 'not-a-uuid']])
  })
})
