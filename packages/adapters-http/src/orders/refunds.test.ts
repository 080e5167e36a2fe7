import { describe, expect, it } from '@jest/globals'
import { OrderId, OrderNumber } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { anApiAtTheGate, asBoxOffice, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

/** An API with a cancelled ticket to an event, and one to a date that is removed. */
const anApiWithRefunds = async () => {
  const api = await anApiAtTheGate()
  const { eventId, buy, send, request, get, later } = api
  const returned = await buy({ ticketType: 'event', eventId, ticketDate: '2030-05-18' })
  const order = await send('POST', '/orders', {
    items: [{ ticketType: 'event', eventId, ticketDate: '2030-05-18' }],
    email: 'family@example.org',
    payment: { method: 'invoice', reference: 'No. 12' },
  })
  const { orderId, tickets } = (await order.json()) as { orderId: string; tickets: { ticketId: string }[] }
  later(1_000)
  await send('POST', `/tickets/${returned.ticketId}/cancellation`, { reason: 'The visitor is ill.' })
  later(1_000)
  expect((await send('PATCH', `/special-events/${eventId}`, { dates: ['2030-05-17'] })).status).toBe(200)
  const list = async (query: string) => {
    const response = await get(`/refunds?${query}`, asBoxOffice)
    expect(response.status).toBe(200)
    return (await response.json()) as object[]
  }
  const settle = (ticketId: string, body: object, headers = asBoxOffice) =>
    send('POST', `/tickets/${ticketId}/refund`, body, headers)
  return { ...api, request, returned, removed: tickets[0]!, orderId, list, settle }
}

const common = { eventName: 'Night at the Museum', ticketDate: '2030-05-18', amount: 19.9, currency: 'EUR' }

describe('listRefunds', () => {
  it('lists the refunds that are due in the order of the cancellation, each with its cause', async () => {
    const { list, returned, removed, orderId, eventId } = await anApiWithRefunds()
    expect(await list('state=due')).toEqual([
      {
        ...common,
        ticketId: returned.ticketId,
        eventId,
        cancelledAt: '2030-05-17T19:00:01.000Z',
        cause: 'ticket',
        reason: 'The visitor is ill.',
        email: expect.any(String),
      },
      {
        ...common,
        ticketId: removed.ticketId,
        orderId,
        orderNumber: OrderNumber.of(OrderId(orderId)),
        eventId,
        cancelledAt: '2030-05-17T19:00:02.000Z',
        cause: 'date',
        payment: { method: 'invoice', reference: 'No. 12' },
        email: 'family@example.org',
      },
    ])
    expect(await list('state=settled')).toEqual([])
  })

  it('has the entry time of a ticket with one', async () => {
    const { list, send, buy, eventId, returned } = await anApiWithRefunds()
    const rule = { times: ['18:30', '20:00'], length: 60 }
    expect((await send('PUT', `/special-events/${eventId}/entry-times`, { rule, capacity: null })).status).toBe(200)
    const timed = await buy({ ticketType: 'event', eventId, entryTime: '20:00' })
    await send('POST', `/tickets/${timed.ticketId}/cancellation`, {})
    const due = (await list('state=due')) as { ticketId: string; entryTime?: string }[]
    const entryTimes = new Map(due.map((refund) => [refund.ticketId, refund.entryTime]))
    expect(entryTimes.get(timed.ticketId)).toBe('20:00')
    expect(entryTimes.get(returned.ticketId)).toBeUndefined()
  })

  it('filters by event and by date, and has pages', async () => {
    const { list, get, eventId, returned } = await anApiWithRefunds()
    expect(await list(`state=due&eventId=${eventId}&date=2030-05-18`)).toHaveLength(2)
    expect(await list('state=due&date=2030-05-17')).toEqual([])
    expect(await list(`state=due&eventId=${exampleId(99)}`)).toEqual([])
    const page = await get('/refunds?state=due&limit=1', asBoxOffice)
    expect(await page.json()).toMatchObject([{ ticketId: returned.ticketId }])
    expect([page.headers.get('X-Total-Count'), page.headers.get('Link')]).toEqual([
      '2',
      expect.stringContaining('/v1.1/refunds?state=due&page=2&limit=1>; rel="next"'),
    ])
    const etag = page.headers.get('ETag')!
    expect((await get('/refunds?state=due&limit=1', { ...asBoxOffice, 'If-None-Match': etag })).status).toBe(304)
  })

  it('needs a state', async () => {
    const { get } = await anApiWithRefunds()
    expect(await faultsOf(await get('/refunds', asBoxOffice))).toEqual([['state', 'missing']])
    expect(await faultsOf(await get('/refunds?state=open', asBoxOffice))).toEqual([['state', 'unknown-value']])
  })
})

describe('settleRefund', () => {
  it('settles a refund once: the same body again changes nothing, and another one is refused', async () => {
    const { settle, list, returned, get, request, later } = await anApiWithRefunds()
    const body = { method: 'cash', reference: 'Drawer 2' }
    const response = await settle(returned.ticketId, body)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const ticket = await response.json()
    const refund = {
      state: 'settled',
      amount: 19.9,
      ...body,
      settledAt: '2030-05-17T19:00:02.000Z',
      settledBy: 'cashier',
    }
    expect(ticket).toMatchObject({ ticketId: returned.ticketId, state: 'cancelled', refund })
    later(60_000)
    const again = await settle(returned.ticketId, body)
    expect([again.status, await again.json()]).toEqual([200, ticket])
    for (const other of [{ method: 'cash' }, { method: 'card', reference: 'Drawer 2' }]) {
      const refused = await settle(returned.ticketId, other)
      expect([refused.status, await problemOf(refused)]).toMatchObject([409, { type: '/problems/refund-settled' }])
    }
    expect(await list('state=settled')).toMatchObject([
      { ticketId: returned.ticketId, settledAt: refund.settledAt, settledBy: 'cashier' },
    ])
    expect(await list('state=due')).toHaveLength(1)
    expect(await (await get(`/tickets/${returned.ticketId}`, asBoxOffice)).json()).toMatchObject({ refund })
    expect(await (await get(`/tickets/${returned.ticketId}`, asGate)).json()).not.toHaveProperty('refund')
    const audited = (await (await request('GET', `/audit?about=ticket:${returned.ticketId}`)).json()) as object[]
    expect(audited.filter((entry) => 'operation' in entry && entry.operation === 'settleRefund')).toMatchObject([
      { actor: 'cashier', after: { method: 'cash' } },
    ])
  })

  it('lets a ticket of a removed date stay cancelled', async () => {
    const { settle, removed, list } = await anApiWithRefunds()
    expect((await settle(removed.ticketId, { method: 'card' })).status).toBe(200)
    expect(await list('state=settled')).toMatchObject([
      { ticketId: removed.ticketId, cause: 'date', cancelledAt: '2030-05-17T19:00:02.000Z' },
    ])
  })

  it('refuses a ticket that is not cancelled, a free one, and an unknown one', async () => {
    const { settle, ticket, send, request } = await anApiWithRefunds()
    const outcomeOf = async (ticketId: string) => {
      const response = await settle(ticketId, { method: 'cash' })
      return [response.status, (await problemOf(response)).type]
    }
    expect(await outcomeOf(ticket.ticketId)).toEqual([409, '/problems/ticket-not-cancelled'])
    expect(await outcomeOf(exampleId(99))).toEqual([404, '/problems/ticket-not-found'])
    await send('PUT', '/price-categories', [
      { priceCategory: 'full', name: 'Adult', percentage: 100 },
      { priceCategory: 'toddler', name: 'Toddler', percentage: 0 },
    ])
    const items = [{ ticketType: 'general', ticketDate: '2030-05-17', priceCategory: 'toddler' }]
    const { tickets } = (await (await send('POST', '/orders', { items })).json()) as { tickets: { ticketId: string }[] }
    await request('POST', `/tickets/${tickets[0]!.ticketId}/cancellation`)
    expect(await outcomeOf(tickets[0]!.ticketId)).toEqual([409, '/problems/nothing-due'])
  })

  it('refuses a faulty body', async () => {
    const { settle, returned } = await anApiWithRefunds()
    expect(await faultsOf(await settle(returned.ticketId, { reference: 'a\nb' }))).toEqual([
      ['#/method', 'missing'],
      ['#/reference', 'text-control-character'],
    ])
  })
})
