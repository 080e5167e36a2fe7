import { describe, expect, it } from '@jest/globals'
import { weekdays } from '@museum/domain'
import { aMuseumApi, event, generalOrder } from '../../test/a-museum-api.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

type Hours = Readonly<{ timeOpen: string; timeClose: string }>
type Body = Readonly<{ week: Record<string, Hours | null>; exceptions: (object & { date: string })[] }>

const nineToSix: Hours = { timeOpen: '09:00', timeClose: '18:00' }
const usual: Body = { week: Object.fromEntries(weekdays.map((day) => [day, nineToSix])), exceptions: [] }
const withoutMonday: Body = { ...usual, week: { ...usual.week, monday: null } }
const path = '/museum-hours/schedule'

/** The API of a museum on 1 May 2030, with three tickets for Friday 17 May, and one for the Friday after. */
const withTickets = async () => {
  const api = aMuseumApi()
  const { eventId } = (await (await api.send('POST', '/special-events', event)).json()) as { eventId: string }
  for (const order of [{}, {}, { ticketType: 'event', eventId }, { ticketDate: '2030-05-24' }])
    expect((await api.send('POST', '/tickets', { ...generalOrder, ticketDate: '2030-05-17', ...order })).status).toBe(
      201,
    )
  return api
}
const scheduleOf = async ({ request }: ReturnType<typeof aMuseumApi>) =>
  (await (await request('GET', path)).json()) as Body

