import { describe, expect, it } from '@jest/globals'
import { SaleOutcomeUnknown } from '@museum/application'
import { OrderId, OrderNumber, TicketId, VatRate, isRefusal } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import { authorizationOf } from '../../test/a-museum-api.ts'
import { anApiAtTheGate, asBoxOffice } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'

const categories = [
  { priceCategory: 'full', name: 'Adult', percentage: 100 },
  { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
  { priceCategory: 'toddler', name: 'Toddler', percentage: 0 },
]

/** An API on 17 May 2030 with price categories, and an order for a family: two adults, a child, and a toddler. */
const anApiWithOrders = async (...options: Parameters<typeof anApiAtTheGate>) => {
  const api = await anApiAtTheGate(...options)
  await api.send('PUT', '/price-categories', categories)
  const { eventId } = api
  const family = {
    items: [
      { ticketType: 'event', eventId, ticketDate: '2030-05-17', quantity: 2 },
      { ticketType: 'event', eventId, ticketDate: '2030-05-18', priceCategory: 'child' },
      { ticketType: 'general', ticketDate: '2030-05-18', priceCategory: 'toddler', quantity: null },
    ],
    email: 'family@example.org',
    phone: '12345',
    payment: { method: 'card', reference: 'Receipt 4711' },
    total: 49.75,
  }
  const place = (order: object = {}, headers: Record<string, string> = {}) =>
    api.send('POST', '/orders', { ...family, ...order }, { ...asBoxOffice, ...headers })
  const placed = async () => (await (await place()).json()) as { orderId: string; tickets: { ticketId: string }[] }
  const read = async (orderId: string) => (await api.get(`/orders/${orderId}`, asBoxOffice)).json()
  const soldOn = async () => {
    const dates = (await (await api.get(`/special-events/${eventId}/availability`)).json()) as { sold: number }[]
    return dates.map(({ sold }) => sold)
  }
  return { ...api, family, place, placed, read, soldOn }
}

describe('getReceipts', () => {
  it('responds with the receipt of the sale, and with that of each refund', async () => {
    const museum = { museumName: 'Museum of Clocks', address: '1 Clock Lane\n8001 Zürich', vatId: 'CHE-123' }
    const api = await anApiWithOrders({ ...museum, vatRate: VatRate(810), eventVatRate: VatRate(1_900) })
    const { place, send, request, later } = api
    const placed = await place({ till: 'Till 1' })
    const { orderId, tickets } = (await placed.json()) as { orderId: string; tickets: { ticketId: string }[] }
    const get = async () => (await request('GET', `/orders/${orderId}/receipts`)).json()
    const common = {
      orderId,
      orderNumber: OrderNumber.of(OrderId(orderId)),
      museumName: museum.museumName,
      museumAddress: museum.address,
      vatId: museum.vatId,
      till: 'Till 1',
      currency: 'EUR',
    }
    const ofEvent = { ticketType: 'event', eventName: 'Night at the Museum', priceCategory: 'full', price: 19.9 }
    const child = { priceCategory: 'child', priceCategoryName: 'Child, 6 to 17' }
    const sale = {
      ...common,
      kind: 'sale',
      at: '2030-05-17T19:00:00.000Z',
      by: 'cashier',
      payment: { method: 'card', reference: 'Receipt 4711' },
      lines: [
        { ...ofEvent, ticketDate: '2030-05-17', quantity: 2, amount: 39.8 },
        { ...ofEvent, ...child, ticketDate: '2030-05-18', quantity: 1, price: 9.95, amount: 9.95 },
        {
          ticketType: 'general',
          ticketDate: '2030-05-18',
          priceCategory: 'toddler',
          priceCategoryName: 'Toddler',
          quantity: 1,
          price: 0,
          amount: 0,
        },
      ],
      total: 49.75,
      taxes: [
        { rate: 8.1, tax: 0, amount: 0 },
        { rate: 19, tax: 7.94, amount: 49.75 },
      ],
    }
    expect(await get()).toEqual([sale])
    later(1_000)
    await send('POST', `/tickets/${tickets[2]!.ticketId}/cancellation`, {})
    await send('POST', `/tickets/${tickets[2]!.ticketId}/refund`, { method: 'cash', till: 'Till 1' })
    expect(await get()).toEqual([
      sale,
      {
        ...common,
        kind: 'refund',
        at: '2030-05-17T19:00:01.000Z',
        by: 'curator',
        payment: { method: 'cash' },
        lines: [{ ...sale.lines[1], amount: -9.95 }],
        total: -9.95,
        taxes: [{ rate: 19, tax: -1.59, amount: -9.95 }],
      },
    ])
  })

  it('names no address, number, till, payment and tax where there is none', async () => {
    const { send, request, eventId } = await anApiWithOrders()
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-17' }]
    const { orderId } = (await (await send('POST', '/orders', { items })).json()) as { orderId: string }
    const [receipt] = (await (await request('GET', `/orders/${orderId}/receipts`)).json()) as [object]
    expect(Object.keys(receipt)).toEqual([
      'kind',
      'orderId',
      'orderNumber',
      'museumName',
      'at',
      'by',
      'lines',
      'total',
      'currency',
      'taxes',
    ])
    expect(receipt).toMatchObject({ museumName: 'The Museum', taxes: [] })
    const unknown = await request('GET', `/orders/${exampleId(99_999)}/receipts`)
    expect(await problemOf(unknown)).toMatchObject({ status: 404, slug: 'order-not-found' })
  })
})

describe('placeOrder', () => {
  it('sells every ticket of the items, in their order, and responds with the total and the path of the order', async () => {
    const { place, read, eventId } = await anApiWithOrders()
    const response = await place()
    const confirmation = (await response.json()) as { orderId: string; tickets: { ticketId: string }[] }
    const event = { ticketType: 'event', eventName: 'Night at the Museum' }
    const ids = { ticketId: expect.any(String), confirmationCode: expect.stringMatching(/^ticket-(event|general)-/) }
    expect(response.status).toBe(201)
    expect(response.headers.get('Location')).toBe(`/v1.1/orders/${confirmation.orderId}`)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(confirmation).toEqual({
      orderId: expect.any(String),
      orderNumber: OrderNumber.of(OrderId(confirmation.orderId)),
      total: 49.75,
      currency: 'EUR',
      tickets: [
        { ...ids, ...event, ticketDate: '2030-05-17', priceCategory: 'full', price: 19.9 },
        { ...ids, ...event, ticketDate: '2030-05-17', priceCategory: 'full', price: 19.9 },
        { ...ids, ...event, ticketDate: '2030-05-18', priceCategory: 'child', price: 9.95 },
        { ...ids, ticketType: 'general', ticketDate: '2030-05-18', priceCategory: 'toddler', price: 0 },
      ],
    })
    const { orderId, tickets } = confirmation
    expect(await read(orderId)).toMatchObject({
      orderId,
      orderNumber: OrderNumber.of(OrderId(orderId)),
      total: 49.75,
      currency: 'EUR',
      soldAt: '2030-05-17T19:00:00.000Z',
      soldBy: 'cashier',
      payment: { method: 'card', reference: 'Receipt 4711' },
      email: 'family@example.org',
      phone: '12345',
      refundDue: 0,
      tickets: tickets.map(({ ticketId }) => ({ ticketId, orderId, state: 'valid', email: 'family@example.org' })),
    })
    expect(((await read(orderId)) as { tickets: object[] }).tickets[2]).toMatchObject({
      event: { eventId },
      priceCategory: 'child',
      priceCategoryName: 'Child, 6 to 17',
    })
  })

  it('needs neither a purchaser, nor a payment, nor a total, and ignores unknown members', async () => {
    const { place, read } = await anApiWithOrders()
    const without = { email: null, phone: null, payment: null, total: null, seller: 'x' }
    const response = await place(without)
    expect(response.status).toBe(201)
    const order = (await read(((await response.json()) as { orderId: string }).orderId)) as Record<string, unknown>
    for (const member of ['email', 'phone', 'payment']) expect(order).not.toHaveProperty(member)
    expect(order['tickets']).toEqual(
      Array.from({ length: 4 }, () => expect.not.objectContaining({ email: expect.anything() })),
    )
  })

  it.each<[string, object, readonly (readonly [string, string])[]]>([
    ['no item', { items: [] }, [['#/items', 'no-items']]],
    ['21 items', { items: Array.from({ length: 21 }, () => ({})) }, [['#/items', 'too-many-items']]],
    ['no items', { items: undefined }, [['#/items', 'missing']]],
    [
      'faulty members of items, and a phone number without an e-mail address',
      {
        items: [
          { ticketType: 'general', ticketDate: '2030-05-17' },
          { ticketType: 'tour', ticketDate: '17 May', quantity: 0 },
          'x',
        ],
        email: null,
        payment: { method: 'Cash!', reference: '' },
        total: 0.001,
      },
      [
        ['#/items/1/ticketType', 'unknown-value'],
        ['#/items/1/ticketDate', 'not-a-calendar-date'],
        ['#/items/1/quantity', 'quantity-out-of-range'],
        ['#/items/2', 'wrong-type'],
        ['#/payment/method', 'not-a-payment-method'],
        ['#/payment/reference', 'text-blank'],
        ['#/total', 'price-too-precise'],
        ['#/email', 'email-required'],
      ],
    ],
    [
      'more than 50 tickets',
      { items: [26, 25].map((quantity) => ({ ticketType: 'general', ticketDate: '2030-05-17', quantity })) },
      [['#/items', 'too-many-tickets']],
    ],
    [
      'more than five dates',
      { items: [17, 18, 19, 20, 21, 22].map((day) => ({ ticketType: 'general', ticketDate: `2030-05-${day}` })) },
      [['#/items', 'too-many-dates']],
    ],
    [
      'several items that break rules',
      {
        items: [
          { ticketType: 'general', ticketDate: '2030-05-16', priceCategory: 'student' },
          { ticketType: 'general', ticketDate: '2030-05-17' },
          { ticketType: 'event', ticketDate: '2030-05-17' },
        ],
      },
      [
        ['#/items/0/priceCategory', 'unknown-price-category'],
        ['#/items/0/ticketDate', 'date-in-the-past'],
        ['#/items/2/eventId', 'event-id-required'],
      ],
    ],
  ])('refuses %s, with the place of every fault, and sells nothing', async (_, order, faults) => {
    const { place, soldOn } = await anApiWithOrders()
    const before = await soldOn()
    const response = await place(order)
    expect(response.status).toBe(400)
    expect(await faultsOf(response)).toEqual(faults)
    expect(await soldOn()).toEqual(before)
  })

  it('refuses an unknown event alone, at its item', async () => {
    const { place } = await anApiWithOrders()
    const items = [
      { ticketType: 'general', ticketDate: '2020-01-01' },
      { ticketType: 'event', eventId: exampleId(99), ticketDate: '2030-05-17' },
    ]
    const response = await place({ items })
    expect(response.status).toBe(404)
    expect(await problemOf(response)).toMatchObject({
      type: '/problems/event-not-found',
      errors: [{ pointer: '#/items/1/eventId', code: 'unknown-event' }],
    })
  })

  it('refuses another total, and says the right one', async () => {
    const { place, soldOn } = await anApiWithOrders()
    const before = await soldOn()
    const response = await place({ total: 49.74 })
    expect([response.status, await problemOf(response)]).toMatchObject([
      409,
      {
        type: '/problems/total-changed',
        detail: 'The order costs 49.75 EUR.',
        values: { total: 49.75, currency: 'EUR' },
      },
    ])
    expect(await soldOn()).toEqual(before)
  })

  it('compares a total that is larger than any price', async () => {
    const { place, send, eventId } = await anApiWithOrders()
    expect((await send('PATCH', `/special-events/${eventId}`, { price: 99_999_999.99 })).status).toBe(200)
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-17', quantity: 3 }]
    const sold = await place({ items, total: 299_999_999.97 })
    expect([sold.status, await sold.json()]).toMatchObject([201, { total: 299_999_999.97 }])
    const refused = await place({ items, total: 299_999_999.98 })
    expect(await problemOf(refused)).toMatchObject({ detail: 'The order costs 299999999.97 EUR.' })
    expect(await faultsOf(await place({ items, total: 5_000_000_000 }))).toEqual([['#/total', 'price-out-of-range']])
  })

  it('refuses every item that does not fit, and says how many places are left; sells none of the others', async () => {
    const { place, send, eventId, soldOn } = await anApiWithOrders()
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 3 })
    // One ticket of the first date is sold.
    const response = await place({
      items: [
        { ticketType: 'event', eventId, ticketDate: '2030-05-18' },
        { ticketType: 'event', eventId, ticketDate: '2030-05-17', quantity: 2 },
        { ticketType: 'event', eventId, ticketDate: '2030-05-17', priceCategory: 'child' },
      ],
      total: null,
    })
    expect([response.status, await problemOf(response)]).toMatchObject([
      409,
      {
        type: '/problems/sold-out',
        detail: 'items/2/ticketDate must be a date with enough places left: 2030-05-17 has 2.',
        errors: [{ pointer: '#/items/2/ticketDate', code: 'sold-out', values: { left: 2, date: '2030-05-17' } }],
      },
    ])
    expect(await soldOn()).toEqual([1, 0])
  })

  it('is placed once under an Idempotency-Key, also when it is sent twice at the same time', async () => {
    const { place, soldOn } = await anApiWithOrders()
    const key = { 'Idempotency-Key': 'desk-1' }
    const [one, other] = await Promise.all([place({}, key), place({}, key)])
    const again = await place({}, key)
    const [first, second, third] = await Promise.all([one, other, again].map((response) => response.text()))
    expect([second, third]).toEqual([first, first])
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(again.headers.get('Location')).toBe(one.headers.get('Location'))
    expect(await soldOn()).toEqual([3, 1])
    const reused = await place({ total: null }, key)
    expect([reused.status, await problemOf(reused)]).toMatchObject([422, { type: '/problems/idempotency-key-reused' }])
  })

  it('names the order whose outcome is unknown', async () => {
    const { family, withPorts, ports } = await anApiWithOrders()
    const [orderId, ticketId] = [OrderId(exampleId(7)), TicketId(exampleId(8))]
    const sell = () => Promise.reject(new SaleOutcomeUnknown('cut', { ticketId, orderId }))
    const send = withPorts({ tickets: { ...ports.tickets, sell } })
    const response = await send('POST', '/orders', family, asBoxOffice)
    expect([response.status, await problemOf(response)]).toMatchObject([
      503,
      {
        type: '/problems/outcome-unknown',
        detail: `It is not known whether order ${orderId} was sold (if it was, it is at /v1.1/orders/${orderId}). Find out whether it did before you send it again.`,
      },
    ])
  })
})

