import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { changeHours } from '@museum/testing'
import { aMuseumApi, generalOrder } from '../../test/a-museum-api.ts'
import { anApiWithAnEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf, outcomeOf, problemOf } from '../../test/problem-of.ts'

const unknown = '/special-events/00000000-0000-7000-8000-00000000dead'

describe('the capacity', () => {
  it.each(['an event', 'general entry'])('of %s is set, read, compared by its ETag and removed', async (what) => {
    const { send, request, eventId } = await anApiWithAnEvent()
    const path = what === 'an event' ? `/special-events/${eventId}/capacity` : '/museum-hours/capacity'
    expect(await (await request('GET', path)).json()).toEqual({ capacity: null })
    for (const capacity of [120, 0, 1_000_000, null]) {
      const set = await send('PUT', path, { capacity, further: 'member' })
      expect([set.status, await set.json()]).toEqual([200, { capacity }])
      const read = await request('GET', path)
      expect([read.status, await read.json()]).toEqual([200, { capacity }])
      const etag = read.headers.get('ETag')!
      // No ETag for If-Match: a capacity has no conditional changes.
      expect(set.headers.get('ETag')).toBeNull()
      expect((await request('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    }
  })

  it.each([
    [{ capacity: -1 }, 'capacity-out-of-range'],
    [{ capacity: 1_000_001 }, 'capacity-out-of-range'],
    [{ capacity: 0.5 }, 'capacity-out-of-range'],
    [{ capacity: '120' }, 'wrong-type'],
    [{ capacity: true }, 'wrong-type'],
    [{ capacity: [120] }, 'wrong-type'],
    [{}, 'missing'],
  ])('is refused with 400 when the body is %j: %s', async (body, code) => {
    const { send, request, eventId } = await anApiWithAnEvent()
    for (const path of [`/special-events/${eventId}/capacity`, '/museum-hours/capacity']) {
      expect(await faultsOf(await send('PUT', path, body))).toEqual([['#/capacity', code]])
      expect(await (await request('GET', path)).json()).toEqual({ capacity: null })
    }
  })

  it('gets 404 for an unknown event, and 400 for a malformed eventId', async () => {
    const { send, request } = aMuseumApi()
    for (const response of [
      await send('PUT', `${unknown}/capacity`, { capacity: 1 }),
      await request('GET', `${unknown}/capacity`),
      await request('GET', `${unknown}/availability`),
    ])
      expect(await problemOf(response)).toMatchObject({ status: 404, slug: 'event-not-found' })
    for (const response of [
      await send('PUT', '/special-events/17/capacity', { capacity: 1 }),
      await request('GET', '/special-events/17/availability'),
    ])
      expect(await faultsOf(response)).toEqual([['eventId', 'not-a-uuid']])
  })

  it('gets 415 with an Accept header when the media type is not JSON', async () => {
    const { request } = aMuseumApi()
    const headers = { 'Content-Type': 'text/plain' }
    const response = await request('PUT', '/museum-hours/capacity', { body: '{"capacity":1}', headers })
    expect(response.headers.get('Accept')).toBe('application/json')
    expect(response.headers.get('Accept-Post')).toBeNull()
    expect(await problemOf(response)).toMatchObject({ status: 415 })
  })

  it('gets 503 when older writes do not end in time', async () => {
    const { ports } = aMuseumApi()
    const setForGeneralEntry = () => Promise.reject(new Unavailable('The database is too busy'))
    const { send } = aMuseumApi({ capacities: { ...ports.capacities, setForGeneralEntry } })
    const response = await send('PUT', '/museum-hours/capacity', { capacity: 1 })
    expect(response.headers.get('Retry-After')).not.toBeNull()
    expect(await problemOf(response)).toMatchObject({ status: 503, slug: 'service-unavailable' })
  })

  it('does not change the representation of an event', async () => {
    const { send, request, eventId } = await anApiWithAnEvent()
    const before = await request('GET', `/special-events/${eventId}`)
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 5 })
    const after = await request('GET', `/special-events/${eventId}`)
    expect(await after.json()).toEqual(await before.json())
    expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'))
  })
})

describe('a purchase for a date without a place left', () => {
  it('gets 409 sold-out with the pointer #/ticketDate, and may be sent again under its key', async () => {
    const { send, eventOrder, eventId } = await anApiWithAnEvent()
    for (const [path, order] of [
      [`/special-events/${eventId}/capacity`, eventOrder],
      ['/museum-hours/capacity', generalOrder],
    ] as const) {
      await send('PUT', path, { capacity: 0 })
      const keyed = () => send('POST', '/tickets', order, { 'Idempotency-Key': path })
      for (const response of [await send('POST', '/tickets', order), await keyed()])
        expect(await outcomeOf(response)).toEqual([409, 'sold-out', ['#/ticketDate sold-out']])
      await send('PUT', path, { capacity: 1 })
      expect((await keyed()).status).toBe(201)
      const replayed = await keyed()
      expect([replayed.status, replayed.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
      expect(await outcomeOf(await send('POST', '/tickets', order))).toEqual([
        409,
        'sold-out',
        ['#/ticketDate sold-out'],
      ])
    }
  })

  it('is refused only for its other faults, if it has some', async () => {
    const { send, eventOrder, eventId } = await anApiWithAnEvent()
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 0 })
    expect(await outcomeOf(await send('POST', '/tickets', { ...eventOrder, ticketDate: '2030-04-30' }))).toEqual([
      400,
      'validation-failed',
      ['#/ticketDate date-in-the-past', '#/ticketDate event-not-on-that-date'],
    ])
    expect(await outcomeOf(await send('POST', '/tickets', { ...eventOrder, email: 'x' }))).toEqual([
      400,
      'validation-failed',
      ['#/email not-an-email'],
    ])
  })
})

describe('the availability', () => {
  it('of an event has the places of each date, ascending', async () => {
    const { send, request, bought, eventOrder, eventId } = await anApiWithAnEvent()
    const path = `/special-events/${eventId}/availability`
    await bought(eventOrder)
    expect(await (await request('GET', path)).json()).toEqual([
      { date: '2030-05-17', capacity: null, sold: 1, available: null },
      { date: '2030-05-18', capacity: null, sold: 0, available: null },
    ])
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 3 })
    await bought(eventOrder)
    const response = await request('GET', path)
    expect(await response.json()).toEqual([
      { date: '2030-05-17', capacity: 3, sold: 2, available: 1 },
      { date: '2030-05-18', capacity: 3, sold: 0, available: 3 },
    ])
    const headers = { 'If-None-Match': response.headers.get('ETag')! }
    expect((await request('GET', path, { headers })).status).toBe(304)
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 1 })
    expect((await (await request('GET', path)).json()) as unknown[]).toContainEqual({
      date: '2030-05-17',
      capacity: 1,
      sold: 2,
      available: 0,
    })
  })

  it('of general entry lists the open days of the museum hours, with the same query and paging', async () => {
    const { send, request, ports, bought } = await anApiWithAnEvent()
    await changeHours(ports.museumHours, { weekday: 'saturday', hours: 'closed' })
    await bought(generalOrder)
    await send('PUT', '/museum-hours/capacity', { capacity: 10 })
    const query = 'startDate=2030-05-17&endDate=2030-05-25&limit=2'
    const response = await request('GET', `/museum-hours/availability?${query}`)
    expect(await response.json()).toEqual([
      { date: '2030-05-17', capacity: 10, sold: 1, available: 9 },
      { date: '2030-05-19', capacity: 10, sold: 0, available: 10 },
    ])
    const hours = await request('GET', `/museum-hours?${query}`)
    expect(response.headers.get('X-Total-Count')).toBe(hours.headers.get('X-Total-Count'))
    expect(response.headers.get('Link')).toBe(
      hours.headers.get('Link')!.replaceAll('/museum-hours?', '/museum-hours/availability?'),
    )
    expect(await faultsOf(await request('GET', '/museum-hours/availability?limit=0'))).toEqual([
      ['limit', 'out-of-range'],
    ])
  })

  it('has how many places are reserved, which are not available, while there are some', async () => {
    const { send, request, bought, eventOrder, eventId } = await anApiWithAnEvent()
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 5 })
    await send('PUT', '/museum-hours/capacity', { capacity: 10 })
    const general = { ticketType: 'general', ticketDate: '2030-05-17', quantity: 4 }
    const items = [general, { ...general, ticketType: 'event', eventId, quantity: 3 }]
    const { reservationId } = (await (await send('POST', '/reservations', { items })).json()) as {
      reservationId: string
    }
    await bought(eventOrder)
    const paths = ['/museum-hours/availability?limit=1&startDate=2030-05-17', `/special-events/${eventId}/availability`]
    const first = () =>
      Promise.all(paths.map(async (path) => ((await (await request('GET', path)).json()) as unknown[])[0]))
    const date = '2030-05-17'
    expect(await first()).toEqual([
      { date, capacity: 10, sold: 0, held: 4, available: 6 },
      { date, capacity: 5, sold: 1, held: 3, available: 1 },
    ])
    expect((await (await request('GET', paths[1]!)).json()) as unknown[]).toContainEqual({
      date: '2030-05-18',
      capacity: 5,
      sold: 0,
      available: 5,
    })
    await send('POST', `/reservations/${reservationId}/order`, { quantities: [0, 2] })
    expect(await first()).toEqual([
      { date, capacity: 10, sold: 0, available: 10 },
      { date, capacity: 5, sold: 3, available: 2 },
    ])
  })

  it('has the reserved places of each entry time', async () => {
    const { send, request } = await anApiWithAnEvent()
    await send('PUT', '/museum-hours/entry-times', { rule: { times: ['10:00', '11:00'], length: 60 }, capacity: 3 })
    const item = { ticketType: 'general', ticketDate: '2030-05-17', quantity: 2, entryTime: '11:00' }
    expect((await send('POST', '/reservations', { items: [item] })).status).toBe(201)
    const places = {
      capacity: 6,
      sold: 0,
      held: 2,
      available: 4,
      entryTimes: [
        { entryTime: '10:00', capacity: 3, sold: 0, available: 3 },
        { entryTime: '11:00', capacity: 3, sold: 0, held: 2, available: 1 },
      ],
    }
    const ofDay = await request('GET', '/museum-hours/availability?limit=1&startDate=2030-05-17')
    expect(await ofDay.json()).toEqual([{ date: '2030-05-17', ...places }])
    const all = await request('GET', '/availability?startDate=2030-05-17&endDate=2030-05-17')
    expect(await all.json()).toMatchObject([{ generalEntry: places }])
  })
})
