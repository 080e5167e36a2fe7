import { describe, expect, it } from '@jest/globals'
import { type MuseumPorts, roles } from '@museum/application'
import { Currency, Instant, PaymentMethod, Price, VatRate } from '@museum/domain'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'
import { faultsOf, outcomeOf, problemOf } from '../../test/problem-of.ts'

const environment = {
  museumName: 'Museum of Clocks',
  language: 'de',
  generalPrice: Price(1_200),
  termsUrl: 'https://museum.example/terms',
  privacyUrl: 'https://museum.example/privacy',
  legalNoticeUrl: 'https://museum.example/legal',
  vatRate: VatRate(810),
  paymentMethods: [PaymentMethod('cash'), PaymentMethod('voucher')],
} as const satisfies Partial<MuseumPorts>

const given = {
  name: 'Uhrenmuseum',
  address: 'Uhrgasse 1\n8000 Zürich',
  language: 'fr',
  generalPrice: 12.5,
  termsUrl: 'https://clocks.example/terms',
  privacyUrl: 'http://clocks.example/privacy?lang=de#data',
  legalNoticeUrl: 'https://clocks.example/legal',
  email: 'welcome@clocks.example',
  phone: '+41 44 123 45 67',
  directions: 'Tram 4.',
  vatId: 'CHE-123.456.789',
  vatRate: 2.6,
  eventVatRate: 0,
  paymentMethods: ['card'],
}
type Settings = Record<keyof typeof given, { value: unknown; from: string }>

const open = (ports: Partial<MuseumPorts> = {}) => {
  const api = aMuseumApi({ ...environment, ...ports })
  const read = async (): Promise<Settings> => (await api.request('GET', '/museum-settings')).json() as Promise<Settings>
  const museum = async () => (await (await api.request('GET', '/museum')).json()) as Record<string, unknown>
  return { ...api, read, museum, set: (body: object) => api.send('PUT', '/museum-settings', body) }
}