describe('the schedule', () => {
  it('is every day from nine to six until it is set', async () => {
    const api = aMuseumApi()
    const response = await api.request('GET', path)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    expect(await response.json()).toEqual(usual)
  })

  it('is replaced as a whole, with the exceptions in the order of their dates, and compared by its ETag', async () => {
    const api = aMuseumApi()
    const christmas = { date: '2030-12-25' }
    const eve = { date: '2030-12-24', timeOpen: '09:00', timeClose: '13:00' }
    for (const [sent, stored] of [
      [
        [christmas, { ...eve, other: 1 }],
        [eve, christmas],
      ],
      [[{ ...christmas, timeOpen: null, timeClose: null }], [christmas]],
      [[], []],
    ]) {
      const set = await api.send('PUT', path, { ...withoutMonday, exceptions: sent, other: 1 })
      expect([set.status, await set.json()]).toEqual([200, { ...withoutMonday, exceptions: stored }])
      const read = await api.request('GET', path)
      expect(await read.json()).toEqual({ ...withoutMonday, exceptions: stored })
      const etag = read.headers.get('ETag')!
      expect(set.headers.get('ETag')).toBe(etag)
      expect((await api.request('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    }
    const days = (await (await api.request('GET', '/museum-hours?startDate=2030-05-12&limit=2')).json()) as object[]
    expect(days).toEqual([
      { date: '2030-05-12', ...nineToSix },
      { date: '2030-05-14', ...nineToSix },
    ])
  })

  it('keeps past exceptions that are sent', async () => {
    const api = aMuseumApi()
    const past = { ...usual, exceptions: [{ date: '2029-12-25' }] }
    expect((await api.send('PUT', path, past)).status).toBe(200)
    expect(await scheduleOf(api)).toEqual(past)
  })

  it('is not replaced when If-Match names another state', async () => {
    const api = aMuseumApi()
    const ifMatch = { 'If-Match': (await api.request('GET', path)).headers.get('ETag')! }
    expect((await api.send('PUT', path, withoutMonday, ifMatch)).status).toBe(200)
    const late = await api.send('PUT', path, usual, ifMatch)
    expect(await problemOf(late)).toMatchObject({
      status: 412,
      slug: 'precondition-failed',
      detail: 'The schedule has changed since you read it. Read it again, then decide again.',
    })
    expect(await scheduleOf(api)).toEqual(withoutMonday)
  })

  it('has an audit entry for each weekday and date that changes, and none for the others', async () => {
    const { send, request } = aMuseumApi()
    await send('PUT', path, { ...withoutMonday, exceptions: [{ date: '2030-12-25' }] })
    await send('PUT', path, { ...withoutMonday, exceptions: [{ date: '2030-12-25' }] })
    await send('PUT', path, withoutMonday)
    const entry = { operation: 'setSchedule', actor: 'curator' }
    const subject = (id: string) => ({ kind: 'museum-hours', id })
    const entries = (await (await request('GET', '/audit?subjectKind=museum-hours')).json()) as object[]
    expect(entries).toHaveLength(3)
    expect(entries).toMatchObject([
      { ...entry, subject: subject('2030-12-25'), before: { hours: 'closed' }, after: { hours: 'as-the-week' } },
      { ...entry, subject: subject('2030-12-25'), before: { hours: 'as-the-week' }, after: { hours: 'closed' } },
      { ...entry, subject: subject('monday'), before: { hours: '09:00-18:00' }, after: { hours: 'closed' } },
    ])
  })

  it.each<[string, unknown, (readonly [string, string])[]]>([
    [
      'an empty object',
      {},
      [
        ['#/week', 'missing'],
        ['#/exceptions', 'missing'],
      ],
    ],
    [
      'a week without some days',
      { week: { ...usual.week, sunday: undefined, friday: 'closed' }, exceptions: [] },
      [
        ['#/week/friday', 'wrong-type'],
        ['#/week/sunday', 'missing'],
      ],
    ],
    [
      'times that are not possible',
      {
        week: { ...usual.week, monday: { timeOpen: '18:00', timeClose: '09:00' }, tuesday: { timeOpen: '9:00' } },
        exceptions: [{ date: '2030-02-30' }, { date: '2030-12-24', timeOpen: '10:00', timeClose: '10:00' }],
      },
      [
        ['#/exceptions/0/date', 'not-a-calendar-date'],
        ['#/exceptions/1', 'closes-before-it-opens'],
        ['#/week/monday', 'closes-before-it-opens'],
        ['#/week/tuesday/timeClose', 'missing'],
        ['#/week/tuesday/timeOpen', 'not-a-time-of-day'],
      ],
    ],
    [
      'an exception with one of the times',
      {
        ...usual,
        exceptions: [
          { date: '2030-12-24', timeOpen: '10:00' },
          { date: '2030-12-25', timeClose: '10:00' },
        ],
      },
      [
        ['#/exceptions/0', 'times-incomplete'],
        ['#/exceptions/1', 'times-incomplete'],
      ],
    ],
    [
      'a date twice',
      { ...usual, exceptions: ['2030-12-24', '2030-12-25', '2030-12-24'].map((date) => ({ date })) },
      [['#/exceptions/2/date', 'duplicate-date']],
    ],
    [
      'too many exceptions',
      { ...usual, exceptions: Array.from({ length: 1_001 }, () => ({ date: '2030-12-24' })) },
      [['#/exceptions', 'too-many-exceptions']],
    ],
  ])('is refused with 400 and the place of each fault: %s', async (_what, body, faults) => {
    const api = aMuseumApi()
    const response = await api.send('PUT', path, body as object)
    expect((await faultsOf(response)).toSorted()).toEqual(faults.toSorted())
    expect(await scheduleOf(api)).toEqual(usual)
  })

  it('takes no other value of confirm than true and false', async () => {
    const { send } = aMuseumApi()
    expect(await faultsOf(await send('PUT', `${path}?confirm=yes`, usual))).toEqual([['confirm', 'unknown-value']])
  })

  it('holds a thousand exceptions, within the limit of a body', async () => {
    const api = aMuseumApi()
    const exceptions = Array.from({ length: 1_000 }, (_, n) => ({
      date: new Date(Date.UTC(2031, 0, 1 + n)).toISOString().slice(0, 10),
      timeOpen: '10:00',
      timeClose: '12:00',
    }))
    expect((await api.send('PUT', path, { ...usual, exceptions })).status).toBe(200)
    expect((await scheduleOf(api)).exceptions).toEqual(exceptions)
  })
})

describe('a schedule that closes days for which tickets are sold', () => {
  const closed = { ...usual, week: { ...usual.week, friday: null } }
  it('is refused with the number of tickets of each day', async () => {
    const api = await withTickets()
    for (const confirm of ['', '?confirm=false']) {
      const response = await api.send('PUT', `${path}${confirm}`, closed)
      expect(await problemOf(response)).toMatchObject({
        status: 409,
        slug: 'tickets-are-sold',
        title: 'Tickets are sold',
        detail: '4 tickets are sold for 2 days from 2030-05-17 to 2030-05-24: 3 for general entry, 1 for events.',
        values: { tickets: 4, general: 3, event: 1, days: 2, from: '2030-05-17', to: '2030-05-24' },
        tickets: {
          general: 3,
          event: 1,
          days: [
            { date: '2030-05-17', general: 2, event: 1 },
            { date: '2030-05-24', general: 1, event: 0 },
          ],
          hasMore: false,
        },
      })
    }
    const exception = { ...usual, exceptions: [{ date: '2030-05-24' }] }
    expect(await problemOf(await api.send('PUT', path, exception))).toMatchObject({
      slug: 'tickets-are-sold',
      tickets: { general: 1, event: 0, days: [{ date: '2030-05-24' }] },
    })
    expect(await scheduleOf(api)).toEqual(usual)
  })

  it('is set with confirm=true, and the tickets stay valid', async () => {
    const api = await withTickets()
    const response = await api.send('PUT', `${path}?confirm=true`, closed)
    expect([response.status, await response.json()]).toEqual([200, closed])
    const sale = await api.send('POST', '/tickets', { ...generalOrder, ticketDate: '2030-05-17' })
    expect((await problemOf(sale)).slug).toBe('museum-closed')
    const tickets = (await (await api.request('GET', '/tickets?email=visitor@example.org')).json()) as object[]
    expect(tickets).toHaveLength(4)
    for (const ticket of tickets) expect(ticket).toMatchObject({ state: 'valid' })
  })

  it('is not refused for days that an exception opens', async () => {
    const api = await withTickets()
    const open = {
      ...closed,
      exceptions: [
        { date: '2030-05-17', ...nineToSix },
        { date: '2030-05-24', ...nineToSix },
      ],
    }
    expect((await api.send('PUT', path, open)).status).toBe(200)
    // The exceptions are all that keeps these days open.
    expect((await problemOf(await api.send('PUT', path, closed))).slug).toBe('tickets-are-sold')
  })

  it('has the first hundred days of many', async () => {
    const api = aMuseumApi()
    for (let n = 0; n < 101; n += 1) {
      const ticketDate = new Date(Date.UTC(2030, 4, 3 + 7 * n)).toISOString().slice(0, 10)
      expect((await api.send('POST', '/tickets', { ...generalOrder, ticketDate })).status).toBe(201)
    }
    const { tickets, values } = (await problemOf(await api.send('PUT', path, closed))) as unknown as {
      values: unknown
      tickets: { general: number; days: object[]; hasMore: boolean }
    }
    expect([tickets.general, tickets.days.length, tickets.hasMore]).toEqual([101, 100, true])
    expect(values).toMatchObject({ tickets: 101, days: 101, from: '2030-05-03', to: '2032-04-02' })
  })
})