describe('getOrder', () => {
  it('responds with 304 while nothing has changed, and with the states and refunds of the tickets', async () => {
    const { placed, get, request } = await anApiWithOrders()
    const { orderId, tickets } = await placed()
    const etag = (await get(`/orders/${orderId}`, asBoxOffice)).headers.get('ETag')!
    const conditional = () => get(`/orders/${orderId}`, { ...asBoxOffice, 'If-None-Match': etag })
    expect((await conditional()).status).toBe(304)
    await request('POST', `/tickets/${tickets[0]!.ticketId}/cancellation`)
    const changed = await conditional()
    expect([changed.status, await changed.json()]).toMatchObject([
      200,
      {
        total: 49.75,
        refundDue: 19.9,
        tickets: [
          { state: 'cancelled', refund: { state: 'due', amount: 19.9 } },
          { state: 'valid' },
          { state: 'valid' },
          { state: 'valid' },
        ],
      },
    ])
  })

  it('responds with 404 to an identifier that no order has, and with 400 to a malformed one', async () => {
    const { get } = await anApiWithOrders()
    const unknown = await get(`/orders/${exampleId(1)}`, asBoxOffice)
    expect([unknown.status, await problemOf(unknown)]).toMatchObject([404, { type: '/problems/order-not-found' }])
    expect((await get('/orders/17', asBoxOffice)).status).toBe(400)
  })

  it('no longer has the purchaser whose data were erased', async () => {
    const { placed, read, museum } = await anApiWithOrders()
    const { orderId, tickets } = await placed()
    const ticket = await museum.getTicket(TicketId(tickets[0]!.ticketId))
    if (isRefusal(ticket)) throw new Error(ticket.because)
    await museum.erasePurchaserData(ticket.purchaser!.email, { username: 'admin' })
    const order = await read(orderId)
    for (const member of ['email', 'phone']) expect(order).not.toHaveProperty(member)
  })
})

