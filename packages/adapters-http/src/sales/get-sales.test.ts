import { describe, expect, it, jest } from '@jest/globals'
import type { RefundSum } from '@museum/application'
import { Currency, PriceCategoryId } from '@museum/domain'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'
import { anApiAtTheGate, asBoxOffice } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'
import { etagOf } from '../operation/conditional.ts'

type Sales = { from: string; to: string; rows: Record<string, unknown>[] }

/** The result of work, and how many turns of the event loop others got meanwhile. */
const turnsDuring = async <Result>(work: () => Promise<Result>) => {
  let [turns, isDone] = [0, false]
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const result = await work()
  isDone = true
  return { result, turns }
}

/** An API on 17 May 2030 at which `curator` sold two tickets, and `cashier` an order of two, of which one was refunded. */
const anApiWithSales = async () => {
  const api = await anApiAtTheGate()
  const { eventId } = api
  const order = {
    items: [{ ticketType: 'event', eventId, ticketDate: '2030-05-18', quantity: 2 }],
    payment: { method: 'cash' },
  }
  const placed = await api.send('POST', '/orders', order, asBoxOffice)
  const { tickets } = (await placed.json()) as { tickets: { ticketId: string }[] }
  const refund = async () => {
    const path = `/tickets/${tickets[0]!.ticketId}`
    expect((await api.send('POST', `${path}/cancellation`, {})).status).toBe(200)
    expect((await api.send('POST', `${path}/refund`, { method: 'voucher' })).status).toBe(200)
  }
  const sales = async (query = 'from=2030-05-17&to=2030-05-17', headers = {}) => {
    const response = await api.request('GET', `/sales?${query}`, { headers })
    expect(response.status).toBe(200)
    return { response, body: (await response.json()) as Sales }
  }
  return { ...api, refund, sales }
}

