import { describe, expect, it } from '@jest/globals'
import { OrderId, OrderNumber, type TimeOfDay, weekdays } from '@museum/domain'
import { inMemoryPaymentProvider } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { authorizationOf } from '../../test/a-museum-api.ts'
import { anApiAtTheGate, asBoxOffice } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, outcomeOf, problemOf } from '../../test/problem-of.ts'

type Body = Record<string, unknown>
type SoldBody = { orderId: string; total: number; tickets: { ticketId: string; price: number }[] }

const minute = 60_000
/** The time of the API: a request that needs a date-time gets it with these minutes added. */
const at = (minutes: number) => new Date(Date.UTC(2030, 4, 17, 19, minutes)).toISOString()
const child = { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 }
const categories = [{ priceCategory: 'full', name: 'Adult', percentage: 100 }, child]

/** An API on 17 May 2030, 19:00 UTC, with price categories, and a reservation of a class: 28 places of the event, 2 of general entry. */
const anApiWithReservations = async (...options: Parameters<typeof anApiAtTheGate>) => {
  const api = await anApiAtTheGate(...options)
  const { eventId, send, request } = api
  await send('PUT', '/price-categories', categories)
  const school = {
    items: [
      { ticketType: 'event', eventId, ticketDate: '2030-05-18', priceCategory: 'child', quantity: 28 },
      { ticketType: 'general', ticketDate: '2030-05-18', quantity: 2 },
    ],
    email: 'teacher@example.org',
    phone: '12345',
    label: 'Class 7b',
    language: 'DE-ch',
    total: 278.6,
  }
  const reserve = (body: object = {}, headers: Record<string, string> = {}) =>
    send('POST', '/reservations', { ...school, ...body }, { ...asBoxOffice, ...headers })
  const reserved = async (body: object = {}) => {
    const response = await reserve(body)
    expect(response.status).toBe(201)
    return ((await response.json()) as { reservationId: string }).reservationId
  }
  const read = async (path: string) => (await api.get(path, asBoxOffice)).json() as Promise<Body>
  const change = (reservationId: string, name: string, body?: object) => {
    const path = `/reservations/${reservationId}/${name}`
    return body === undefined ? request('POST', path, { headers: asBoxOffice }) : send('POST', path, body, asBoxOffice)
  }
  const list = async (query = '') => {
    const response = await api.get(`/reservations${query}`, asBoxOffice)
    expect(response.status).toBe(200)
    return ((await response.json()) as Body[]).map(({ reservationId }) => reservationId)
  }
  /** The museum is open every day until 22:00, but for these exceptions. */
  const setSchedule = async (...exceptions: readonly object[]) => {
    const week = Object.fromEntries(weekdays.map((day) => [day, { timeOpen: '09:00', timeClose: '22:00' }]))
    const response = await send('PUT', '/museum-hours/schedule?confirm=true', { week, exceptions })
    expect(response.status).toBe(200)
  }
  /** The sold and the held places of the event on 18 May. */
  const places = async () => {
    const dates = (await (await api.get(`/special-events/${eventId}/availability`)).json()) as Record<string, number>[]
    return [dates[1]!['sold'], dates[1]!['held'] ?? 0]
  }
  return { ...api, school, reserve, reserved, read, change, list, setSchedule, places }
}