describe('cancelOrder', () => {
  it('cancels the open tickets, gives their places back once, and is audited once with the reason', async () => {
    const { placed, send, request, soldOn, scan, codeOf } = await anApiWithOrders()
    const { orderId, tickets } = await placed()
    await scan({ code: await codeOf(tickets[0] as never) })
    await request('POST', `/tickets/${tickets[1]!.ticketId}/cancellation`)
    const path = `/orders/${orderId}/cancellation`
    const [first, again] = [
      await send('POST', path, { reason: 'The visitors are ill.' }, asBoxOffice),
      await request('POST', path, { headers: asBoxOffice }),
    ]
    expect([first.status, first.headers.get('Cache-Control'), again.status]).toEqual([200, 'no-store', 200])
    const order = await first.json()
    expect(await again.json()).toEqual(order)
    expect(order).toMatchObject({
      refundDue: 29.85,
      tickets: [{ state: 'admitted' }, { state: 'cancelled' }, { state: 'cancelled' }, { state: 'cancelled' }],
    })
    expect(await soldOn()).toEqual([2, 0])
    expect(await (await request('GET', `/audit?about=order:${orderId}`)).json()).toMatchObject([
      {
        actor: 'cashier',
        operation: 'cancelOrder',
        after: { cancelled: [tickets[2]!.ticketId, tickets[3]!.ticketId], reason: 'The visitors are ill.' },
      },
    ])
  })

  it('is refused when every ticket was used, and for an unknown order', async () => {
    const { place, scan, codeOf, request, eventId } = await anApiWithOrders()
    const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-17' }]
    const response = await place({ items, total: null })
    const { orderId, tickets } = (await response.json()) as { orderId: string; tickets: { ticketId: string }[] }
    await scan({ code: await codeOf(tickets[0] as never) })
    const used = await request('POST', `/orders/${orderId}/cancellation`)
    expect([used.status, await problemOf(used)]).toMatchObject([409, { type: '/problems/ticket-admitted' }])
    const unknown = await request('POST', `/orders/${exampleId(1)}/cancellation`)
    expect([unknown.status, await problemOf(unknown)]).toMatchObject([404, { type: '/problems/order-not-found' }])
  })
})

