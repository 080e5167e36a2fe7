import { describe, expect, it } from '@jest/globals'
import { Currency } from '@museum/domain'
import { aMuseumApi, event, uuid } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf, outcomeOf } from '../../test/problem-of.ts'

describe('createSpecialEvent', () => {
  it('responds with 201, the event, its Location and its ETag', async () => {
    const { response, body, etag } = await createdEvent(aMuseumApi())
    expect(response.status).toBe(201)
    expect(body).toEqual({ eventId: expect.stringMatching(uuid), ...event })
    expect(response.headers.get('Location')).toBe(`/v1.1/special-events/${body.eventId}`)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(etag).toMatch(/^"[\w-]{22}"$/)
  })

  it('ignores an eventId and unknown members of the request', async () => {
    const { body } = await createdEvent(aMuseumApi(), { eventId: 'mine', extra: 1 })
    expect(Object.keys(body)).toEqual(['eventId', 'name', 'location', 'eventDescription', 'dates', 'price'])
    expect(body.eventId).toMatch(uuid)
  })

  it('sorts the dates, removes repeated ones, and accepts past ones', async () => {
    const { body } = await createdEvent(aMuseumApi(), { dates: ['2030-05-18', '1970-01-01', '2030-05-18'] })
    expect(body.dates).toEqual(['1970-01-01', '2030-05-18'])
  })

  it('stores texts unchanged, also with characters of four bytes', async () => {
    const texts = { name: ' Nuit 🌙 «Ōmu» ', location: '大広間', eventDescription: 'a\r\n\tb 🦣' }
    const api = aMuseumApi()
    const { body, path } = await createdEvent(api, texts)
    expect(body).toMatchObject(texts)
    expect(await (await api.request('GET', path)).json()).toEqual(body)
  })

  it.each([0, 0.1, 19.99, 99_999_999.99])('stores the price %s exactly', async (price) => {
    expect((await createdEvent(aMuseumApi(), { price })).body.price).toBe(price)
  })

  it('reports a price that is finer than the currency, with and without a key, and so does an update', async () => {
    const api = aMuseumApi({ currency: Currency('JPY') })
    for (const headers of [{}, { 'Idempotency-Key': 'key' }]) {
      const response = await api.send('POST', '/special-events', { ...event, price: 2.5 }, headers)
      expect(await outcomeOf(response)).toEqual([400, 'validation-failed', ['#/price price-too-precise']])
    }
    const { path } = await createdEvent(api, { price: 1_500 })
    expect(await outcomeOf(await api.send('PATCH', path, { price: 1_500.5 }))).toEqual([
      400,
      'validation-failed',
      ['#/price price-too-precise'],
    ])
  })

  it.each(Object.keys(event))('reports the fault missing when %s is absent', async (member) => {
    const { [member]: _, ...rest } = event as Record<string, unknown>
    expect(await faultsOf(await aMuseumApi().send('POST', '/special-events', rest))).toEqual([
      [`#/${member}`, 'missing'],
    ])
  })

  it.each([
    ['#/name', 'text-blank', { name: ' ' }],
    ['#/name', 'text-too-long', { name: 'x'.repeat(256) }],
    ['#/name', 'text-control-character', { name: 'a\u0000b' }],
    ['#/location', 'text-control-character', { location: 'a\u009b' }],
    ['#/eventDescription', 'text-control-character', { eventDescription: 'a\n\u0085' }],
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
  ])('reports, at %s, the fault %s: %j', async (pointer, code, changes) => {
    const response = await aMuseumApi().send('POST', '/special-events', { ...event, ...changes })
    expect(await faultsOf(response)).toEqual([[pointer, code]])
  })

  it('reports all schema validation errors together, and stores nothing', async () => {
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
    expect(await (await api.request('GET', '/special-events?startDate=1970-01-01')).json()).toEqual([])
  })

  it('reports one fault for a list of too many dates, however long', async () => {
    const dates = Array.from({ length: 40_000 }, () => 1)
    expect(await faultsOf(await aMuseumApi().send('POST', '/special-events', { ...event, dates }))).toEqual([
      ['#/dates', 'too-many-dates'],
    ])
  })
})
