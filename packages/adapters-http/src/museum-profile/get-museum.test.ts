import { describe, expect, it } from '@jest/globals'
import { type Role, roles } from '@museum/application'
import { Currency, Instant, PaymentMethod, Price, TimeOfDay, VatRate } from '@museum/domain'
import { aMuseumApi, authorizationOf, generalOrder } from '../../test/a-museum-api.ts'

describe('getMuseum', () => {
  const profile = {
    name: 'Museum of Clocks',
    address: 'Uhrgasse 1\n8000 Zürich',
    timeZone: 'Europe/Zurich',
    today: '2030-05-01',
    dayEnds: '03:00',
    currency: 'CHF',
    generalPrice: 12.5,
    language: 'de',
    paymentMethods: ['voucher', 'cash'],
    vatId: 'CHE-123.456.789',
    vatRate: 2.6,
    eventVatRate: 0,
    sendsEmails: true,
    entryTimes: false,
    payment: false,
    shop: false,
  }
  const rates = { vatRate: VatRate(260), eventVatRate: VatRate(0) }
  const ports = {
    museumName: profile.name,
    address: profile.address,
    vatId: profile.vatId,
    ...rates,
    timeZone: profile.timeZone,
    language: profile.language,
  }
  const paymentMethods = profile.paymentMethods.map(PaymentMethod)
  const prices = { currency: Currency('CHF'), generalPrice: Price(1_250) }

  it('returns the museum and the user of the request, to every role', async () => {
    const { request, ports: allPorts } = aMuseumApi({
      ...ports,
      ...prices,
      paymentMethods,
      dayEnds: TimeOfDay(profile.dayEnds),
    })
    await allPorts.deliveries.setMailOn(true)
    const users: [Role, unknown][] = []
    for (const role of roles) {
      const response = await request('GET', '/museum', { headers: { Authorization: authorizationOf(role) } })
      expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
      const { user, ...museum } = (await response.json()) as { user: unknown }
      expect(museum).toEqual(profile)
      users.push([role, user])
    }
    expect(users).toEqual([
      ['admin', { username: 'curator', role: 'admin', passwordIsTemporary: false }],
      ['box-office', { username: 'cashier', role: 'box-office', passwordIsTemporary: false }],
      ['shop', { username: 'website', role: 'shop', passwordIsTemporary: false }],
      ['gate', { username: 'guard', role: 'gate', passwordIsTemporary: false }],
      ['reader', { username: 'guide', role: 'reader', passwordIsTemporary: false }],
    ])
  })

  it('offers cash and card until others are set, and any other is recorded', async () => {
    const { request, send } = aMuseumApi()
    expect(await (await request('GET', '/museum')).json()).toMatchObject({ paymentMethods: ['cash', 'card'] })
    const items = [{ ticketType: 'general', ticketDate: generalOrder.ticketDate }]
    expect((await send('POST', '/orders', { items, payment: { method: 'barter' } })).status).toBe(201)
  })

  it('has an ETag that differs for another user and on another date', async () => {
    let now = Date.UTC(2030, 4, 1, 10)
    const { request } = aMuseumApi({ ...ports, now: () => Instant(now) })
    const headers = { 'If-None-Match': (await request('GET', '/museum')).headers.get('ETag')! }
    expect((await request('GET', '/museum', { headers })).status).toBe(304)
    const other = { ...headers, Authorization: authorizationOf('gate') }
    expect((await request('GET', '/museum', { headers: other })).status).toBe(200)
    now += 86_400_000
    expect((await request('GET', '/museum', { headers })).status).toBe(200)
  })
})