describe('the settings of the museum', () => {
  it('are those of the environment until they are stored, and those of the environment again after null', async () => {
    const { set, read } = open()
    const ofEnvironment = await read()
    expect(ofEnvironment).toEqual({
      name: { value: 'Museum of Clocks', from: 'environment' },
      address: { value: null, from: 'environment' },
      language: { value: 'de', from: 'environment' },
      generalPrice: { value: 12, from: 'environment' },
      termsUrl: { value: environment.termsUrl, from: 'environment' },
      privacyUrl: { value: environment.privacyUrl, from: 'environment' },
      legalNoticeUrl: { value: environment.legalNoticeUrl, from: 'environment' },
      email: { value: null, from: 'environment' },
      phone: { value: null, from: 'environment' },
      directions: { value: null, from: 'environment' },
      vatId: { value: null, from: 'environment' },
      vatRate: { value: 8.1, from: 'environment' },
      eventVatRate: { value: null, from: 'environment' },
      paymentMethods: { value: ['cash', 'voucher'], from: 'environment' },
    })
    const all = await set(given)
    expect(all.status).toBe(200)
    const stored = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value, from: 'stored' }]))
    expect([await all.json(), await read()]).toEqual([stored, stored])
    expect(await (await set({ name: null, phone: null })).json()).toEqual({
      ...stored,
      name: ofEnvironment.name,
      phone: ofEnvironment.phone,
    })
    await set(Object.fromEntries(Object.keys(given).map((name) => [name, null])))
    expect(await read()).toEqual(ofEnvironment)
  })

  it('are compared by their ETag, which other values change', async () => {
    const { request, send, set } = open()
    const etag = (await request('GET', '/museum-settings')).headers.get('ETag')!
    expect((await request('GET', '/museum-settings', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const changed = await send('PUT', '/museum-settings', { name: 'Uhrenmuseum' }, { 'If-Match': etag })
    expect(changed.status).toBe(200)
    expect((await request('GET', '/museum-settings')).headers.get('ETag')).toBe(changed.headers.get('ETag'))
    const late = await send('PUT', '/museum-settings', { generalPrice: 1 }, { 'If-Match': etag })
    expect(await problemOf(late)).toMatchObject({ status: 412, slug: 'precondition-failed' })
    // What is stored with the value of the environment is another state, too.
    expect((await set({ name: 'Museum of Clocks' })).headers.get('ETag')).not.toBe(etag)
  })

  it('are read and changed by administrators only; changes are in the audit log with the values before and after', async () => {
    const { request, send, set } = open()
    for (const role of roles.filter((each) => each !== 'admin')) {
      const headers = { Authorization: authorizationOf(role) }
      expect((await request('GET', '/museum-settings', { headers })).status).toBe(403)
      expect((await send('PUT', '/museum-settings', {}, headers)).status).toBe(403)
    }
    await set({ name: 'Uhrenmuseum', generalPrice: 12.5, vatRate: 2.6, paymentMethods: ['card'], phone: null })
    await set({ name: 'Uhrenmuseum' })
    await set({ generalPrice: null })
    expect(await (await request('GET', '/audit')).json()).toMatchObject([
      {
        operation: 'setMuseumSettings',
        subject: { kind: 'museum-settings', id: 'all' },
        before: { generalPrice: 12.5 },
        after: { generalPrice: 12 },
      },
      {
        before: { name: 'Museum of Clocks', generalPrice: 12, vatRate: 8.1, paymentMethods: ['cash', 'voucher'] },
        after: { name: 'Uhrenmuseum', generalPrice: 12.5, vatRate: 2.6, paymentMethods: ['card'] },
      },
    ])
    expect((await (await request('GET', '/audit')).json()) as object[]).toHaveLength(2)
  })

  it.each([
    [{ name: ' ' }, [['#/name', 'text-blank']]],
    [{ name: 'Two\nlines' }, [['#/name', 'text-control-character']]],
    [
      { name: 'x'.repeat(256), vatId: 'x'.repeat(51) },
      [
        ['#/name', 'text-too-long'],
        ['#/vatId', 'text-too-long'],
      ],
    ],
    [{ address: '\n' }, [['#/address', 'text-blank']]],
    [{ language: 'it' }, [['#/language', 'unknown-value']]],
    [{ generalPrice: 12.345 }, [['#/generalPrice', 'price-too-precise']]],
    [{ generalPrice: '12' }, [['#/generalPrice', 'wrong-type']]],
    [{ generalPrice: -1 }, [['#/generalPrice', 'price-out-of-range']]],
    [{ termsUrl: 'javascript:alert(1)' }, [['#/termsUrl', 'not-a-page-url']]],
    [{ privacyUrl: 'museum.example' }, [['#/privacyUrl', 'not-a-page-url']]],
    [{ legalNoticeUrl: 'https://museum.example/a b' }, [['#/legalNoticeUrl', 'not-a-page-url']]],
    [
      { email: 'museum.example', phone: 'ask' },
      [
        ['#/email', 'not-an-email'],
        ['#/phone', 'not-a-phone'],
      ],
    ],
    [
      { vatRate: 100.01, eventVatRate: 8.125 },
      [
        ['#/vatRate', 'not-a-vat-rate'],
        ['#/eventVatRate', 'not-a-vat-rate'],
      ],
    ],
    [{ paymentMethods: [] }, [['#/paymentMethods', 'not-a-list-of-methods']]],
    [{ paymentMethods: ['cash', 'cash'] }, [['#/paymentMethods', 'not-a-list-of-methods']]],
    [{ paymentMethods: ['cash', 'Karte'] }, [['#/paymentMethods/1', 'not-a-payment-method']]],
    [[], [['#', 'not-an-object']]],
  ])('are not changed by %j', async (body, faults) => {
    const { set, read } = open()
    const before = await read()
    expect(await faultsOf(await set(body))).toEqual(faults)
    expect(await read()).toEqual(before)
  })

  it('have no time zone, currency and public URL', async () => {
    const { set, museum } = open()
    await set({ timeZone: 'Asia/Tokyo', currency: 'JPY', publicUrl: 'https://other.example' })
    expect(await museum()).toMatchObject({ timeZone: 'UTC', currency: 'EUR' })
  })

  it('have no price that is finer than the currency', async () => {
    const { set } = open({ currency: Currency('JPY'), generalPrice: Price(120_000) })
    expect(await faultsOf(await set({ generalPrice: 1_200.5 }))).toEqual([['#/generalPrice', 'price-too-precise']])
  })

  it('keep what a shop needs: a rehearsal and a museum without a shop need nothing', async () => {
    const shop = { publicUrl: 'https://museum.example', payment: 'off' } as const
    const { termsUrl: _, ...withoutTerms } = environment
    const needy = aMuseumApi({ ...withoutTerms, shop })
    expect((await needy.send('PUT', '/museum-settings', { termsUrl: given.termsUrl })).status).toBe(200)
    const refused = await needy.send('PUT', '/museum-settings', {
      termsUrl: null,
      privacyUrl: null,
      name: 'Uhrenmuseum',
    })
    expect(await outcomeOf(refused)).toEqual([400, 'validation-failed', ['#/termsUrl needed-by-shop']])
    expect(await (await needy.request('GET', '/museum-settings')).json()).toMatchObject({
      name: { value: 'Museum of Clocks' },
      termsUrl: { value: given.termsUrl },
    })
    for (const without of [{}, { shop: { ...shop, isRehearsal: true } }]) {
      const { send } = aMuseumApi({ ...withoutTerms, ...without })
      await send('PUT', '/museum-settings', { termsUrl: given.termsUrl })
      expect((await send('PUT', '/museum-settings', { termsUrl: null })).status).toBe(200)
    }
  })

  it('are those of GET /museum, of receipts, of tickets and of the pages', async () => {
    const { set, museum, send, request, api } = open()
    const buy = async (path = '/orders') => {
      const items = [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 1 }]
      const order = { items, payment: { method: 'cash' } }
      return (await (await send('POST', path, order)).json()) as {
        orderId: string
        total: number
        tickets: readonly [{ ticketId: string }]
      }
    }
    const { orderId, tickets } = await buy()
    const image = () => request('GET', `/tickets/${tickets[0].ticketId}/qr`)
    const etag = (await image()).headers.get('ETag')
    const home = async () => (await api.request('/')).text()
    expect(await home()).toContain('<title>Museum of Clocks</title>')
    await set(given)
    expect(await museum()).toMatchObject({
      name: 'Uhrenmuseum',
      address: given.address,
      language: 'fr',
      generalPrice: 12.5,
      paymentMethods: ['card'],
      vatId: given.vatId,
      vatRate: 2.6,
      eventVatRate: 0,
    })
    expect((await image()).headers.get('ETag')).not.toBe(etag)
    const receiptOf = async (id: string) =>
      ((await (await request('GET', `/orders/${id}/receipts`)).json()) as readonly object[])[0]
    expect(await receiptOf(orderId)).toMatchObject({
      museumName: 'Uhrenmuseum',
      vatId: given.vatId,
      total: 12,
      taxes: [{ rate: 8.1 }],
    })
    const later = await buy()
    expect([later.total, await receiptOf(later.orderId)]).toMatchObject([12.5, { taxes: [{ rate: 2.6 }] }])
    expect(await home()).toContain('<title>Uhrenmuseum</title>')
    expect(await home()).toContain('lang="fr"')
    expect(await (await request('GET', '/availability?startDate=2030-05-17&endDate=2030-05-17')).json()).toMatchObject([
      { generalEntry: { price: 12.5 } },
    ])
  })

  it('are in force on another server within five seconds, and the price of general entry at once', async () => {
    const clock = { now: Date.UTC(2030, 4, 1, 10) }
    const one = open({ now: () => Instant(clock.now) })
    const other = aMuseumApi(one.ports)
    const nameOn = async () => ((await (await other.request('GET', '/museum')).json()) as { name: string }).name
    const sold = async () => {
      const items = [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 1 }]
      return ((await (await other.send('POST', '/orders', { items })).json()) as { total: number }).total
    }
    expect([await nameOn(), await sold()]).toEqual(['Museum of Clocks', 12])
    await one.set({ name: 'Uhrenmuseum', generalPrice: 12.5 })
    expect(await sold()).toBe(12.5)
    clock.now += 5_000
    expect(await nameOn()).toBe('Uhrenmuseum')
  })
})