describe('listOrders', () => {
  it('has the orders of the caller with their sums, and finds others by number and by address', async () => {
    const { placed, place, get, request, send, scan, codeOf } = await anApiWithOrders()
    const { orderId, tickets } = await placed()
    await request('POST', `/tickets/${tickets[0]!.ticketId}/cancellation`)
    await scan({ code: await codeOf(tickets[1] as never) })
    const items = [{ ticketType: 'general', ticketDate: '2030-05-18', priceCategory: 'toddler' }]
    const other = (await (
      await place(
        { items, email: null, phone: null, payment: null, total: 0 },
        { Authorization: authorizationOf('admin') },
      )
    ).json()) as { orderId: string }
    const first = {
      orderId,
      orderNumber: OrderNumber.of(OrderId(orderId)),
      total: 49.75,
      currency: 'EUR',
      soldAt: '2030-05-17T19:00:00.000Z',
      soldBy: 'cashier',
      payment: { method: 'card', reference: 'Receipt 4711' },
      refundDue: 19.9,
      tickets: 4,
      open: 2,
      admitted: 1,
      refunded: 0,
    }
    const list = async (query = '') => {
      const response = await get(`/orders${query}`, asBoxOffice)
      return [response.status, await response.json()]
    }
    expect(await list()).toEqual([200, [first]])
    expect(await list('?email=Family%40example.org')).toEqual([200, [first]])
    const number = OrderNumber.of(OrderId(other.orderId))
    const ofOne = { tickets: 1, open: 1, admitted: 0 }
    const second = { orderId: other.orderId, orderNumber: number, total: 0, soldBy: 'curator', ...ofOne }
    for (const text of [number, number.toUpperCase().replace('-', '')])
      expect(await list(`?number=${text}`)).toMatchObject([200, [second]])
    expect(((await list(`?number=${number}`))[1] as object[])[0]).not.toHaveProperty('payment')
    expect(await list('?from=2030-05-18&to=2030-05-18')).toEqual([200, []])
    await send('POST', `/orders/${orderId}/refund`, { method: 'cash' }, asBoxOffice)
    expect(await list('?email=Family%40example.org')).toEqual([200, [{ ...first, refundDue: 0, refunded: 19.9 }]])
  })

  it('refuses another seller for the box office, a long period, and a text that is no number', async () => {
    const { get } = await anApiWithOrders()
    const problem = async (query: string) => {
      const response = await get(`/orders?${query}`, asBoxOffice)
      return [response.status, await faultsOf(response)]
    }
    expect((await get('/orders?soldBy=curator', asBoxOffice)).status).toBe(403)
    expect(await problem('from=2030-04-16')).toEqual([400, [['from', 'too-many-days']]])
    expect(await problem('number=k7m3&email=x&soldBy=')).toEqual([
      400,
      [
        ['number', 'not-an-order-number'],
        ['email', 'not-an-email'],
        ['soldBy', 'text-blank'],
      ],
    ])
  })
})