describe('createReservation', () => {
  it('holds the places of the items for 15 minutes, and responds without data of the purchaser, which GET has', async () => {
    const { reserve, read, places, eventId } = await anApiWithReservations()
    const response = await reserve()
    const created = (await response.json()) as { reservationId: string }
    const { reservationId } = created
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe(`/v1.1/reservations/${reservationId}`)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const shown = {
      reservationId,
      state: 'held',
      heldUntil: at(15),
      items: [
        {
          ticketType: 'event',
          ticketDate: '2030-05-18',
          eventId,
          priceCategory: 'child',
          quantity: 28,
          price: 9.95,
        },
        { ticketType: 'general', ticketDate: '2030-05-18', quantity: 2, price: 0 },
      ],
      total: 278.6,
      currency: 'EUR',
    }
    expect(created).toEqual(shown)
    expect(reservationId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    expect(await places()).toEqual([0, 28])
    expect(await read(`/reservations/${reservationId}`)).toEqual({
      ...shown,
      createdAt: at(0),
      createdBy: 'cashier',
      email: 'teacher@example.org',
      phone: '12345',
      label: 'Class 7b',
      language: 'de-CH',
    })
  })

  it('needs only items, whose quantity is 1 by default, and ignores unknown members', async () => {
    const { send, read, eventId } = await anApiWithReservations()
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-18', entryTime: null }]
    const without = { email: null, phone: null, label: null, language: null, until: null, total: null }
    const response = await send('POST', '/reservations', { items, ...without, payment: { method: 'x!' } }, asBoxOffice)
    expect(response.status).toBe(201)
    const { reservationId } = (await response.json()) as { reservationId: string }
    const reservation = await read(`/reservations/${reservationId}`)
    expect(reservation).toMatchObject({ total: 19.9, items: [{ quantity: 1 }] })
    for (const member of ['email', 'phone', 'label', 'language', 'until', 'orderId'])
      expect(reservation).not.toHaveProperty(member)
  })

  it('holds the places of a group until the time that is given', async () => {
    const { reserved, read } = await anApiWithReservations()
    const until = '2030-05-18T20:00:00+02:00'
    const reservation = await read(`/reservations/${await reserved({ until })}`)
    expect(reservation).toMatchObject({ heldUntil: '2030-05-18T18:00:00.000Z', until: '2030-05-18T18:00:00.000Z' })
  })

  it('has the entry times of its items', async () => {
    const { reserved, read, send } = await anApiWithReservations()
    const rule = { times: ['10:00', '11:00'], length: 60 }
    await send('PUT', '/museum-hours/entry-times?confirm=true', { rule, capacity: 2, exceptions: [], early: 0 })
    const item = { ticketType: 'general', ticketDate: '2030-05-18', entryTime: '11:00', quantity: 2 }
    const { items } = await read(`/reservations/${await reserved({ items: [item], total: null })}`)
    expect(items).toEqual([{ ...item, price: 0 }])
  })

  it.each<[string, object, readonly (readonly [string, string])[]]>([
    ['no item', { items: [] }, [['#/items', 'no-items']]],
    ['21 items', { items: Array.from({ length: 21 }, () => ({})) }, [['#/items', 'too-many-items']]],
    [
      'faulty members',
      {
        items: [{ ticketType: 'tour', ticketDate: '17 May', quantity: 0 }],
        email: null,
        until: '2030-05-18',
        label: ' ',
        language: 'de_DE',
        total: 0.001,
      },
      [
        ['#/items/0/ticketType', 'unknown-value'],
        ['#/items/0/ticketDate', 'not-a-calendar-date'],
        ['#/items/0/quantity', 'quantity-out-of-range'],
        ['#/total', 'price-too-precise'],
        ['#/until', 'not-a-date-time'],
        ['#/label', 'text-blank'],
        ['#/language', 'not-a-language'],
        ['#/email', 'email-required'],
      ],
    ],
    [
      'a long label, and a language of more than 35 characters',
      { label: 'x'.repeat(101), language: `de-x-${'abcdefgh-'.repeat(4)}a` },
      [
        ['#/label', 'text-too-long'],
        ['#/language', 'not-a-language'],
      ],
    ],
    [
      'more than 50 tickets, and an end that is over',
      {
        items: [26, 25].map((quantity) => ({ ticketType: 'general', ticketDate: '2030-05-18', quantity })),
        until: at(0),
      },
      [
        ['#/items', 'too-many-tickets'],
        ['#/until', 'not-in-the-future'],
      ],
    ],
    [
      'more than five dates',
      { items: [17, 18, 19, 20, 21, 22].map((day) => ({ ticketType: 'general', ticketDate: `2030-05-${day}` })) },
      [['#/items', 'too-many-dates']],
    ],
    ['an end after the last date', { until: '2030-05-19T00:00:00.001Z' }, [['#/until', 'after-the-last-date']]],
    [
      'an end in more than 180 days',
      { items: [{ ticketType: 'general', ticketDate: '2031-05-17' }], until: '2030-11-13T19:00:00.001Z' },
      [['#/until', 'too-far-ahead']],
    ],
    [
      'several items that break rules',
      {
        items: [
          { ticketType: 'general', ticketDate: '2030-05-16', priceCategory: 'student' },
          { ticketType: 'event', ticketDate: '2030-05-17' },
        ],
      },
      [
        ['#/items/0/priceCategory', 'unknown-price-category'],
        ['#/items/0/ticketDate', 'date-in-the-past'],
        ['#/items/1/eventId', 'event-id-required'],
      ],
    ],
  ])('refuses %s, with the place of every fault, and holds nothing', async (_, body, faults) => {
    const { reserve, list } = await anApiWithReservations()
    expect(await faultsOf(await reserve(body))).toEqual(faults)
    expect(await list()).toEqual([])
  })

  it('accepts an end in 180 days, and at the end of the last date', async () => {
    const { reserved, read } = await anApiWithReservations()
    const inHalfAYear = '2030-11-13T19:00:00.000Z'
    const far = await reserved({
      items: [{ ticketType: 'general', ticketDate: '2031-05-17' }],
      until: inHalfAYear,
      total: 0,
    })
    expect(await read(`/reservations/${far}`)).toMatchObject({ until: inHalfAYear })
    const midnight = '2030-05-19T00:00:00.000Z'
    expect(await read(`/reservations/${await reserved({ until: midnight })}`)).toMatchObject({ until: midnight })
  })

  it('refuses an unknown event, another total, and a closed day, as an order', async () => {
    const { reserve, setSchedule, eventId } = await anApiWithReservations()
    const event = { ticketType: 'event', eventId: exampleId(99), ticketDate: '2030-05-18' }
    const general = { ticketType: 'general', ticketDate: '2030-05-18' }
    const unknown = await outcomeOf(await reserve({ items: [general, event] }))
    expect(unknown).toEqual([404, 'event-not-found', ['#/items/1/eventId unknown-event']])
    const changed = await problemOf(await reserve({ total: 278.59 }))
    expect(changed).toMatchObject({ slug: 'total-changed', values: { total: 278.6, currency: 'EUR' } })
    await setSchedule({ date: '2030-05-18' })
    const closed = await outcomeOf(await reserve({ items: [{ ...event, eventId }, general], total: null }))
    expect(closed).toEqual([400, 'museum-closed', ['#/items/1/ticketDate museum-closed']])
  })

  it('counts held places as taken, until the time of the reservation is over', async () => {
    const { reserve, reserved, send, eventId, places, later } = await anApiWithReservations()
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 30 })
    await reserved()
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-18', quantity: 3 }]
    for (const path of ['/reservations', '/orders'])
      expect(await problemOf(await send('POST', path, { items }, asBoxOffice))).toMatchObject({
        status: 409,
        slug: 'sold-out',
        errors: [{ pointer: '#/items/0/ticketDate', code: 'sold-out', values: { left: 2, date: '2030-05-18' } }],
      })
    expect(await places()).toEqual([0, 28])
    later(15 * minute)
    expect((await send('POST', '/orders', { items }, asBoxOffice)).status).toBe(201)
    expect(await places()).toEqual([3, 0])
    expect((await reserve({ total: null })).status).toBe(409)
  })

  it('takes effect once under an Idempotency-Key, also when it is sent twice at the same time', async () => {
    const { reserve, list, ports } = await anApiWithReservations()
    const key = { 'Idempotency-Key': 'group-1' }
    const [one, other] = await Promise.all([reserve({}, key), reserve({}, key)])
    const again = await reserve({}, key)
    const [first, second, third] = await Promise.all([one, other, again].map((response) => response.text()))
    expect([second, third]).toEqual([first, first])
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
    expect(again.headers.get('Location')).toBe(one.headers.get('Location'))
    expect(await list()).toHaveLength(1)
    const record = await ports.idempotencyRecords.find('cashier', 'group-1')
    for (const text of ['teacher@example.org', '12345"', 'Class 7b']) expect(record!.answer).not.toContain(text)
    const reused = await reserve({ label: 'Class 7c' }, key)
    expect([reused.status, await problemOf(reused)]).toMatchObject([422, { slug: 'idempotency-key-reused' }])
  })
})