describe('getSales', () => {
  it('responds with the sales and refunds of each date, in their order', async () => {
    const { eventId, refund, sales, later } = await anApiWithSales()
    later(24 * 3_600_000)
    await refund()
    const ofEvent = { ticketType: 'event', eventId, eventName: 'Night at the Museum', priceCategory: 'full' }
    const { response, body } = await sales('from=2030-05-16&to=2030-05-18')
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(body).toEqual({
      from: '2030-05-16',
      to: '2030-05-18',
      rows: [
        {
          kind: 'sale',
          date: '2030-05-17',
          user: 'cashier',
          method: 'cash',
          ...ofEvent,
          currency: 'EUR',
          tickets: 2,
          amount: 39.8,
          cancelled: 1,
          cancelledAmount: 19.9,
        },
        {
          kind: 'sale',
          date: '2030-05-17',
          user: 'curator',
          method: null,
          ...ofEvent,
          currency: 'EUR',
          tickets: 1,
          amount: 19.9,
          cancelled: 0,
          cancelledAmount: 0,
        },
        {
          kind: 'sale',
          date: '2030-05-17',
          user: 'curator',
          method: null,
          ticketType: 'general',
          priceCategory: 'full',
          currency: 'EUR',
          tickets: 1,
          amount: 0,
          cancelled: 0,
          cancelledAmount: 0,
        },
        {
          kind: 'refund',
          date: '2030-05-18',
          user: 'curator',
          method: 'voucher',
          ...ofEvent,
          currency: 'EUR',
          tickets: 1,
          amount: 19.9,
        },
      ],
    })
  })

  it('responds to the box office with what the caller sold, and to other roles with 403', async () => {
    const { sales, request } = await anApiWithSales()
    const { body } = await sales(undefined, asBoxOffice)
    expect(body.rows.map(({ user }) => user)).toEqual(['cashier'])
    for (const role of ['gate', 'reader'] as const) {
      const headers = { Authorization: authorizationOf(role) }
      const response = await request('GET', '/sales?from=2030-05-17&to=2030-05-17', { headers })
      expect(await problemOf(response)).toMatchObject({ status: 403, slug: 'forbidden' })
    }
  })

  it('responds with sums to their last decimal, and with those of a currency without decimals as whole numbers', async () => {
    const sum: RefundSum = {
      user: null,
      method: null,
      ticketType: 'general',
      priceCategory: PriceCategoryId('full'),
      currency: Currency('EUR'),
      tickets: 700_000,
      amount: 6_999_999_999_300_001n,
    }
    const yen = { ...sum, currency: Currency('JPY'), tickets: 2, amount: 300_000n }
    const sales = { sumSales: async () => [], storeSums: async () => false, sumRefunds: async () => [yen, sum] }
    const response = await aMuseumApi({ sales }).request('GET', '/sales?from=2030-05-17&to=2030-05-17')
    const text = await response.text()
    expect(text).toContain('"tickets":700000,"amount":69999999993000.01}')
    expect(text).toContain('"tickets":2,"amount":3000}')
  })

  /** The API of a museum that has settled as many refunds, each of another user. */
  const anApiWithRefunds = (count: number) => {
    const refunds = Array.from({ length: count }, (_, n): RefundSum => ({
      user: `desk "${n}"`,
      method: null,
      ticketType: 'general',
      priceCategory: PriceCategoryId('full'),
      currency: Currency('EUR'),
      tickets: n,
      amount: BigInt(n),
    }))
    const sales = { sumSales: async () => [], storeSums: async () => false, sumRefunds: async () => refunds }
    return { refunds, get: async () => aMuseumApi({ sales }).request('GET', '/sales?from=2030-05-17&to=2030-05-17') }
  }

  it.each([0, 1, 200, 201, 999])('responds with %s rows, read in parts of 200', async (count) => {
    const { refunds, get } = anApiWithRefunds(count)
    const response = await get()
    const text = await response.text()
    const body = JSON.parse(text) as Sales
    expect(text).toBe(JSON.stringify(body))
    expect(body.rows.map(({ tickets }) => tickets)).toEqual(
      refunds.toSorted((a, b) => (a.user! < b.user! ? -1 : 1)).map(({ tickets }) => tickets),
    )
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('ETag')).toBe(etagOf(text))
  })

  it('does not pause between parts that take no time', async () => {
    const { get } = anApiWithRefunds(999)
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0)
    try {
      expect((await turnsDuring(get)).turns).toBe(0)
    } finally {
      clock.mockRestore()
    }
  })

  it('leaves time for other requests while it reads many rows, and while it sends them', async () => {
    const { get } = anApiWithRefunds(10_000)
    const read = await turnsDuring(get)
    expect(read.turns).toBeGreaterThanOrEqual(10)
    const sent = await turnsDuring(async () => read.result.arrayBuffer())
    expect(sent.turns).toBeGreaterThanOrEqual(sent.result.byteLength / 2 ** 15)
  })

  /** The API of a museum that settles so many refunds each day, and calls `onRead` before a day is read. */
  const anApiWithDailyRefunds = (count: number, onRead: (days: number) => unknown = () => undefined) => {
    let days = 0
    const refund: RefundSum = {
      user: null,
      method: null,
      ticketType: 'general',
      priceCategory: PriceCategoryId('full'),
      currency: Currency('EUR'),
      tickets: 1,
      amount: 1n,
    }
    const sumRefunds = async () => {
      days += 1
      await onRead(days)
      return Array.from({ length: count }, () => refund)
    }
    const { request } = aMuseumApi({ sales: { sumSales: async () => [], storeSums: async () => false, sumRefunds } })
    const get = async (init: Parameters<typeof request>[2] = {}, method = 'GET') =>
      request(method, '/sales?from=2030-05-17&to=2031-05-17', init)
    return { get, days: () => days }
  }

  it('responds with 409 as soon as it has more than 10,000 rows, and names the days that fit', async () => {
    const { get, days } = anApiWithDailyRefunds(4_000)
    expect(await problemOf(await get())).toMatchObject({
      status: 409,
      slug: 'too-many-rows',
      detail: 'The response would have more than 10000 rows: from 2030-05-17 on, 2 days fit, until 2030-05-18.',
    })
    expect(days()).toBe(3)
    const { get: getMore } = anApiWithDailyRefunds(10_001)
    expect(await problemOf(await getMore())).toMatchObject({
      detail: 'The response would have more than 10000 rows: 2030-05-17 alone has more.',
    })
  })

  it.each([0, 20])('reads no further date when its client is gone, of dates with %i rows', async (rows) => {
    const leaving = new AbortController()
    const { get, days } = anApiWithDailyRefunds(rows, (read) => read === 3 && leaving.abort())
    expect((await get({ signal: leaving.signal })).status).toBe(499)
    expect(days()).toBe(3)
  })

  it('responds with 304 until a ticket is sold or cancelled', async () => {
    const { sales, refund, get } = await anApiWithSales()
    const { response } = await sales(undefined, asBoxOffice)
    const again = () =>
      get('/sales?from=2030-05-17&to=2030-05-17', { ...asBoxOffice, 'If-None-Match': response.headers.get('ETag')! })
    expect((await again()).status).toBe(304)
    await refund()
    expect((await again()).status).toBe(200)
  })

  it('responds with no rows for dates without sales, of which there may be 366', async () => {
    const { sales } = await anApiWithSales()
    const dates = { from: '2031-01-01', to: '2032-01-01' }
    expect((await sales(new URLSearchParams(dates).toString())).body).toEqual({ ...dates, rows: [] })
  })

  it.each([
    [
      '',
      [
        ['from', 'missing'],
        ['to', 'missing'],
      ],
    ],
    [
      'from=2030-02-30&to=tomorrow',
      [
        ['from', 'not-a-calendar-date'],
        ['to', 'not-a-calendar-date'],
      ],
    ],
    ['from=2030-05-18&to=2030-05-17', [['from', 'start-after-end']]],
    ['from=2031-01-01&to=2032-01-02', [['to', 'too-many-days']]],
    ['from=2030-05-17&to=2030-05-17&to=2030-05-18', [['to', 'sent-twice']]],
  ])('reports the faults of the query %j', async (query, faults) => {
    expect(await faultsOf(await aMuseumApi().request('GET', `/sales?${query}`))).toEqual(faults)
  })
})
