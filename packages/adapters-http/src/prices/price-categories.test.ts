import { describe, expect, it } from '@jest/globals'
import { Currency, Price } from '@museum/domain'
import { aMuseumApi, authorizationOf, event, generalOrder } from '../../test/a-museum-api.ts'
import { anApiAtTheGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, outcomeOf, problemOf } from '../../test/problem-of.ts'

const full = { priceCategory: 'full', name: 'Adult', percentage: 100 }
const child = { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 }
const reduced = { priceCategory: 'reduced', name: 'Reduced', percentage: 70, generalPrice: 8 }

describe('the price categories', () => {
  it('are the full price alone until they are set', async () => {
    const { request } = aMuseumApi()
    const response = await request('GET', '/price-categories')
    expect([response.status, await response.json()]).toEqual([200, [{ ...full, name: 'Full price' }]])
  })

  it('are replaced, in the order of the request, and compared by their ETag', async () => {
    const { request, send } = aMuseumApi()
    for (const categories of [[child, full], [full, child], [full]]) {
      const set = await send('PUT', '/price-categories', categories)
      expect([set.status, await set.json()]).toEqual([200, categories])
      const read = await request('GET', '/price-categories')
      expect(await read.json()).toEqual(categories)
      const etag = read.headers.get('ETag')!
      expect(set.headers.get('ETag')).toBe(etag)
      expect((await request('GET', '/price-categories', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    }
  })

  it('have a price for general entry, without which they are as before, and their ETag changes with it', async () => {
    const { request, send } = aMuseumApi()
    const { generalPrice: _, ...byPercentage } = reduced
    const etags: (string | null)[] = []
    for (const [category, stored] of [
      [reduced, reduced],
      [
        { ...reduced, generalPrice: 0 },
        { ...reduced, generalPrice: 0 },
      ],
      [
        { ...reduced, generalPrice: 99_999_999.99 },
        { ...reduced, generalPrice: 99_999_999.99 },
      ],
      [byPercentage, byPercentage],
      [{ ...reduced, generalPrice: null }, byPercentage],
    ]) {
      const set = await send('PUT', '/price-categories', [{ ...full, generalPrice: null }, category])
      expect([set.status, await set.json()]).toEqual([200, [full, stored]])
      const read = await request('GET', '/price-categories')
      expect(await read.json()).toEqual([full, stored])
      etags.push(read.headers.get('ETag'))
    }
    expect([new Set(etags).size, etags.at(-1)]).toEqual([4, etags.at(-2)])
  })

  it('are refused with 400 for a price for general entry that is finer than the currency', async () => {
    const { send } = aMuseumApi({ currency: Currency('JPY') })
    const finer = await send('PUT', '/price-categories', [full, { ...reduced, generalPrice: 8.5 }])
    expect(await faultsOf(finer)).toEqual([['#/1/generalPrice', 'price-too-precise']])
    expect((await send('PUT', '/price-categories', [full, reduced])).status).toBe(200)
  })

  it('are not replaced when If-Match names another list', async () => {
    const { request, send } = aMuseumApi()
    const { headers } = await request('GET', '/price-categories')
    const ifMatch = { 'If-Match': headers.get('ETag')! }
    expect((await send('PUT', '/price-categories', [full, child], ifMatch)).status).toBe(200)
    const late = await send('PUT', '/price-categories', [full], ifMatch)
    expect(await problemOf(late)).toMatchObject({ status: 412, slug: 'precondition-failed' })
    expect(await (await request('GET', '/price-categories')).json()).toEqual([full, child])
  })

  it.each([
    [{ categories: [full] }, [['#', 'not-an-array']]],
    [[], [['#', 'full-price-missing']]],
    [[child], [['#', 'full-price-missing']]],
    [[{ ...full, percentage: 99 }], [['#/0/percentage', 'full-price-not-100']]],
    [[full, child, { ...child, name: 'Kids' }], [['#/2/priceCategory', 'duplicate-price-category']]],
    [
      [full, child, { ...child, priceCategory: 'kids', name: `\u200b${child.name.toUpperCase()} ` }],
      [['#/2/name', 'duplicate-price-category-name']],
    ],
    [[full, { ...child, priceCategory: 'Child' }], [['#/1/priceCategory', 'not-a-price-category']]],
    [[full, { ...child, percentage: 12.5 }], [['#/1/percentage', 'percentage-out-of-range']]],
    [[full, { ...child, name: '' }], [['#/1/name', 'text-blank']]],
    [[{ ...full, generalPrice: 12 }], [['#/0/generalPrice', 'full-price-has-general-price']]],
    [[full, { ...child, generalPrice: -1 }], [['#/1/generalPrice', 'price-out-of-range']]],
    [[full, { ...child, generalPrice: 8.005 }], [['#/1/generalPrice', 'price-too-precise']]],
    [[full, { ...child, generalPrice: '8' }], [['#/1/generalPrice', 'wrong-type']]],
    [[full, 'child'], [['#/1', 'wrong-type']]],
    [
      [full, ...Array.from({ length: 20 }, (_, n) => ({ ...child, priceCategory: `c${n}`, name: `C${n}` }))],
      [['#', 'too-many-price-categories']],
    ],
  ])('are refused with 400 for %j', async (body, faults) => {
    const { request, send } = aMuseumApi()
    expect(await faultsOf(await send('PUT', '/price-categories', body))).toEqual(faults)
    expect(await (await request('GET', '/price-categories')).json()).toHaveLength(1)
  })

  it('are read by every role, set by administrators, and in the audit log', async () => {
    const { request, send } = aMuseumApi()
    for (const role of ['admin', 'box-office', 'gate', 'reader'] as const) {
      const headers = { Authorization: authorizationOf(role) }
      expect((await request('GET', '/price-categories', { headers })).status).toBe(200)
      if (role !== 'admin')
        expect(await outcomeOf(await send('PUT', '/price-categories', [full], headers))).toEqual([403, 'forbidden', []])
    }
    await send('PUT', '/price-categories', [full, child])
    await send('PUT', '/price-categories', [full, child])
    expect(await (await request('GET', '/audit')).json()).toMatchObject([
      {
        operation: 'setPriceCategories',
        subject: { kind: 'price-categories', id: 'all' },
        before: { categories: ['full 100 % Full price'] },
        after: { categories: ['full 100 % Adult', 'child 50 % Child, 6 to 17'] },
      },
    ])
  })
})

describe('a ticket at a reduced price', () => {
  const aReducedMuseum = async () => {
    const api = aMuseumApi()
    await api.send('PUT', '/price-categories', [full, child])
    const { eventId } = (await (await api.send('POST', '/special-events', event)).json()) as { eventId: string }
    const buy = async (order: object) => {
      const response = await api.send('POST', '/tickets', { ...generalOrder, ticketType: 'event', eventId, ...order })
      return { status: response.status, body: (await response.json()) as { ticketId: string } }
    }
    const ticketOf = async ({ ticketId }: { ticketId: string }) =>
      (await api.request('GET', `/tickets/${ticketId}`)).json()
    return { ...api, buy, ticketOf }
  }

  it('costs its percentage of the full price, and keeps category and name', async () => {
    const { send, buy, ticketOf } = await aReducedMuseum()
    const { status, body } = await buy({ priceCategory: 'child' })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('priceCategory')
    await send('PUT', '/price-categories', [full, { ...child, name: 'Kids', percentage: 10 }])
    expect(await ticketOf(body)).toMatchObject({
      price: 9.95,
      priceCategory: 'child',
      priceCategoryName: 'Child, 6 to 17',
    })
    const later = await buy({ priceCategory: 'child' })
    expect(await ticketOf(later.body)).toMatchObject({ price: 1.99, priceCategoryName: 'Kids' })
  })

  it('costs the price of its category for general entry, and the percentage for an event', async () => {
    const { request, send } = aMuseumApi({ generalPrice: Price(1200) })
    await send('PUT', '/price-categories', [full, reduced, { ...child, generalPrice: 0 }])
    const { eventId } = (await (await send('POST', '/special-events', event)).json()) as { eventId: string }
    const general = { ticketType: 'general', ticketDate: generalOrder.ticketDate }
    const items = [
      { ...general, quantity: 2 },
      { ...general, priceCategory: 'reduced' },
      { ...general, priceCategory: 'child', quantity: 3 },
      { ...general, ticketType: 'event', eventId, priceCategory: 'reduced' },
    ]
    const byPercentage = await send('POST', '/orders', { items, total: 64.33 })
    expect(await problemOf(byPercentage)).toMatchObject({ status: 409, slug: 'total-changed' })
    const sold = await send('POST', '/orders', { items, total: 45.93 })
    const { orderId } = (await sold.json()) as { orderId: string }
    expect(sold.status).toBe(201)
    const order = (await (await request('GET', `/orders/${orderId}`)).json()) as { tickets: { price: number }[] }
    expect(order.tickets.map(({ price }) => price)).toEqual([12, 12, 8, 0, 0, 0, 13.93])
  })

  it.each([{}, { priceCategory: null }, { priceCategory: 'full' }])(
    'is none, and has no category, for %j',
    async (order) => {
      const { buy, ticketOf } = await aReducedMuseum()
      const ticket = await ticketOf((await buy(order)).body)
      expect(ticket).toMatchObject({ price: 19.9 })
      expect(ticket).not.toHaveProperty('priceCategory')
      expect(ticket).not.toHaveProperty('priceCategoryName')
    },
  )

  it('is refused with 400 for an unknown category, together with the other rules that fail', async () => {
    const { send } = await aReducedMuseum()
    const order = { ...generalOrder, ticketDate: '2030-04-30', priceCategory: 'senior' }
    expect(await faultsOf(await send('POST', '/tickets', order))).toEqual([
      ['#/priceCategory', 'unknown-price-category'],
      ['#/ticketDate', 'date-in-the-past'],
    ])
    expect(await faultsOf(await send('POST', '/tickets', { ...generalOrder, priceCategory: 'A' }))).toEqual([
      ['#/priceCategory', 'not-a-price-category'],
    ])
  })

  it('shows its category at the door, so that the gate can ask for a proof', async () => {
    const { send, buy, scan, general } = await anApiAtTheGate()
    await send('PUT', '/price-categories', [full, child])
    const reduced = await buy({ priceCategory: 'child' })
    const outcome = await (await scan({ code: reduced.confirmationCode })).json()
    expect(outcome).toMatchObject({
      admitted: true,
      ticket: { priceCategory: 'child', priceCategoryName: 'Child, 6 to 17' },
    })
    const { ticket } = (await (await scan({ code: general.confirmationCode })).json()) as { ticket: object }
    expect(Object.keys(ticket)).toEqual(['ticketId', 'ticketType', 'ticketDate'])
  })
})