describe('getReservation', () => {
  it('responds with 304 while nothing has changed, and with the state that follows from the time', async () => {
    const { reserved, get, later } = await anApiWithReservations()
    const path = `/reservations/${await reserved()}`
    const etag = (await get(path, asBoxOffice)).headers.get('ETag')!
    const conditional = () => get(path, { ...asBoxOffice, 'If-None-Match': etag })
    later(15 * minute - 1)
    expect((await conditional()).status).toBe(304)
    later(1)
    const expired = await conditional()
    expect([expired.status, await expired.json()]).toMatchObject([200, { state: 'expired', heldUntil: at(15) }])
  })

  it('is expired as a whole once a date of it is removed', async () => {
    const { reserved, read, send, eventId, change } = await anApiWithReservations()
    const reservationId = await reserved()
    const dates = { dates: ['2030-05-17'] }
    expect((await send('PATCH', `/special-events/${eventId}`, dates)).status).toBe(200)
    expect(await read(`/reservations/${reservationId}`)).toMatchObject({ state: 'expired' })
    expect(await outcomeOf(await change(reservationId, 'order'))).toEqual([409, 'reservation-ended', []])
    const released = await change(reservationId, 'release')
    expect([released.status, await released.json()]).toMatchObject([200, { state: 'released' }])
  })

  it('responds with 404 to an identifier that no reservation has, as each change does, and with 400 to a malformed one', async () => {
    const { get, change } = await anApiWithReservations()
    const unknown = exampleId(1)
    const notFound = [404, 'reservation-not-found', []]
    expect(await outcomeOf(await get(`/reservations/${unknown}`, asBoxOffice))).toEqual(notFound)
    for (const name of ['extension', 'release', 'order'])
      expect(await outcomeOf(await change(unknown, name))).toEqual(notFound)
    expect(await faultsOf(await get('/reservations/17', asBoxOffice))).toEqual([['reservationId', 'not-a-uuid']])
  })
})