describe('reverseOrder', () => {
  it('undoes an order, with a body or without, and again', async () => {
    const { placed, send, request, soldOn } = await anApiWithOrders()
    const { orderId } = await placed()
    const path = `/orders/${orderId}/reversal`
    const first = await send('POST', path, { reason: 'wrong date', method: null }, asBoxOffice)
    const order = await first.json()
    expect(first.status).toBe(200)
    const refund = { state: 'settled', method: 'card', settledBy: 'cashier' }
    expect(order).toMatchObject({
      refundDue: 0,
      tickets: [{ refund }, { refund }, { refund }, { state: 'cancelled', price: 0 }],
    })
    // The ticket that was sold before stays.
    expect(await soldOn()).toEqual([1, 0])
    const again = await request('POST', path, { headers: asBoxOffice })
    expect([again.status, await again.json()]).toEqual([200, order])
  })

  it('refuses another method than that of the order, one of whose tickets was used, and on the next day', async () => {
    const { placed, send, request, scan, codeOf, later } = await anApiWithOrders()
    const { orderId, tickets } = await placed()
    const path = `/orders/${orderId}/reversal`
    const other = await send('POST', path, { method: 'cash' }, asBoxOffice)
    expect([other.status, await faultsOf(other)]).toEqual([400, [['#/method', 'not-the-method-of-the-order']]])
    await scan({ code: await codeOf(tickets[0] as never) })
    const used = await send('POST', path, {}, asBoxOffice)
    expect([used.status, await problemOf(used)]).toMatchObject([409, { type: '/problems/ticket-admitted' }])
    const { orderId: another } = await placed()
    later(86_400_000)
    const late = await request('POST', `/orders/${another}/reversal`, { headers: asBoxOffice })
    expect([late.status, await problemOf(late)]).toMatchObject([409, { type: '/problems/too-late-to-reverse' }])
  })
})

