import { describe, expect, it } from '@jest/globals'
import { exampleId } from '@museum/testing/examples'
import { anApiAtTheGate, asBoxOffice, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

type ClosingBody = { closingId: string; methods: Record<string, unknown>[] } & Record<string, unknown>

/** An API on 17 May 2030, 19:00 UTC, whose till 1 and whose user `cashier` have sold an order of two tickets each, in cash. */
const anApiWithTills = async () => {
  const api = await anApiAtTheGate()
  const { eventId, send } = api
  const place = async (order: object = {}) => {
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-18', quantity: 2 }]
    const placed = await send('POST', '/orders', { items, payment: { method: 'cash' }, ...order }, asBoxOffice)
    expect(placed.status).toBe(201)
    return (await placed.json()) as { orderId: string; tickets: { ticketId: string }[] }
  }
  const atTill = await place({ till: 'Till 1' })
  const ofUser = await place()
  api.later(60_000)
  const close = (body: object = {}, headers: Record<string, string> = {}) =>
    send('POST', '/closings', { float: 0, counted: [], ...body }, { ...asBoxOffice, ...headers })
  const closed = async (...args: Parameters<typeof close>) => {
    const response = await close(...args)
    expect(response.status).toBe(201)
    return (await response.json()) as ClosingBody
  }
  const read = async (path: string, headers = asBoxOffice) => (await api.get(path, headers)).json()
  return { ...api, place, atTill, ofUser, close, closed, read }
}

describe('createClosing', () => {
  it('responds with what a till has sold and refunded, beside what was found, and its path', async () => {
    const { send, request, atTill, close, read } = await anApiWithTills()
    const { orderId, tickets } = atTill
    const at = { method: 'voucher', till: 'Till 1' }
    expect((await send('POST', `/tickets/${tickets[0]!.ticketId}/cancellation`, {}, asBoxOffice)).status).toBe(200)
    const refunded = await send('POST', `/tickets/${tickets[0]!.ticketId}/refund`, at, asBoxOffice)
    expect(await refunded.json()).toMatchObject({ refund: { method: 'voucher', till: 'Till 1' } })
    const response = await close({
      till: 'Till 1',
      float: 150,
      counted: [{ method: 'cash', amount: -10.25 }],
      moved: [{ amount: -200, note: 'To the bank' }, { amount: 0.5 }],
      note: 'The drawer sticks.',
    })
    const body = (await response.json()) as ClosingBody
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe(`/v1.1/closings/${body.closingId}`)
    const sums = { corrected: 0, refunded: 0 }
    expect(body).toEqual({
      closingId: expect.any(String),
      number: 1,
      till: 'Till 1',
      closedBy: 'cashier',
      from: '2030-05-17T00:00:00.000Z',
      to: '2030-05-17T19:01:00.000Z',
      currency: 'EUR',
      float: 150,
      moved: [{ amount: -200, note: 'To the bank' }, { amount: 0.5 }],
      note: 'The drawer sticks.',
      methods: [
        { ...sums, method: 'cash', sold: 39.8, expected: -9.7, counted: -10.25, difference: -0.55 },
        { ...sums, method: 'voucher', sold: 0, refunded: 19.9, expected: -19.9, counted: null, difference: null },
      ],
      total: { ...sums, sold: 39.8, refunded: 19.9, expected: -29.6, counted: -10.25, difference: -0.55 },
    })
    expect(await read(`/closings/${body.closingId}`)).toEqual(body)
    expect(await read(`/orders/${orderId}`)).toMatchObject({ till: 'Till 1' })
    const audited = (await (await request('GET', '/audit')).json()) as object[]
    expect(audited[0]).toMatchObject({
      operation: 'createClosing',
      subject: { kind: 'closing', id: body.closingId },
      before: null,
      after: { till: 'Till 1', number: 1, difference: -0.55 },
    })
  })

  it('counts nothing twice, and what has no till for its user', async () => {
    const { closed, send, ofUser, later, place } = await anApiWithTills()
    expect(await closed()).toMatchObject({ number: 1, methods: [{ method: 'cash', sold: 39.8, refunded: 0 }] })
    later(1_000)
    const reversed = await send('POST', `/orders/${ofUser.orderId}/reversal`, { till: 'Till 2' }, asBoxOffice)
    expect(reversed.status).toBe(200)
    const { orderId } = await place({ payment: { method: 'card' } })
    later(1_000)
    expect(await closed()).toMatchObject({ number: 2, methods: [{ method: 'card', sold: 39.8 }] })
    expect(await closed({ till: 'Till 2' })).toMatchObject({ methods: [{ method: 'cash', sold: 0, refunded: 39.8 }] })
    const corrected = await send('PUT', `/orders/${orderId}/payment`, { method: 'invoice' }, asBoxOffice)
    expect(corrected.status).toBe(200)
    expect(await closed()).toMatchObject({
      number: 3,
      methods: [
        { method: 'card', sold: 0, corrected: -39.8, expected: -39.8 },
        { method: 'invoice', sold: 0, corrected: 39.8, expected: 39.8 },
      ],
    })
    expect(await closed()).toMatchObject({ number: 4, methods: [], total: { expected: 0, difference: null } })
  })

  it('takes effect once under a key', async () => {
    const { close, read } = await anApiWithTills()
    const [first, again] = [
      await close({}, { 'Idempotency-Key': 'evening' }),
      await close({}, { 'Idempotency-Key': 'evening' }),
    ]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await again.text()).toBe(await first.text())
    expect(await read('/closings')).toHaveLength(1)
  })

  it('reports the faults of its body together', async () => {
    const { close, read } = await anApiWithTills()
    const faulty = {
      till: ' ',
      float: -1,
      counted: [{ method: 'Cash', amount: 1.005 }, { method: 'card' }],
      moved: [{ amount: 1e9, note: 'x'.repeat(501) }],
    }
    expect(await faultsOf(await close(faulty))).toEqual([
      ['#/till', 'text-blank'],
      ['#/float', 'price-out-of-range'],
      ['#/counted/0/method', 'not-a-payment-method'],
      ['#/counted/0/amount', 'price-too-precise'],
      ['#/counted/1/amount', 'missing'],
      ['#/moved/0/amount', 'price-out-of-range'],
      ['#/moved/0/note', 'text-too-long'],
    ])
    const many = Array.from({ length: 21 }, () => ({ method: 'cash', amount: 0 }))
    expect(await faultsOf(await close({ counted: many, moved: many }))).toEqual([
      ['#/counted', 'too-many-items'],
      ['#/moved', 'too-many-items'],
    ])
    expect(await faultsOf(await close({ counted: many.slice(19) }))).toEqual([
      ['#/counted/1/method', 'duplicate-method'],
    ])
    expect(await read('/closings')).toEqual([])
  })
})