describe('listReservations', () => {
  it('has the held reservations by the end of their time, in pages, with all members', async () => {
    const { reserved, list, read, get, change, later } = await anApiWithReservations()
    const group = await reserved({ until: at(30) })
    const one = await reserved({ label: null })
    await change(await reserved(), 'release')
    await change(await reserved(), 'order')
    later(1)
    const other = await reserved()
    expect(await list()).toEqual([one, other, group])
    expect(await list('?state=held&limit=2')).toEqual([one, other])
    const page = await get('/reservations?limit=2&page=2', asBoxOffice)
    expect(page.headers.get('Link')).toContain('rel="prev"')
    expect(await page.json()).toEqual([await read(`/reservations/${group}`)])
    later(15 * minute)
    expect(await list()).toEqual([group])
  })

  it('finds an expired one by its label, which is sold then', async () => {
    const { reserved, list, get, change, later } = await anApiWithReservations()
    const late = await reserved({ label: 'Class 7b' })
    later(15 * minute)
    expect(await list()).toEqual([])
    const found = await get('/reservations?search=7b', asBoxOffice)
    expect(await found.json()).toMatchObject([{ reservationId: late, state: 'expired' }])
    expect((await change(late, 'order')).status).toBe(201)
    expect(await list('?search=7b')).toEqual([])
  })

  it('finds them by a date, and by a part of the label in any case', async () => {
    const { reserved, list } = await anApiWithReservations()
    const items = [{ ticketType: 'general', ticketDate: '2030-05-20' }]
    const first = await reserved({ label: 'École 7B' })
    const second = await reserved({ items, total: null, label: 'Class 7b' })
    expect(await list('?date=2030-05-20')).toEqual([second])
    expect(await list('?date=2030-05-21')).toEqual([])
    expect(await list('?search=7b')).toEqual([first, second])
    expect(await list(`?search=${encodeURIComponent('éCOLE')}`)).toEqual([first])
    expect(await list('?search=7b&date=2030-05-18')).toEqual([first])
  })

  it('finds them by e-mail address, phone number and order number', async () => {
    const { reserved, list } = await anApiWithReservations()
    const one = await reserved({ label: null, email: 'One@example.org', phone: '+49 30 123456' })
    await reserved({ label: null })
    const found = (text: string) => list(`?search=${encodeURIComponent(text)}`)
    for (const text of ['one@EXAMPLE.org', '030/123456', OrderNumber.of(OrderId(one))])
      expect(await found(text)).toEqual([one])
    expect(await found('two@example.org')).toEqual([])
  })

  it('refuses faulty filters', async () => {
    const { get } = await anApiWithReservations()
    const faults = async (query: string) => faultsOf(await get(`/reservations?${query}`, asBoxOffice))
    expect(await faults('state=sold&date=18%20May&search=')).toEqual([
      ['state', 'unknown-value'],
      ['date', 'not-a-calendar-date'],
      ['search', 'text-blank'],
    ])
  })
})