describe('refundOrder', () => {
  it('settles all that is due, and again; nothing is due then for another method', async () => {
    const { placed, send, request } = await anApiWithOrders()
    const { orderId } = await placed()
    await request('POST', `/orders/${orderId}/cancellation`)
    const path = `/orders/${orderId}/refund`
    const first = await send('POST', path, { method: 'cash', reference: '7' }, asBoxOffice)
    const order = await first.json()
    expect(first.status).toBe(200)
    expect(order).toMatchObject({ refundDue: 0, tickets: [{ refund: { method: 'cash', reference: '7' } }, {}, {}, {}] })
    const again = await send('POST', path, { method: 'cash', reference: '7' }, asBoxOffice)
    expect([again.status, await again.json()]).toEqual([200, order])
    const other = await send('POST', path, { method: 'card' }, asBoxOffice)
    expect([other.status, await problemOf(other)]).toMatchObject([409, { type: '/problems/nothing-due' }])
    const without = await send('POST', path, {}, asBoxOffice)
    expect([without.status, await faultsOf(without)]).toEqual([400, [['#/method', 'missing']]])
  })
})

describe('correctOrderPayment', () => {
  it('replaces the payment, in the order and in the sales of the day, until that is over', async () => {
    const { placed, send, get, later } = await anApiWithOrders()
    const { orderId } = await placed()
    const path = `/orders/${orderId}/payment`
    const corrected = await send('PUT', path, { method: 'voucher' }, asBoxOffice)
    expect(corrected.status).toBe(200)
    const order = (await corrected.json()) as { payment: object }
    expect(order.payment).toEqual({ method: 'voucher' })
    const sales = await (await get('/sales?from=2030-05-17&to=2030-05-17', asBoxOffice)).json()
    const methods = (sales as { rows: { method: string }[] }).rows.map(({ method }) => method)
    expect(new Set(methods)).toEqual(new Set(['voucher']))
    const { orderId: another } = await placed()
    later(86_400_000)
    const late = await send('PUT', `/orders/${another}/payment`, { method: 'cash' }, asBoxOffice)
    expect([late.status, await problemOf(late)]).toMatchObject([409, { type: '/problems/too-late-to-correct' }])
    const equal = await send('PUT', path, { method: 'voucher' }, asBoxOffice)
    expect([equal.status, await equal.json()]).toEqual([200, order])
  })

  it('is refused once the order was undone', async () => {
    const { placed, send } = await anApiWithOrders()
    const { orderId } = await placed()
    expect((await send('POST', `/orders/${orderId}/reversal`, {}, asBoxOffice)).status).toBe(200)
    const refused = await send('PUT', `/orders/${orderId}/payment`, { method: 'voucher' }, asBoxOffice)
    expect([refused.status, await problemOf(refused)]).toMatchObject([409, { type: '/problems/order-refunded' }])
  })
})

