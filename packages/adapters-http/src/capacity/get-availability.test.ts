import { describe, expect, it } from '@jest/globals'
import { Availability, CalendarDate, Price } from '@museum/domain'
import { changeHours, inMemoryPorts } from '@museum/testing'
import { aSpecialEvent } from '@museum/testing/examples'
import { aMuseumApi, authorizationOf, event, generalOrder } from '../../test/a-museum-api.ts'
import { createdEvent } from '../../test/an-api-with-an-event.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

const aDay = (date: string, generalEntry: object | null, events: readonly object[] = []) => ({
  date,
  generalEntry,
  events,
})

describe('getAvailability', () => {
  it('returns the hours, prices and places of general entry and of all events on each date', async () => {
    const api = aMuseumApi({ generalPrice: Price(1_200) })
    const { request, send, ports } = api
    await changeHours(ports.museumHours, { weekday: 'saturday', hours: 'closed' })
    const night = await createdEvent(api)
    const tour = await createdEvent(api, { name: 'Tour', location: 'Garden', price: 5, dates: ['2030-05-17'] })
    await send('PUT', `${night.path}/capacity`, { capacity: 1 })
    await send('PUT', '/museum-hours/capacity', { capacity: 10 })
    const order = { ...generalOrder, ticketType: 'event', eventId: night.body.eventId }
    for (const each of [order, generalOrder]) expect((await send('POST', '/tickets', each)).status).toBe(201)

    const path = '/availability?startDate=2030-05-16&endDate=2030-05-18'
    const headers = { Authorization: authorizationOf('reader') }
    const response = await request('GET', path, { headers })
    const hours = { timeOpen: '09:00', timeClose: '18:00' }
    const ofNight = { eventId: night.body.eventId, name: event.name, location: event.location, price: 19.9 }
    expect(await response.json()).toEqual([
      aDay('2030-05-16', { ...hours, price: 12, capacity: 10, sold: 0, available: 10 }),
      aDay('2030-05-17', { ...hours, price: 12, capacity: 10, sold: 1, available: 9 }, [
        { ...ofNight, capacity: 1, sold: 1, available: 0 },
        {
          eventId: tour.body.eventId,
          name: 'Tour',
          location: 'Garden',
          price: 5,
          capacity: null,
          sold: 0,
          available: null,
        },
      ]),
      aDay('2030-05-18', null, [{ ...ofNight, capacity: 1, sold: 0, available: 1 }]),
    ])

    const unchanged = { 'If-None-Match': response.headers.get('ETag')! }
    expect((await request('GET', path, { headers: unchanged })).status).toBe(304)
    await send('POST', '/tickets', { ...order, ticketDate: '2030-05-18' })
    expect((await request('GET', path, { headers: unchanged })).status).toBe(200)
  })

  it('has how many places are reserved, which are not available, while there are some', async () => {
    const api = aMuseumApi()
    const { request, send } = api
    const { body, path } = await createdEvent(api)
    await send('PUT', `${path}/capacity`, { capacity: 5 })
    const general = { ticketType: 'general', ticketDate: '2030-05-17', quantity: 4 }
    const items = [general, { ...general, ticketType: 'event', eventId: body.eventId, quantity: 3 }]
    const { reservationId } = (await (await send('POST', '/reservations', { items })).json()) as {
      reservationId: string
    }
    const places = async () => {
      const days = await request('GET', '/availability?startDate=2030-05-17&endDate=2030-05-17')
      const [day] = (await days.json()) as [{ generalEntry: object; events: [object] }]
      return [day.generalEntry, day.events[0]]
    }
    expect(await places()).toMatchObject([
      { sold: 0, held: 4, available: null },
      { capacity: 5, sold: 0, held: 3, available: 2 },
    ])
    await send('POST', `/reservations/${reservationId}/release`, {})
    for (const each of await places()) expect(each).not.toHaveProperty('held')
  })

  it('begins today and has 31 dates unless the query says otherwise', async () => {
    const { request } = aMuseumApi()
    const datesOf = async (query: string) => {
      const days = (await (await request('GET', `/availability${query}`)).json()) as { date: string }[]
      return [days.length, days[0]?.date, days.at(-1)?.date]
    }
    expect(await datesOf('')).toEqual([31, '2030-05-01', '2030-05-31'])
    expect(await datesOf('?endDate=2030-05-02')).toEqual([2, '2030-05-01', '2030-05-02'])
    expect(await datesOf('?startDate=2029-12-31')).toEqual([31, '2029-12-31', '2030-01-30'])
    expect(await datesOf('?startDate=9999-12-31')).toEqual([1, '9999-12-31', '9999-12-31'])
    // As in the lists: only dates that were both sent can contradict each other.
    expect(await datesOf('?endDate=2030-04-30')).toEqual([0, undefined, undefined])
  })

  it.each([
    ['startDate=2030-05-01&endDate=2030-06-01', [['endDate', 'too-many-days']]],
    ['endDate=2030-06-01', [['endDate', 'too-many-days']]],
    ['startDate=2030-05-02&endDate=2030-05-01', [['startDate', 'start-after-end']]],
    [
      'startDate=today&endDate=2030-02-30',
      [
        ['startDate', 'not-a-calendar-date'],
        ['endDate', 'not-a-calendar-date'],
      ],
    ],
    ['startDate=2030-05-01&startDate=2030-05-01', [['startDate', 'sent-twice']]],
  ])('refuses %s with 400', async (query, faults) => {
    expect(await faultsOf(await aMuseumApi().request('GET', `/availability?${query}`))).toEqual(faults)
  })

  it('responds with 409 to more than 10,000 rows, and names the days that fit', async () => {
    const { ports } = aMuseumApi()
    const row = { event: aSpecialEvent(), ...Availability.of(CalendarDate('2030-05-02'), { capacity: null, sold: 0 }) }
    const capacities = {
      ...ports.capacities,
      availabilityOfEvents: async () => Array.from({ length: 10_001 }, () => row),
    }
    const response = await aMuseumApi({ capacities }).request('GET', '/availability')
    expect(await problemOf(response)).toMatchObject({
      status: 409,
      slug: 'too-many-rows',
      detail: 'The response would have more than 10000 rows: from 2030-05-01 on, 1 day fits.',
    })
  })

  it('has all events of a date, of which there may be thousands', async () => {
    const { ports } = aMuseumApi()
    const row = { event: aSpecialEvent(), ...Availability.of(CalendarDate('2030-05-02'), { capacity: null, sold: 0 }) }
    const capacities = {
      ...ports.capacities,
      availabilityOfEvents: async () => Array.from({ length: 4_100 }, () => row),
    }
    const response = await aMuseumApi({ capacities }).request('GET', '/availability')
    const text = await response.text()
    const days = JSON.parse(text) as { events: object[] }[]
    expect(text).toBe(JSON.stringify(days))
    expect(days.map(({ events }) => events.length).slice(0, 3)).toEqual([0, 4_100, 0])
  })

  it('calls each repository once, however many events there are', async () => {
    const ports = inMemoryPorts()
    const calls: string[] = []
    const counting = <Repository extends object>(repository: Repository): Repository =>
      Object.fromEntries(
        Object.entries(repository).map(([name, method]: [string, (...args: unknown[]) => unknown]) => [
          name,
          (...args: unknown[]) => {
            calls.push(name)
            return method(...args)
          },
        ]),
      ) as Repository
    const { request, send } = aMuseumApi({
      ...ports,
      capacities: counting(ports.capacities),
      museumHours: counting(ports.museumHours),
      specialEvents: { ...ports.specialEvents, find: counting(ports.specialEvents).find },
    })
    for (let n = 0; n < 20; n += 1) await send('POST', '/special-events', event)
    calls.length = 0
    expect((await request('GET', '/availability')).status).toBe(200)
    expect(calls.toSorted()).toEqual(['availabilityOfEvents', 'placesOfGeneralEntry', 'schedule'])
  })
})