describe('extendReservation', () => {
  it('holds the places for 15 minutes from now, to at most 60 after it was made, with a body or without', async () => {
    const { reserved, change, later, request } = await anApiWithReservations()
    const reservationId = await reserved()
    for (const [body, until] of [
      [{}, 24],
      [{ until: null }, 33],
      [undefined, 42],
      [{}, 51],
      [{}, 60],
      [{}, 60],
    ] as const) {
      later(9 * minute)
      const response = await change(reservationId, 'extension', body)
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
      expect(await response.json()).toMatchObject({ state: 'held', heldUntil: at(until), email: 'teacher@example.org' })
    }
    const audited = (await (await request('GET', `/audit?about=reservation:${reservationId}`)).json()) as Body[]
    expect(audited).toHaveLength(5)
    expect(audited.at(-1)).toMatchObject({
      actor: 'cashier',
      operation: 'extendReservation',
      before: { until: at(15) },
      after: { until: at(24) },
    })
    later(6 * minute)
    expect(await problemOf(await change(reservationId, 'extension'))).toMatchObject({
      status: 409,
      slug: 'reservation-ended',
      values: { reservationId, state: 'expired' },
    })
  })

  it('needs the end of a reservation that was made with one, and takes none of another', async () => {
    const { reserved, change } = await anApiWithReservations()
    const group = await reserved({ until: at(60) })
    const extended = await change(group, 'extension', { until: '2030-05-18T12:00:00+02:00' })
    expect(await extended.json()).toMatchObject({ heldUntil: '2030-05-18T10:00:00.000Z' })
    const faults = async (reservationId: string, body?: object) =>
      faultsOf(await change(reservationId, 'extension', body))
    expect(await faults(group)).toEqual([['#/until', 'until-required']])
    expect(await faults(group, {})).toEqual([['#/until', 'until-required']])
    expect(await faults(group, { until: at(0) })).toEqual([['#/until', 'not-in-the-future']])
    expect(await faults(group, { until: '2030-05-19T12:00:00Z' })).toEqual([['#/until', 'after-the-last-date']])
    expect(await faults(group, { until: 'tomorrow' })).toEqual([['#/until', 'not-a-date-time']])
    expect(await faults(await reserved(), { until: at(60) })).toEqual([['#/until', 'no-until']])
  })
})