describe('correctOrderAddress', () => {
  it('responds with the order, whose tickets go to the right address', async () => {
    const { placed, send, read, ports } = await anApiWithOrders()
    const { orderId, tickets } = await placed()
    await ports.deliveries.setMailOn(true)
    const path = `/orders/${orderId}`
    for (const body of [{ email: 'Right@example.org', phone: '54321' }, { email: 'Right@example.org' }]) {
      const response = await send('PATCH', path, body, asBoxOffice)
      const order = await response.json()
      expect([response.status, order]).toMatchObject([200, { orderId, email: 'Right@example.org', phone: '54321' }])
      expect(order).toEqual(await read(orderId))
    }
    const { items } = await ports.deliveries.listMails({ page: 1, limit: 10 })
    const ticketIds = tickets.map(({ ticketId }) => ticketId)
    expect(items.map(({ mail }) => mail)).toMatchObject([{ type: 'tickets.sold', orderId, ticketIds }])
  })

  it('is refused for a wrong address, an unknown order, and one without an address, and for other roles', async () => {
    const { place, placed, send } = await anApiWithOrders()
    const { orderId } = await placed()
    const path = `/orders/${orderId}`
    for (const body of [{ email: 'visitor' }, { email: null }, {}, { phone: '123' }]) {
      expect((await faultsOf(await send('PATCH', path, body, asBoxOffice))).map(([pointer]) => pointer)).toEqual([
        '#/email',
      ])
    }
    const email = 'visitor@example.org'
    expect((await send('PATCH', `/orders/${exampleId(1)}`, { email })).status).toBe(404)
    const unknown = (await (await place({ email: null, phone: null })).json()) as { orderId: string }
    const refused = await send('PATCH', `/orders/${unknown.orderId}`, { email })
    expect([refused.status, await problemOf(refused)]).toMatchObject([409, { type: '/problems/no-address' }])
  })
})

describe('mailOrder', () => {
  it('sends the tickets that are not cancelled in one e-mail, to the purchaser or to another address', async () => {
    const { placed, send, request, ports } = await anApiWithOrders()
    const { orderId, tickets } = await placed()
    await ports.deliveries.setMailOn(true)
    await request('POST', `/tickets/${tickets[1]!.ticketId}/cancellation`)
    const path = `/orders/${orderId}/mail`
    for (const body of [undefined, { email: 'other@example.org' }]) {
      const response = body
        ? await send('POST', path, body, asBoxOffice)
        : await request('POST', path, { headers: asBoxOffice })
      expect([response.status, await response.text()]).toEqual([202, ''])
    }
    const mails = (await ports.deliveries.listMails({ page: 1, limit: 10 })).items.filter(
      ({ mail }) => mail.type === 'tickets.sold',
    )
    const ticketIds = [0, 2, 3].map((n) => tickets[n]!.ticketId)
    expect(mails.map(({ mail }) => mail)).toMatchObject([
      { orderId, ticketIds, isToAnotherAddress: true },
      { orderId, ticketIds },
    ])
    await request('POST', `/orders/${orderId}/cancellation`)
    const cancelled = await request('POST', path, { headers: asBoxOffice })
    expect([cancelled.status, await problemOf(cancelled)]).toMatchObject([410, { type: '/problems/ticket-cancelled' }])
    expect((await request('POST', `/orders/${exampleId(1)}/mail`)).status).toBe(404)
  })
})
