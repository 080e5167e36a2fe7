import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'
import { anApiAtTheGate, asBoxOffice, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

const asAdmin = { Authorization: authorizationOf('admin') }

describe('getAttendance', () => {
  it('responds with 409 as soon as it has more than 10,000 rows, and names the days that fit', async () => {
    const { ports } = aMuseumApi()
    const dates: string[] = []
    const countAttendance = async (date: string) => {
      dates.push(date)
      return Array.from({ length: 5_000 }, () => ({ ticketType: 'general' as const, sold: 1, admitted: 0 }))
    }
    const { request } = aMuseumApi({ tickets: { ...ports.tickets, countAttendance } })
    const response = await request('GET', '/attendance?from=2030-05-17&to=2030-12-31')
    expect(await problemOf(response)).toMatchObject({
      status: 409,
      slug: 'too-many-rows',
      detail: 'The response would have more than 10000 rows: from 2030-05-17 on, 2 days fit, until 2030-05-18.',
    })
    expect(dates).toEqual(['2030-05-17', '2030-05-18', '2030-05-19'])
  })

  it('responds with the tickets of each date, counted, and with 304 until one is sold, admitted or cancelled', async () => {
    const { get, buy, scanned, request, eventId } = await anApiAtTheGate()
    const tomorrow = await buy({ ticketType: 'event', eventId, ticketDate: '2030-05-18' })
    const path = '/attendance?from=2030-05-16&to=2030-05-18'
    const ofEvent = { ticketType: 'event', eventId, eventName: 'Night at the Museum' }
    const response = await get(path, asAdmin)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json'])
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    const rows = [
      { date: '2030-05-17', ticketType: 'general', sold: 1, admitted: 0 },
      { date: '2030-05-17', ...ofEvent, sold: 1, admitted: 0 },
      { date: '2030-05-18', ...ofEvent, sold: 1, admitted: 0 },
    ]
    expect(await response.json()).toEqual({ from: '2030-05-16', to: '2030-05-18', rows })
    let etag = response.headers.get('ETag')!
    for (const change of [
      () => buy({}),
      () => scanned(),
      () => request('POST', `/tickets/${tomorrow.ticketId}/cancellation`),
    ]) {
      const headers = { ...asAdmin, 'If-None-Match': etag }
      expect((await get(path, headers)).status).toBe(304)
      await change()
      const changed = await get(path, headers)
      expect(changed.status).toBe(200)
      etag = changed.headers.get('ETag')!
    }
    expect(await (await get(path, asAdmin)).json()).toMatchObject({
      rows: [
        { ...rows[0], sold: 2 },
        { ...rows[1], admitted: 1 },
      ],
    })
  })

  it('has the counts by entry time where tickets have one, as the summary of scans has of all offers', async () => {
    const { request, send, get, buy, eventId } = await anApiAtTheGate()
    const later = { ticketDate: '2030-05-18' }
    await buy(later)
    await buy({ ticketType: 'event', eventId, ...later })
    await send('PUT', '/museum-hours/entry-times', { rule: { every: 60 }, capacity: 10 })
    await send('PUT', `/special-events/${eventId}/entry-times`, { rule: { times: ['11:00'], length: 60 } })
    for (const entryTime of ['11:00', '11:00', '12:00']) await buy({ entryTime, ...later })
    await buy({ ticketType: 'event', eventId, entryTime: '11:00', ...later })
    const [general, ofEvent] = (
      (await (await get('/attendance?from=2030-05-18&to=2030-05-18', asAdmin)).json()) as { rows: object[] }
    ).rows
    const before = { entryTime: null, sold: 1, admitted: 0 }
    expect(general).toMatchObject({
      sold: 4,
      entryTimes: [before, { entryTime: '11:00', sold: 2, admitted: 0 }, { entryTime: '12:00', sold: 1, admitted: 0 }],
    })
    expect(ofEvent).toMatchObject({ sold: 2, entryTimes: [before, { entryTime: '11:00', sold: 1, admitted: 0 }] })
    const summary = (await (await request('GET', '/admissions/summary?date=2030-05-18')).json()) as object
    expect(summary).toMatchObject({
      sold: 6,
      entryTimes: [
        { ...before, sold: 2 },
        { entryTime: '11:00', sold: 3, admitted: 0 },
        { entryTime: '12:00', sold: 1, admitted: 0 },
      ],
    })
  })

  it('responds to other roles than admin with 403', async () => {
    const { get } = await anApiAtTheGate()
    for (const headers of [asGate, asBoxOffice, { Authorization: authorizationOf('reader') }]) {
      const response = await get('/attendance?from=2030-05-17&to=2030-05-17', headers)
      expect(await problemOf(response)).toMatchObject({ status: 403, slug: 'forbidden' })
    }
  })

  it.each([
    [
      '',
      [
        ['from', 'missing'],
        ['to', 'missing'],
      ],
    ],
    ['from=2030-05-18&to=2030-05-17', [['from', 'start-after-end']]],
    ['from=2031-01-01&to=2032-01-02', [['to', 'too-many-days']]],
    ['from=2030-05-17&to=17.5.2030', [['to', 'not-a-calendar-date']]],
  ])('reports the faults of the query %j', async (query, faults) => {
    expect(await faultsOf(await aMuseumApi().request('GET', `/attendance?${query}`))).toEqual(faults)
  })
})