describe('releaseReservation', () => {
  it('gives the places back for good, once', async () => {
    const { reserved, change, places, request, later } = await anApiWithReservations()
    const reservationId = await reserved()
    later(minute)
    const first = await change(reservationId, 'release')
    const released = await first.json()
    expect([first.status, released]).toMatchObject([
      200,
      { reservationId, state: 'released', heldUntil: at(1), label: 'Class 7b' },
    ])
    later(minute)
    const again = await change(reservationId, 'release')
    expect([again.status, await again.json()]).toEqual([200, released])
    expect(await places()).toEqual([0, 0])
    expect(await (await request('GET', `/audit?about=reservation:${reservationId}`)).json()).toMatchObject([
      { operation: 'releaseReservation', before: { state: 'held' }, after: { state: 'released' } },
    ])
    for (const name of ['extension', 'order'])
      expect(await problemOf(await change(reservationId, name))).toMatchObject({
        status: 409,
        slug: 'reservation-ended',
        values: { state: 'released' },
      })
  })

  it('leaves a reservation that is sold as it is', async () => {
    const { reserved, change, places } = await anApiWithReservations()
    const reservationId = await reserved()
    await change(reservationId, 'order')
    const response = await change(reservationId, 'release')
    expect([response.status, await response.json()]).toMatchObject([200, { state: 'sold', orderId: reservationId }])
    expect(await places()).toEqual([28, 0])
  })
})

