import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, event, generalOrder } from '../../test/a-museum-api.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

const path = '/museum-hours/entry-times'
const none = { rule: null, capacity: null, early: 15, late: null, exceptions: [] }
const everyHour = { ...none, rule: { every: 60, lastEntry: 60 }, capacity: 2 }
const friday = '2030-05-17'
const timed = { ...generalOrder, ticketDate: friday, entryTime: '11:00' }

const withEntryTimes = async () => {
  const api = aMuseumApi()
  expect((await api.send('PUT', path, everyHour)).status).toBe(200)
  return api
}

describe('the entry times', () => {
  it('are none until they are set, then those that were sent, with what was left out filled in', async () => {
    const api = aMuseumApi()
    const response = await api.request('GET', path)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    expect(await response.json()).toEqual(none)
    for (const [sent, stored] of [
      [{ rule: { every: 30 } }, { ...none, rule: { every: 30, lastEntry: 30 } }],
      [
        { rule: { every: 30, lastEntry: 0, times: null }, other: 1 },
        { ...none, rule: { every: 30, lastEntry: 0 } },
      ],
      [
        { rule: { times: ['10:00', '11:30'], length: 30 }, capacity: null, early: null, late: 30 },
        { ...none, rule: { times: ['10:00', '11:30'], length: 30 }, late: 30 },
      ],
      [
        { rule: null, early: 0, exceptions: [{ weekday: 'friday', date: null, entryTime: '10:00', capacity: 0 }] },
        { ...none, early: 0, exceptions: [{ weekday: 'friday', entryTime: '10:00', capacity: 0 }] },
      ],
      [{ rule: null, exceptions: null }, none],
    ]) {
      const set = await api.send('PUT', path, sent)
      expect([set.status, await set.json()]).toEqual([200, stored])
      const read = await api.request('GET', path)
      expect(await read.json()).toEqual(stored)
      const etag = read.headers.get('ETag')!
      expect(set.headers.get('ETag')).toBe(etag)
      expect((await api.request('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    }
  })

  it('are not replaced when If-Match names another state', async () => {
    const api = aMuseumApi()
    const ifMatch = { 'If-Match': (await api.request('GET', path)).headers.get('ETag')! }
    expect((await api.send('PUT', path, everyHour, ifMatch)).status).toBe(200)
    expect(await problemOf(await api.send('PUT', path, none, ifMatch))).toMatchObject({
      status: 412,
      slug: 'precondition-failed',
      detail: 'The entry times have changed since you read them. Read them again, then decide again.',
    })
  })

  it.each<[string, unknown, (readonly [string, string])[]]>([
    ['an empty object', {}, [['#/rule', 'missing']]],
    ['a rule of nothing', { rule: {} }, [['#/rule', 'not-a-rule']]],
    ['both kinds of rules', { rule: { every: 30, times: ['10:00'] } }, [['#/rule', 'not-a-rule']]],
    ['lastEntry alone', { rule: { lastEntry: 30 } }, [['#/rule/every', 'missing']]],
    ['times without length', { rule: { times: ['10:00'] } }, [['#/rule/length', 'missing']]],
    ['length without times', { rule: { length: 30 } }, [['#/rule/times', 'missing']]],
    [
      'minutes out of range',
      { rule: { every: 4, lastEntry: 481 }, early: 241, late: 4 },
      [
        ['#/rule/every', 'minutes-out-of-range'],
        ['#/rule/lastEntry', 'minutes-out-of-range'],
        ['#/early', 'minutes-out-of-range'],
        ['#/late', 'minutes-out-of-range'],
      ],
    ],
    [
      'times that are not ascending, and no times',
      { rule: { times: ['10:00', '09:00', '25:00'], length: 30 }, exceptions: [{}] },
      [
        ['#/rule/times/2', 'not-a-time-of-day'],
        ['#/exceptions/0/capacity', 'missing'],
      ],
    ],
    [
      'times that are not ascending',
      { rule: { times: ['10:00', '09:00'], length: 30 } },
      [['#/rule/times/1', 'times-not-ascending']],
    ],
    [
      'faulty exceptions',
      { rule: null, exceptions: [{ date: '2030-02-30', weekday: 'someday', entryTime: '9:00', capacity: -1 }] },
      [
        ['#/exceptions/0/date', 'not-a-calendar-date'],
        ['#/exceptions/0/weekday', 'unknown-value'],
        ['#/exceptions/0/entryTime', 'not-a-time-of-day'],
        ['#/exceptions/0/capacity', 'capacity-out-of-range'],
      ],
    ],
    [
      'too many exceptions',
      { rule: null, exceptions: Array.from({ length: 1_001 }, () => ({ capacity: null })) },
      [['#/exceptions', 'too-many-exceptions']],
    ],
  ])('are refused for %s', async (_, body, faults) => {
    const response = await aMuseumApi().send('PUT', path, body)
    expect(response.status).toBe(400)
    expect(await faultsOf(response)).toEqual(faults)
  })

  it('for which tickets are sold are taken away with confirm=true only', async () => {
    const api = await withEntryTimes()
    expect((await api.send('POST', '/tickets', timed)).status).toBe(201)
    const refused = await api.send('PUT', path, none)
    const tickets = {
      general: 1,
      event: 0,
      days: [{ date: friday, general: 1, event: 0, entryTimes: [{ entryTime: '11:00', tickets: 1 }] }],
      hasMore: false,
    }
    expect(await refused.clone().json()).toMatchObject({ tickets })
    expect(await problemOf(refused)).toMatchObject({ status: 409, slug: 'tickets-are-sold' })
    expect((await api.send('PUT', `${path}?confirm=true`, none)).status).toBe(200)
  })
})

describe('a purchase for an entry time', () => {
  it('has the confirmation of before, and a ticket with the entry time', async () => {
    const api = await withEntryTimes()
    const confirmation = (await (await api.send('POST', '/tickets', timed)).json()) as { ticketId: string }
    expect(Object.keys(confirmation)).toEqual(['message', 'ticketId', 'ticketType', 'ticketDate', 'confirmationCode'])
    const ticket = await (await api.request('GET', `/tickets/${confirmation.ticketId}`)).json()
    expect(ticket).toMatchObject({ ticketDate: friday, entryTime: '11:00' })
  })

  it('may be an item of an order, whose tickets have it', async () => {
    const api = await withEntryTimes()
    const items = [{ ticketType: 'general', ticketDate: friday, entryTime: '11:00', quantity: 2 }]
    const placed = (await (await api.send('POST', '/orders', { items })).json()) as { orderId: string }
    expect(placed).toMatchObject({ tickets: [{ entryTime: '11:00' }, { entryTime: '11:00' }] })
    const order = await (await api.request('GET', `/orders/${placed.orderId}`)).json()
    expect(order).toMatchObject({ tickets: [{ entryTime: '11:00' }, { entryTime: '11:00' }] })
  })

  it.each([
    ['none where the date has some', { entryTime: null }, 'entry-time-required'],
    ['one that the date does not have', { entryTime: '11:30' }, 'not-an-entry-time'],
    ['text that is no time', { entryTime: '11' }, 'not-a-time-of-day'],
  ])('is refused with %s', async (_, but, code) => {
    const api = await withEntryTimes()
    const faults = await faultsOf(await api.send('POST', '/tickets', { ...timed, ...but }))
    expect(faults).toEqual([['#/entryTime', code]])
  })

  it('is refused with one in a museum without entry times', async () => {
    expect(await faultsOf(await aMuseumApi().send('POST', '/tickets', timed))).toEqual([
      ['#/entryTime', 'no-entry-times'],
    ])
  })

  it('is sold out at the entry time', async () => {
    const api = await withEntryTimes()
    const items = [{ ticketType: 'general', ticketDate: friday, entryTime: '11:00', quantity: 3 }]
    const refused = await api.send('POST', '/orders', { items })
    expect(await refused.clone().json()).toMatchObject({
      errors: [
        {
          pointer: '#/items/0/entryTime',
          code: 'sold-out',
          detail: 'must be an entry time with enough places left: 11:00 has 2',
        },
      ],
    })
    expect(await problemOf(refused)).toMatchObject({ status: 409, slug: 'sold-out' })
  })
})

describe('the availability of a date with entry times', () => {
  it('has them, and the sums of their places', async () => {
    const api = await withEntryTimes()
    await api.send('POST', '/tickets', timed)
    const period = `startDate=${friday}&endDate=${friday}`
    const [day] = (await (await api.request('GET', `/museum-hours/availability?${period}`)).json()) as [
      { entryTimes: { entryTime: string }[] },
    ]
    expect(day).toMatchObject({ date: friday, capacity: 18, sold: 1, available: 17 })
    expect(day.entryTimes.map(({ entryTime }) => entryTime).join(' ')).toBe(
      '09:00 10:00 11:00 12:00 13:00 14:00 15:00 16:00 17:00',
    )
    expect(day.entryTimes[2]).toEqual({ entryTime: '11:00', capacity: 2, sold: 1, available: 1 })
    const [{ generalEntry }] = (await (await api.request('GET', `/availability?${period}`)).json()) as [
      { generalEntry: { entryTimes: unknown[] } },
    ]
    expect(generalEntry.entryTimes).toEqual(day.entryTimes)
  })

  it('has no such member without a rule', async () => {
    const [day] = (await (await aMuseumApi().request('GET', '/museum-hours/availability?limit=1')).json()) as [object]
    expect(Object.keys(day)).toEqual(['date', 'capacity', 'sold', 'available'])
  })
})

describe('the entry times of an event', () => {
  const noneOfEvent = { rule: null, capacity: null }
  const sessions = { rule: { times: ['11:00', '15:30'], length: 90 }, capacity: 25 }
  const withEvent = async () => {
    const api = aMuseumApi()
    const created = (await (await api.send('POST', '/special-events', event)).json()) as { eventId: string }
    return { ...api, eventId: created.eventId, ofEvent: `/special-events/${created.eventId}/entry-times` }
  }

  it('are set and read with an ETag of their own, and raise the revision of the event', async () => {
    const { request, send, eventId, ofEvent } = await withEvent()
    expect(await (await request('GET', ofEvent)).json()).toEqual(noneOfEvent)
    const before = await request('GET', `/special-events/${eventId}`)
    const etag = (await request('GET', ofEvent)).headers.get('ETag')!
    const set = await send('PUT', ofEvent, { ...sessions, other: 1, early: null }, { 'If-Match': etag })
    expect([set.status, await set.json()]).toEqual([200, sessions])
    expect((await send('PUT', ofEvent, sessions, { 'If-Match': etag })).status).toBe(412)
    const after = await request('GET', `/special-events/${eventId}`)
    expect(Object.keys((await after.json()) as object)).toEqual(Object.keys((await before.json()) as object))
    expect(await (await send('PUT', ofEvent, { rule: null })).json()).toEqual(noneOfEvent)
  })

  it.each<[string, unknown, (readonly [string, string])[]]>([
    ['an empty object', {}, [['#/rule', 'missing']]],
    [
      'a rule by hours',
      { rule: { every: 30 } },
      [
        ['#/rule/times', 'missing'],
        ['#/rule/length', 'missing'],
      ],
    ],
    [
      'both kinds of rules',
      { rule: { every: 30, times: ['10:00'], length: 60 } },
      [['#/rule/every', 'not-of-an-event']],
    ],
    [
      'what only the museum has',
      { rule: null, early: 15, late: 30, exceptions: [] },
      [
        ['#/exceptions', 'not-of-an-event'],
        ['#/early', 'not-of-an-event'],
        ['#/late', 'not-of-an-event'],
      ],
    ],
    [
      'more than 12 times',
      { rule: { times: Array.from({ length: 13 }, (_, n) => `${10 + n}:00`), length: 4 } },
      [
        ['#/rule/times', 'too-many-times'],
        ['#/rule/length', 'minutes-out-of-range'],
      ],
    ],
  ])('are refused for %s', async (_, body, faults) => {
    const { send, ofEvent } = await withEvent()
    expect(await faultsOf(await send('PUT', ofEvent, body))).toEqual(faults)
  })

  it('are those of an event that exists', async () => {
    const { request, send } = aMuseumApi()
    const unknown = '/special-events/01940000-0000-7000-8000-000000000404/entry-times'
    for (const response of [await request('GET', unknown), await send('PUT', unknown, sessions)])
      expect(await problemOf(response)).toMatchObject({ status: 404, slug: 'event-not-found' })
  })

  it('for which tickets are sold are taken away with confirm=true only', async () => {
    const { send, eventId, ofEvent } = await withEvent()
    await send('PUT', ofEvent, sessions)
    const order = { ...generalOrder, ticketType: 'event', eventId, ticketDate: friday, entryTime: '15:30' }
    expect((await send('POST', '/tickets', order)).status).toBe(201)
    expect(await problemOf(await send('PUT', ofEvent, noneOfEvent))).toMatchObject({ slug: 'tickets-are-sold' })
    expect((await send('PUT', `${ofEvent}?confirm=true`, noneOfEvent)).status).toBe(200)
  })
})