describe('previewClosing', () => {
  it('responds with what would be closed, and stores nothing', async () => {
    const { read, closed } = await anApiWithTills()
    const preview = {
      till: 'Till 1',
      closedBy: 'cashier',
      from: '2030-05-17T00:00:00.000Z',
      currency: 'EUR',
      float: 0,
      moved: [],
      methods: [
        { method: 'cash', sold: 39.8, refunded: 0, corrected: 0, expected: 39.8, counted: null, difference: null },
      ],
      total: { sold: 39.8, refunded: 0, corrected: 0, expected: 39.8, counted: null, difference: null },
    }
    expect(await read('/closing-preview?till=Till+1')).toEqual(preview)
    const { till: _, ...ofUser } = preview
    expect(await read('/closing-preview')).toEqual(ofUser)
    expect(await read('/closings')).toEqual([])
    await closed()
    expect(await read('/closing-preview')).toMatchObject({ from: '2030-05-17T19:01:00.000Z', methods: [] })
  })
})

describe('getClosing and listClosings', () => {
  it('are for the box office of its own closings, and for an administrator of all', async () => {
    const { closed, read, request, get, later, send } = await anApiWithTills()
    const ofCashier = await closed({ till: 'Till 1' })
    later(1_000)
    const response = await send('POST', '/closings', { float: 0, counted: [] })
    const ofCurator = (await response.json()) as ClosingBody
    const all = await request('GET', '/closings')
    expect(all.headers.get('X-Total-Count') ?? '2').toBe('2')
    expect(await all.json()).toEqual([ofCurator, ofCashier])
    expect(await read('/closings')).toEqual([ofCashier])
    expect(await read('/closings?till=Till+2')).toEqual([])
    expect(await (await request('GET', '/closings?till=Till+1&limit=1')).json()).toEqual([ofCashier])
    expect(await (await request('GET', `/closings/${ofCashier.closingId}`)).json()).toEqual(ofCashier)
    const others = await get(`/closings/${ofCurator.closingId}`, asBoxOffice)
    expect(await problemOf(others)).toMatchObject({ status: 403, slug: 'forbidden' })
    const unknown = await get(`/closings/${exampleId(1)}`, asBoxOffice)
    expect(await problemOf(unknown)).toMatchObject({ status: 404, slug: 'closing-not-found' })
    for (const path of ['/closings', '/closing-preview', `/closings/${ofCashier.closingId}`])
      expect((await get(path, asGate)).status).toBe(403)
  })
})

describe('a till', () => {
  it('is in the sales and refunds of each date, which it filters', async () => {
    const { atTill, send, read } = await anApiWithTills()
    const { ticketId } = atTill.tickets[0]!
    expect((await send('POST', `/orders/${atTill.orderId}/cancellation`, {}, asBoxOffice)).status).toBe(200)
    const refund = { method: 'cash', till: 'Till 2' }
    expect((await send('POST', `/orders/${atTill.orderId}/refund`, refund, asBoxOffice)).status).toBe(200)
    // The same payment again, at whichever till.
    const again = await send('POST', `/tickets/${ticketId}/refund`, { method: 'cash' }, asBoxOffice)
    expect([again.status, await again.json()]).toMatchObject([200, { refund: { till: 'Till 2' } }])
    const rows = async (query = '') => {
      const { rows: all } = (await read(`/sales?from=2030-05-17&to=2030-05-17${query}`)) as { rows: object[] }
      return all
    }
    const sale = { kind: 'sale', method: 'cash', tickets: 2, amount: 39.8 }
    const ofTill = { ...sale, till: 'Till 1', cancelled: 2 }
    const refunded = { kind: 'refund', method: 'cash', till: 'Till 2', tickets: 2, amount: 39.8 }
    const all = await rows()
    expect(all).toMatchObject([ofTill, { ...sale, cancelled: 0 }, refunded])
    expect('till' in all[1]!).toBe(false)
    expect(await rows('&till=Till+1')).toMatchObject([ofTill])
    expect(await rows('&till=Till+2')).toMatchObject([refunded])
    expect(await rows('&till=till+1')).toEqual([])
  })
})