describe('sellReservation', () => {
  it('responds as an order is placed, with 201 and its path, and again with 200 and the same order', async () => {
    const { reserved, change, read, send, eventId, places, later } = await anApiWithReservations()
    const reservationId = await reserved()
    // The prices are those of the reservation.
    expect((await send('PATCH', `/special-events/${eventId}`, { price: 99 })).status).toBe(200)
    later(minute)
    const body = { payment: { method: 'invoice', reference: '4711' }, till: 'Till 1', total: 278.6 }
    const response = await change(reservationId, 'order', body)
    const order = (await response.json()) as SoldBody
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([201, 'no-store'])
    expect(response.headers.get('Location')).toBe(`/v1.1/orders/${reservationId}`)
    expect(order).toMatchObject({ orderId: reservationId, total: 278.6, currency: 'EUR' })
    expect(order.tickets).toHaveLength(30)
    expect(order.tickets[0]).toMatchObject({ priceCategory: 'child', price: 9.95, eventName: 'Night at the Museum' })
    expect(await places()).toEqual([28, 0])
    const again = await change(reservationId, 'order', { payment: { method: 'cash' } })
    expect([again.status, again.headers.get('Location'), await again.json()]).toEqual([200, null, order])
    expect(await read(`/orders/${reservationId}`)).toMatchObject({
      ...body,
      soldAt: at(1),
      soldBy: 'cashier',
      email: 'teacher@example.org',
      phone: '12345',
      label: 'Class 7b',
      refundDue: 0,
    })
    const reservation = await read(`/reservations/${reservationId}`)
    expect(reservation).toMatchObject({ state: 'sold', orderId: reservationId, language: 'de-CH' })
    // They are on the order now.
    for (const member of ['email', 'phone', 'label']) expect(reservation).not.toHaveProperty(member)
  })

  it('sells as many tickets as visitors came, and gives the other places back', async () => {
    const { reserved, change, places, read } = await anApiWithReservations()
    const reservationId = await reserved()
    const response = await change(reservationId, 'order', { quantities: [25, 0] })
    expect([response.status, await response.json()]).toMatchObject([201, { total: 248.75 }])
    expect(await places()).toEqual([25, 0])
    const order = await read(`/orders/${reservationId}`)
    expect(order['tickets']).toHaveLength(25)
    for (const member of ['payment', 'till']) expect(order).not.toHaveProperty(member)
  })

  it('refuses numbers of tickets that were not reserved, and another total, and sells nothing', async () => {
    const { reserved, change, places } = await anApiWithReservations()
    const reservationId = await reserved()
    const outcome = async (body: object) => outcomeOf(await change(reservationId, 'order', body))
    const faults = (...all: readonly string[]) => [400, 'validation-failed', all]
    expect(await outcome({ quantities: [29, -1] })).toEqual(
      faults('#/quantities/0 quantity-out-of-range', '#/quantities/1 quantity-out-of-range'),
    )
    expect(await outcome({ quantities: [0.5, 'x'], payment: {}, till: ' ' })).toEqual(
      faults('#/payment/method missing', '#/till text-blank', '#/quantities/1 wrong-type'),
    )
    for (const quantities of [[], [28], [28, 2, 0]])
      expect(await outcome({ quantities })).toEqual(faults('#/quantities not-one-for-each-item'))
    expect(await outcome({ quantities: [0, 0] })).toEqual(faults('#/quantities no-tickets'))
    expect(await outcome({ quantities: [25, 2], total: 278.6 })).toEqual([409, 'total-changed', []])
    expect(await places()).toEqual([0, 28])
  })

  it('sells one whose time is over while its places are free, and refuses it then', async () => {
    const { reserved, change, send, eventId, later } = await anApiWithReservations()
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 28 })
    const one = await reserved()
    later(15 * minute)
    expect((await change(one, 'order', { quantities: [27, 2] })).status).toBe(201)
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-18' }]
    const other = await reserved({ items, total: null })
    later(15 * minute)
    await send('POST', '/orders', { items }, asBoxOffice)
    expect(await problemOf(await change(other, 'order'))).toMatchObject({
      status: 409,
      slug: 'reservation-ended',
      detail: `Reservation ${other} has expired.`,
      values: { reservationId: other, state: 'expired' },
    })
  })

  it('sells what is held also after its entry time, and on a day that is closed since', async () => {
    const { reserved, change, send, setSchedule, later } = await anApiWithReservations({
      timeOf: (now) => new Date(now).toISOString().slice(11, 16) as TimeOfDay,
    })
    const rule = { times: ['19:00'], length: 10 }
    await setSchedule()
    const set = await send('PUT', '/museum-hours/entry-times?confirm=true', {
      rule,
      capacity: null,
      exceptions: [],
      early: 0,
    })
    expect(set.status).toBe(200)
    const items = [{ ticketType: 'general', ticketDate: '2030-05-17', entryTime: '19:00' }]
    const [one, other] = [await reserved({ items, total: null }), await reserved({ items, total: null })]
    later(12 * minute)
    const late = await send('POST', '/orders', { items }, asBoxOffice)
    expect(await faultsOf(late)).toEqual([['#/items/0/entryTime', 'entry-time-over']])
    expect((await change(one, 'order')).status).toBe(201)
    await setSchedule({ date: '2030-05-17' })
    expect((await change(other, 'order')).status).toBe(201)
  })

  it('sends the tickets once they are sold, and tells webhooks then; a reservation tells nobody', async () => {
    const { reserved, change, send, request, ports } = await anApiWithReservations()
    await ports.deliveries.setMailOn(true)
    const types = ['order.created', 'ticket.sold']
    const webhook = await send('POST', '/webhooks', { url: 'https://calendar.example/museum', types })
    const { webhookId } = (await webhook.json()) as { webhookId: string }
    const recorded = async () => {
      const deliveries = (await (await request('GET', `/webhooks/${webhookId}/deliveries`)).json()) as {
        type: string
      }[]
      const mails = await ports.deliveries.listMails({ page: 1, limit: 100 })
      return [...deliveries.map(({ type }) => type), ...mails.items.map(({ mail }) => mail.type)]
    }
    const [reservationId, released] = [await reserved(), await reserved()]
    await change(reservationId, 'extension')
    await change(released, 'release')
    expect(await recorded()).toEqual([])
    await change(reservationId, 'order', { quantities: [1, 1] })
    expect((await recorded()).toSorted()).toEqual(['order.created', 'ticket.sold', 'ticket.sold', 'tickets.sold'])
  })

  it('has its label in the order and in lists of orders, where one was given', async () => {
    const { reserved, change, read } = await anApiWithReservations()
    const reservationId = await reserved()
    const sold = (await (await change(reservationId, 'order')).json()) as SoldBody
    expect(await read('/orders')).toMatchObject([{ orderId: reservationId, label: 'Class 7b' }])
    const plain = await reserved({ label: null })
    await change(plain, 'order')
    for (const path of [`/orders/${plain}`, `/tickets/${sold.tickets[0]!.ticketId}`])
      expect(await read(path)).not.toHaveProperty('label')
  })
})

describe('reservations', () => {
  it('are those of the administrator and of the box office, and as far as a shop made them of shops', async () => {
    const { reserved, request, send, school } = await anApiWithReservations()
    const reservationId = await reserved()
    const forbidden: string[] = []
    for (const role of ['admin', 'box-office', 'shop', 'gate', 'reader'] as const) {
      const headers = { Authorization: authorizationOf(role) }
      const path = `/reservations/${reservationId}`
      const responses = {
        create: await send('POST', '/reservations', school, headers),
        list: await request('GET', '/reservations', { headers }),
        read: await request('GET', path, { headers }),
        extend: await request('POST', `${path}/extension`, { headers }),
        sell: await request('POST', `${path}/order`, { headers }),
        release: await request('POST', `${path}/release`, { headers }),
      }
      for (const [name, { status }] of Object.entries(responses)) if (status === 403) forbidden.push(`${role} ${name}`)
    }
    const all = ['create', 'list', 'read', 'extend', 'sell', 'release']
    expect(forbidden).toEqual([
      'shop list',
      ...['gate', 'reader'].flatMap((role) => all.map((name) => `${role} ${name}`)),
    ])
  })
})

describe('mailReservation', () => {
  it('sends the link of a reservation with until, and refuses the others', async () => {
    const api = await anApiWithReservations({ paymentProvider: inMemoryPaymentProvider() })
    const { reserved, change, request, ports } = api
    const until = at(24 * 60)
    const reservationId = await reserved({ until })
    expect(await outcomeOf(await change(reservationId, 'mail'))).toEqual([409, 'mail-off', []])
    await ports.deliveries.setMailOn(true)
    const sent = await change(reservationId, 'mail')
    expect([sent.status, await sent.text()]).toEqual([202, ''])
    expect(await (await request('GET', '/mails')).json()).toMatchObject([
      { kind: 'reservation', reservationId, ticketIds: [], toAnotherAddress: false, state: 'pending' },
    ])
    for (const [body, slug] of [
      [{}, 'reservation-without-end'],
      [{ until, email: null, phone: null }, 'no-address'],
    ] as const)
      expect(await outcomeOf(await change(await reserved(body), 'mail'))).toEqual([409, slug, []])
    await change(reservationId, 'release')
    expect(await outcomeOf(await change(reservationId, 'mail'))).toEqual([409, 'reservation-ended', []])
    expect(await outcomeOf(await change(exampleId(1), 'mail'))).toEqual([404, 'reservation-not-found', []])
  })

  it('is refused where nothing is paid online, and where visitors get no links', async () => {
    for (const [ports, slug] of [
      [{}, 'payment-off'],
      [{ linkAlgorithm: undefined }, 'shop-off'],
    ] as const) {
      const { reserved, change } = await anApiWithReservations(ports)
      expect(await outcomeOf(await change(await reserved({ until: at(24 * 60) }), 'mail'))).toEqual([409, slug, []])
    }
  })
})
