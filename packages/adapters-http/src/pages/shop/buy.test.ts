import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { type MuseumPorts, Unavailable } from '@museum/application'
import {
  Instant,
  type OrderId,
  Percentage,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
} from '@museum/domain'
import { anActor, inMemoryPaymentProvider, unrefused } from '@museum/testing'
import { type AMuseumApiOptions, aMuseumApi, event } from '../../../test/a-museum-api.ts'

const shop = { mailFrom: 'tickets@museum.example' }
const urls = { termsUrl: 'https://museum.example/terms', privacyUrl: 'https://museum.example/privacy' }
const publicOrigin = 'https://museum.example'

/** A shop on 1 May 2030 with an event for 19.90, general entry for 12.00 and, for children, for nothing. */
const open = async (ports: Partial<MuseumPorts> = {}, options: AMuseumApiOptions = {}) => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const provider = inMemoryPaymentProvider({ now: () => Instant(clock.now) })
  const given = aMuseumApi(
    {
      now: () => Instant(clock.now),
      generalPrice: Price(1_200),
      paymentProvider: provider,
      returnUrls: { usual: `${publicOrigin}/`, faultOf: () => undefined },
      ...ports,
    },
    { museumName: 'Museum of Clocks', ...urls, publicOrigin, shop, ...options },
  )
  const { museum, send, api } = given
  await museum.ensureLinkKey(anActor)
  unrefused(
    await museum.setPriceCategories(
      PriceCategories([
        { priceCategory: PriceCategoryId('full'), name: PriceCategoryName('Adult'), percentage: Percentage(100) },
        { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child'), percentage: Percentage(0) },
      ]),
      anActor,
    ),
  )
  const { eventId } = (await (await send('POST', '/special-events', event)).json()) as { eventId: string }
  const get = (path: string, headers: Record<string, string> = {}) => api.request(path, { headers })
  const post = (path: string, fields: Record<string, string> = {}) =>
    api.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const form = { key: 'one', date: '2030-05-17', email: 'visitor@example.org', terms: 'yes', language: 'en' }
  return { ...given, clock, provider, eventId, get, post, form }
}
const textOf = async (response: Response | Promise<Response>) =>
  (await (await response).text())
    .replace(/^.*<body>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const locationOf = (response: Response) => response.headers.get('Location')!

describe('the page at which a visitor chooses', () => {
  it('shows the next four weeks of general entry, and the events with their dates', async () => {
    const { get, eventId } = await open()
    const response = await get('/buy')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    const markup = await response.text()
    expect([...markup.matchAll(/href="\/buy\?date=(2030-\d\d-\d\d)/g)].length).toBe(28)
    expect(markup).toContain('Night at the Museum')
    expect(markup).toContain(`/buy?event=${eventId}&amp;date=2030-05-17`)
    expect(markup).toContain('/buy?from=2030-05-29')
  })
})

describe('the first page', () => {
  it('has at most 15 kB without the typeface, and its files are kept by caches', async () => {
    const { get } = await open()
    const encoded = { 'Accept-Encoding': 'br, gzip' }
    const response = await get('/buy', encoded)
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
    const markup = await (await get('/buy')).text()
    const files = [...markup.matchAll(/(?:href|src)="(\/my-tickets\/\w+\.(?:css|js))"/g)].map(([, path]) => path!)
    expect(files).toHaveLength(2)
    let bytes = (await response.bytes()).length
    for (const path of files) {
      const file = await get(path, encoded)
      expect([path, file.status, file.headers.get('Cache-Control')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
      ])
      bytes += (await file.bytes()).length
    }
    expect(bytes).toBeLessThan(15_000)
  })
})

describe('the form', () => {
  it('comes back with everything that was typed, and says of each field what to change', async () => {
    const { post, form } = await open()
    const response = await post('/buy', {
      ...form,
      email: 'ada@',
      terms: '',
      'quantity-full': 'two',
      'price-full': '1200',
    })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([422, 'no-store'])
    const markup = await response.text()
    for (const kept of ['value="ada@"', 'value="two"', 'aria-describedby="email-fault email-help"', 'id="terms-fault"'])
      expect(markup).toContain(kept)
    expect(markup.match(/ autofocus/g)).toHaveLength(1)
    const text = await textOf(new Response(markup))
    for (const sentence of ['whole numbers', 'your whole e-mail address', 'Please accept the terms'])
      expect(text).toContain(sentence)
  })

  it.each([
    [{}, 'Please choose at least one ticket.'],
    [{ 'quantity-full': '0', 'quantity-child': ' ' }, 'Please choose at least one ticket.'],
    [{ 'quantity-full': '20', 'quantity-child': '1' }, 'Please choose at most 20 tickets.'],
    [{ 'quantity-full': '-1' }, 'Please enter whole numbers'],
  ])('with the quantities %j says: %s', async (quantities, sentence) => {
    const { post, form, museum } = await open()
    const response = await post('/buy', { ...form, ...quantities } as Record<string, string>)
    expect(response.status).toBe(422)
    expect(await textOf(response)).toContain(sentence)
    expect((await museum.listReservations({ state: 'held' }, { page: 1, limit: 10 })).items).toEqual([])
  })

  it('asks for an entry time where there are some, and shows which are sold out', async () => {
    const { get, post, form, send } = await open()
    const set = await send('PUT', '/museum-hours/entry-times', {
      rule: { every: 60, lastEntry: 60 },
      capacity: 8,
      early: 15,
      late: null,
      exceptions: [{ date: '2030-05-17', entryTime: '11:00', capacity: 0 }],
    })
    expect(set.status).toBe(200)
    const markup = await (await get('/buy?date=2030-05-17&time=12:00')).text()
    expect(markup).toMatch(/value="11:00"\s+disabled/)
    expect(markup).toMatch(/value="12:00"\s+checked/)
    expect(await textOf(new Response(markup))).toContain('sold out')
    for (const time of ['', '12:01', '25:00'])
      expect(await textOf(post('/buy', { ...form, time, 'quantity-child': '1' }))).toContain(
        'Please choose an entry time.',
      )
    const timed = { ...form, time: '12:00', 'quantity-child': '1', 'price-child': '0' }
    const path = locationOf(await post('/buy', timed))
    expect(await textOf(get(path))).toContain('Friday, 17 May 2030, 12:00')
    const full = await post('/buy', { ...timed, time: '11:00' })
    expect(full.status).toBe(409)
  })

  it('comes back with the new prices, and nothing is held, when they have changed', async () => {
    const { post, form } = await open()
    const response = await post('/buy', { ...form, 'quantity-full': '2', 'price-full': '1000' })
    expect(response.status).toBe(409)
    const markup = await response.text()
    expect(markup).toContain('The prices have changed')
    expect(markup).toContain('The price of “Adult” is €12.00 now; it was €10.00.')
    expect(markup).not.toContain('“Child”')
    expect(markup).toContain('name="price-full" value="1200"')
    expect(markup).toContain('value="2"')
  })

  it.each([
    [6, 'places left'],
    [5, 'few places left'],
    [0, 'sold out'],
  ])('says of a date of an event with %d places: %s', async (capacity, level) => {
    const { get, eventId, send } = await open()
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity })
    expect(await textOf(get(`/buy?event=${eventId}`))).toContain(`Fri 17 May ${level}`)
  })

  it('says when there are not enough places left, without their number', async () => {
    const { post, form, send } = await open()
    await send('PUT', '/museum-hours/capacity', { capacity: 3 })
    const response = await post('/buy', { ...form, 'quantity-child': '4', 'price-child': '0' })
    expect(response.status).toBe(409)
    expect(await textOf(response)).toContain('There are not enough places left')
  })

  it('of something that is not sold says so', async () => {
    const { post, get, form } = await open()
    for (const but of [
      { date: '2029-01-01' },
      { date: 'x' },
      { event: 'x' },
      { date: '2040-01-01' },
      { event: '01940000-0000-7000-8000-000000000999' },
    ]) {
      const response = await post('/buy', { ...form, ...but, 'quantity-child': '1' })
      expect([but, response.status]).toEqual([but, 409])
      expect(await textOf(response)).toContain('This can no longer be bought.')
      expect((await get(`/buy?${new URLSearchParams({ date: form.date, ...but }).toString()}`)).status).toBe(200)
    }
  })

  it.each([
    ['optional', 'Phone number (optional)', ''],
    ['required', 'Phone number', '+49 30 1234'],
  ] as const)('asks for a phone number, which is %s', async (asksForPhone, label, phone) => {
    const { get, post, form, request } = await open({}, { shop: { ...shop, asksForPhone } })
    expect(await textOf(get('/buy?date=2030-05-17'))).toContain(label)
    const fields = { ...form, 'quantity-child': '1', 'price-child': '0' }
    const faulty = await post('/buy', { ...fields, phone: asksForPhone === 'required' ? '' : 'x' })
    expect([faulty.status, await textOf(faulty)]).toEqual([422, expect.stringContaining('at least three digits')])
    expect((await post('/buy', { ...fields, phone })).status).toBe(303)
    const [reservation] = (await (await request('GET', '/reservations')).json()) as [{ phone?: string }]
    expect(reservation.phone ?? '').toBe(phone)
  })

  it('is refused when it is too long', async () => {
    const { post, form } = await open()
    expect((await post('/buy', { ...form, email: 'a'.repeat(20_000) })).status).toBe(413)
  })
})

describe('buying', () => {
  /** Reserves two tickets for 12.00 each, and returns the path of the review. */
  const reserve = async ({ post, form }: Awaited<ReturnType<typeof open>>, but: Record<string, string> = {}) => {
    const response = await post('/buy', { ...form, 'quantity-full': '2', 'price-full': '1200', ...but })
    expect(response.status).toBe(303)
    return locationOf(response).split('?')[0]!
  }

  it('of a reservation for a school leads from its link over the payment page to the tickets, until its end', async () => {
    const shopOf = await open()
    const { get, post, provider, museum, eventId, send, clock } = shopOf
    const reserved = await send('POST', '/reservations', {
      items: [
        { ticketType: 'event', eventId, ticketDate: '2030-05-17', quantity: 28 },
        { ticketType: 'general', ticketDate: '2030-05-18', priceCategory: 'child', quantity: 2 },
      ],
      until: '2030-05-10T18:30:00Z',
      email: 'teacher@example.org',
    })
    const { reservationId } = (await reserved.json()) as { reservationId: OrderId }
    const reservation = unrefused(await museum.getReservation(reservationId))
    const path = `/buy/${await museum.linkOfReservation(reservation)}`
    clock.now += 8 * 86_400_000
    const response = await get(path)
    const markup = await response.clone().text()
    const text = await textOf(response)
    for (const shown of [
      '28 ×',
      'Night at the Museum',
      'Friday, 17 May 2030',
      '2 ×',
      'Saturday, 18 May 2030',
      'teacher@example.org',
      'Your places are reserved until 10 May 2030, 18:30.',
      'Order and pay €557.20',
    ])
      expect(text).toContain(shown)
    for (const action of ['change', 'extension']) {
      expect(markup).not.toContain(`${path}/${action}`)
      expect(locationOf(await post(`${path}/${action}`))).toBe(`${path}?language=en`)
    }
    expect(unrefused(await museum.getReservation(reservationId))).toMatchObject({ state: 'held' })
    const paying = await post(`${path}/payment`)
    expect(paying.status).toBe(303)
    clock.now += 3_000
    provider.pay(paymentIn(locationOf(paying)))
    const paid = await get(path)
    expect(locationOf(paid)).toMatch(/^\/my-tickets\//)
    expect(await textOf(get(locationOf(paid)))).toContain('Ticket 30 of 30')
  })

  it('of a reservation for a school can be given up, and ends at its end', async () => {
    for (const isGivenUp of [true, false]) {
      const { get, post, museum, send, clock } = await open()
      const items = [{ ticketType: 'general', ticketDate: '2030-05-18', priceCategory: 'child', quantity: 30 }]
      const body = { items, until: '2030-05-10T18:30:00Z', email: 'teacher@example.org' }
      const reserved = await send('POST', '/reservations', body)
      const { reservationId } = (await reserved.json()) as { reservationId: OrderId }
      const link = await museum.linkOfReservation(unrefused(await museum.getReservation(reservationId)))
      if (isGivenUp) await post(`/buy/${link}/release`)
      else clock.now = Date.parse('2030-05-10T18:30:00Z')
      expect([isGivenUp, await textOf(get(`/buy/${link}`))]).toEqual([
        isGivenUp,
        expect.stringContaining(isGivenUp ? 'given up' : 'no longer held'),
      ])
    }
  })

  it('of what is free leads over the review to the tickets', async () => {
    const { get, post, form } = await open()
    expect((await get('/buy?date=2030-05-17')).status).toBe(200)
    const reserved = await post('/buy', { ...form, 'quantity-child': '2', 'price-child': '0' })
    expect(reserved.status).toBe(303)
    const path = locationOf(reserved)
    expect(path).toMatch(/^\/buy\/[\w-]{44}\?language=en$/)
    const text = await textOf(get(path))
    for (const shown of [
      'Your order',
      '2 ×',
      'Child',
      'Friday, 17 May 2030',
      'visitor@example.org',
      'Your places are held',
    ])
      expect(text).toContain(shown)
    const ordered = await post(`${path.split('?')[0]}/payment`)
    expect([ordered.status, locationOf(ordered)]).toEqual([303, expect.stringMatching(/^\/my-tickets\/[\w-]{44}/)])
    expect(await textOf(get(locationOf(ordered)))).toContain('Ticket 2 of 2')
    expect(locationOf(await get(path))).toBe(locationOf(ordered))
  })

  it('of what costs something leads over the payment page, and back to the tickets once it is paid', async () => {
    const shopOf = await open({}, { shop: { ...shop, paymentOrigins: ['https://pay.example'] } })
    const { get, post, provider } = shopOf
    const path = await reserve(shopOf)
    expect(await textOf(get(path))).toContain('Order and pay €24.00')
    const paying = await post(`${path}/payment`)
    expect(paying.status).toBe(303)
    expect((await get(path)).headers.get('Content-Security-Policy')).toContain(
      "form-action 'self' https://pay.example;",
    )
    const again = await post(`${path}/payment`)
    expect(locationOf(again)).toBe(locationOf(paying))
    const text = await textOf(get(path))
    expect(text).toContain('We have not received your payment yet.')
    expect(text).toContain('Pay now')
    shopOf.clock.now += 3_000
    provider.pay(paymentIn(locationOf(paying)))
    const paid = await get(path)
    expect([paid.status, locationOf(paid)]).toEqual([303, expect.stringMatching(/^\/my-tickets\//)])
    expect(await textOf(get(locationOf(paid)))).toContain('Ticket 2 of 2')
    expect(locationOf(await post(`${path}/payment`))).toBe(`${path}?language=en`)
  })

  it('of one form makes one reservation, however often it is sent; of another one another', async () => {
    const shopOf = await open()
    const [first, again] = [await reserve(shopOf), await reserve(shopOf)]
    expect(again).toBe(first)
    expect(await reserve(shopOf, { 'quantity-full': '1' })).not.toBe(first)
    expect(await reserve(shopOf, { key: 'two' })).not.toBe(first)
  })

  it('is limited for a network address: the page says when to try again; what is sold counts no longer', async () => {
    const address = { value: '192.0.2.7' }
    const shopOf = await open(
      {},
      {
        shop: { ...shop, maxReservations: 2, isUnlimited: (a) => a === '198.51.100.1' },
        clientAddress: () => address.value,
      },
    )
    const { post, form } = shopOf
    const free = { 'quantity-full': '0', 'quantity-child': '1', 'price-child': '0' }
    const path = await reserve(shopOf, { ...free, key: 'a' })
    await reserve(shopOf, { ...free, key: 'b' })
    const third = { ...form, ...free, key: 'c' }
    const refused = await post('/buy', third)
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '900'])
    expect(await textOf(refused)).toContain('Please try again in 15 minutes')
    expect(await reserve(shopOf, { ...free, key: 'a' })).toBe(path)
    for (const [other, statuses] of [
      ['198.51.100.1', [303, 303, 303]],
      ['192.0.2.8', [303, 303, 429]],
      ['', [303, 303, 303]],
    ] as const) {
      address.value = other
      const answers = []
      for (const key of ['1', '2', '3']) answers.push(await post('/buy', { ...form, ...free, key: other + key }))
      expect([other, answers.map(({ status }) => status)]).toEqual([other, statuses])
    }
    address.value = '192.0.2.7'
    expect((await post(`${path}/payment`)).status).toBe(303)
    expect((await post('/buy', { ...third, key: 'd' })).status).toBe(303)
  })

  it('beyond a limit leads to the telephone number and the e-mail address of the museum, where these are set', async () => {
    const free = { 'quantity-full': '0', 'quantity-child': '1', 'price-child': '0' }
    const refusals = async (contacts: AMuseumApiOptions) => {
      const limited = { clientAddress: () => '192.0.2.7', shop: { ...shop, maxReservations: 6 } }
      const shopOf = await open({}, { ...limited, ...contacts })
      const paths = []
      for (const key of ['1', '2', '3', '4', '5', '6']) paths.push(await reserve(shopOf, { ...free, key }))
      const ofNetwork = await shopOf.post('/buy', { ...shopOf.form, ...free, key: '7' })
      for (const path of paths.slice(1)) await shopOf.post(`${path}/payment`)
      const ofAddress = await shopOf.post(`${paths[0]}/payment`)
      expect([ofNetwork.status, ofAddress.status]).toEqual([429, 429])
      return [await ofNetwork.text(), await ofAddress.text()]
    }
    for (const page of await refusals({ phone: '+49 (0)30 1234-0 x56', email: 'welcome@museum.example' })) {
      expect(page).toContain('<a href="tel:+493012340"><bdi>+49 (0)30 1234-0 x56</bdi>')
      expect(page).toContain('<a href="mailto:welcome@museum.example"><bdi>welcome@museum.example</bdi></a>')
    }
    for (const page of await refusals({ phone: '(030) 1234' })) {
      expect(page).toContain('<a href="tel:0301234">')
      expect(page).not.toContain('mailto:')
    }
    for (const page of await refusals({})) expect(page).not.toMatch(/tel:|mailto:/)
  })

  it('is not limited for a proxy that is not trusted, which is reported once: its visitors share its address', async () => {
    const reported: string[] = []
    const shopOf = await open(
      {},
      {
        shop: { ...shop, maxReservations: 1, onUntrustedProxy: (address) => reported.push(address) },
        clientAddress: () => '10.0.0.1',
      },
    )
    await reserve(shopOf, { key: 'without a proxy' })
    expect(reported).toEqual([])
    const send = (key: string) =>
      shopOf.api.request('/buy', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '192.0.2.7' },
        body: new URLSearchParams({ ...shopOf.form, key, 'quantity-child': '1', 'price-child': '0' }).toString(),
      })
    for (const key of ['a', 'b', 'c']) expect((await send(key)).status).toBe(303)
    expect(reported).toEqual(['10.0.0.1'])
  })

  it('of what is free is limited to five orders a day for an e-mail address, in whatever form it is typed', async () => {
    const shopOf = await open()
    const { post, form, clock } = shopOf
    const free = { 'quantity-full': '0', 'quantity-child': '1', 'price-child': '0' }
    const order = async (key: string, but: Record<string, string> = {}) =>
      post(`${await reserve(shopOf, { ...free, key, ...but })}/payment`)
    for (const key of ['1', '2', '3', '4', '5']) expect((await order(key)).status).toBe(303)
    const sixth = await reserve(shopOf, { ...free, key: '6', email: form.email.toUpperCase() })
    for (const [language, sentence] of [
      ['en', 'has been used for 5 free orders today'],
      ['de', 'heute schon 5 kostenlose Bestellungen'],
      ['fr', '5 commandes gratuites'],
      ['es', '5 pedidos gratuitos'],
      ['ja', '5件の無料チケット'],
    ] as const) {
      const refused = await post(`${sixth}/payment?language=${language}`)
      expect([refused.status, refused.headers.get('Cache-Control')]).toEqual([429, 'no-store'])
      expect(refused.headers.has('path')).toBe(false)
      const markup = await refused.text()
      expect(markup).toContain(sentence)
      expect(markup).toContain(`${sixth.split('?')[0]}?language=`)
    }
    expect((await order('other', { email: 'other@example.org' })).status).toBe(303)
    const paid = await reserve(shopOf, { key: 'paid' })
    expect(locationOf(await post(`${paid}/payment`))).not.toMatch(/^\/my-tickets/)
    clock.now += 14 * 3_600_000
    expect((await order('tomorrow')).status).toBe(303)
  })

  it('ends when the time is over, and can begin again', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    shopOf.clock.now += 15 * 60_000
    const response = await shopOf.get(path)
    expect(response.status).toBe(200)
    expect(await textOf(response)).toContain('Your places are no longer held')
    expect(locationOf(await shopOf.post(`${path}/payment`))).toBe(`${path}?language=en`)
  })

  it('begins again with the same form once the reservation that it made has ended', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    await shopOf.post(`${path}/release`)
    const again = await reserve(shopOf)
    expect(again).not.toBe(path)
    expect(await textOf(shopOf.get(again))).toContain('Your order')
    expect(await reserve(shopOf)).toBe(again)
    expect(await (await shopOf.get(path)).text()).toContain('href="/buy?date=2030-05-17&amp;language=en"')
  })

  it('that was paid while it is changed or given up is sold', async () => {
    const shopOf = await open()
    for (const action of ['change', 'release']) {
      const path = await reserve(shopOf, { key: action })
      const paying = await shopOf.post(`${path}/payment`)
      shopOf.provider.pay(paymentIn(locationOf(paying)))
      const response = await shopOf.post(`${path}/${action}`)
      expect([action, response.status]).toEqual([action, 303])
      expect(locationOf(await shopOf.get(path))).toMatch(/^\/my-tickets\//)
    }
  })

  it('has no page of its own for an answer to a form: its address leads to the review', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    for (const action of ['payment', 'extension', 'release', 'change'])
      expect(locationOf(await shopOf.get(`${path}/${action}?language=de`))).toBe(`${path}?language=de`)
  })

  it('keeps the language that the visitor has chosen on the review', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    const markup = await (await shopOf.get(`${path}?language=fr`)).text()
    expect(markup).toContain(`action="${path}/payment?language=fr"`)
    expect(locationOf(await shopOf.post(`${path}/extension?language=fr`))).toBe(`${path}?language=fr`)
  })

  it('takes any text as the key of a form', async () => {
    const shopOf = await open()
    for (const key of ['', 'ü'.repeat(300), '\u0000']) expect(await reserve(shopOf, { key })).toMatch(/^\/buy\//)
  })

  it('says that it is not known what was sold while the database is away', async () => {
    const away = { isAway: false }
    const shopOf = await open()
    const path = await reserve(shopOf)
    const find: typeof shopOf.ports.reservations.find = async (id) => {
      if (away.isAway) throw new Unavailable('The database is away.')
      return shopOf.ports.reservations.find(id)
    }
    const { api } = aMuseumApi(
      { ...shopOf.ports, reservations: { ...shopOf.ports.reservations, find } },
      { publicOrigin, shop },
    )
    away.isAway = true
    const response = await api.request(path)
    expect(response.status).toBe(503)
    const text = await textOf(response)
    expect(text).toContain('do not order again')
    expect(text).not.toContain('nothing was paid')
  })

  it('is prolonged by a press', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    shopOf.clock.now += 14 * 60_000
    expect(locationOf(await shopOf.post(`${path}/extension`))).toBe(`${path}?language=en`)
    shopOf.clock.now += 14 * 60_000
    expect(await textOf(shopOf.get(path))).toContain('Your places are held until 10:29.')
  })

  it('can be given up, which is final', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    for (const _ of [1, 2]) expect(locationOf(await shopOf.post(`${path}/release`))).toBe(`${path}?language=en`)
    expect(await textOf(shopOf.get(path))).toContain('You have given up your places')
  })

  it('that has ended shows what was chosen, and says whether it can still be had', async () => {
    const shopOf = await open()
    const { clock, eventId, get, request, send } = shopOf
    const path = await reserve(shopOf, { event: eventId, 'price-full': '1990' })
    clock.now += 16 * 60_000
    const text = await textOf(get(path))
    for (const shown of ['Night at the Museum', '2 × €19.90', '€39.80', 'There are still places for it.'])
      expect(text).toContain(shown)
    expect(await (await get(path)).text()).toContain(`/buy?event=${eventId}&amp;date=2030-05-17`)
    // What is offered is read at most every two seconds.
    await send('PUT', `/special-events/${eventId}/capacity`, { capacity: 0 })
    await setTimeout(2_100)
    expect(await textOf(get(path))).toContain('There are not enough places left')
    await request('DELETE', `/special-events/${eventId}`)
    await setTimeout(2_100)
    expect(await textOf(get(path))).toContain('This can no longer be bought')
    expect(await (await get(path)).text()).not.toContain('/buy?event')
  })

  it('can be changed: the places are given back, and the form is as it was', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    const response = await shopOf.post(`${path}/change`)
    expect(response.status).toBe(200)
    const markup = await response.text()
    for (const kept of ['value="visitor@example.org"', 'value="2"', 'checked']) expect(markup).toContain(kept)
    expect(await textOf(shopOf.get(path))).toContain('You have given up your places')
  })

  it('says that a payment goes back, how much and why, when it came too late', async () => {
    const shopOf = await open()
    const { get, post, provider, clock, request, eventId } = shopOf
    const path = await reserve(shopOf, { event: eventId, 'price-full': '1990' })
    const paying = await post(`${path}/payment`)
    await request('DELETE', `/special-events/${eventId}`)
    provider.pay(paymentIn(locationOf(paying)))
    clock.now += 3_000
    const text = await textOf(get(path))
    expect(text).toContain('We are refunding your payment')
    expect(text).toContain('€39.80')
  })

  it('says that the payment page does not answer, and keeps the places', async () => {
    const shopOf = await open({
      paymentProvider: inMemoryPaymentProvider({ answerTo: () => 'never', patience: 10 }),
    })
    const path = await reserve(shopOf)
    const response = await shopOf.post(`${path}/payment`)
    expect(response.status).toBe(503)
    expect(await textOf(response)).toContain('The payment page does not answer')
  })

  it('is of nothing but what is free while nothing can be paid online', async () => {
    const { get, post, form } = await open({ paymentProvider: undefined })
    const markup = await (await get('/buy?date=2030-05-17')).text()
    expect(markup).toContain('quantity-child')
    expect(markup).not.toContain('quantity-full')
    expect(await textOf(get('/buy'))).toContain('Night at the Museum')
    expect((await post('/buy', { ...form, 'quantity-full': '1' })).status).toBe(422)
  })

  it('with a link that is wrong leads nowhere', async () => {
    const shopOf = await open()
    const path = await reserve(shopOf)
    for (const wrong of ['/buy/x', path.slice(0, -1), `${path}x`]) {
      expect([wrong, (await shopOf.get(wrong)).status]).toEqual([wrong, 404])
      expect((await shopOf.post(`${wrong}/payment`)).status).toBe(404)
    }
  })
})

const paymentIn = (url: string) => url.split('/').at(-1) as never

describe('while the museum has closed the shop', () => {
  /** A shop in which places are held, and which is then closed. */
  const close = async () => {
    const shopOf = await open({ shop: { publicUrl: publicOrigin, payment: 'off' } })
    const reserve = async (quantities: Record<string, string>) =>
      locationOf(await shopOf.post('/buy', { ...shopOf.form, key: JSON.stringify(quantities), ...quantities })).split(
        '?',
      )[0]!
    const paid = await reserve({ 'quantity-full': '2', 'price-full': '1200' })
    const free = await reserve({ 'quantity-child': '1', 'price-child': '0' })
    unrefused(await shopOf.museum.setShop({ isOpen: false }, anActor))
    return { ...shopOf, paid, free }
  }

  it('the pages say so in the language of the visitor, and nothing is reserved', async () => {
    const { get, post, form } = await close()
    for (const path of ['/buy', '/buy?date=2030-05-17']) {
      const response = await get(path, { 'Accept-Language': 'de' })
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
      expect(await textOf(response)).toContain('Tickets sind zurzeit online nicht erhältlich')
    }
    const sent = { ...form, key: 'another', 'quantity-child': '1', 'price-child': '0' }
    for (const fields of [sent, { ...sent, email: '' }, { ...sent, date: 'x' }]) {
      const response = await post('/buy', { ...fields, language: 'fr' })
      expect(response.status).toBe(503)
      expect(await textOf(response)).toContain('Les billets ne sont pas en vente en ligne')
    }
  })

  it('what is held is still paid and sold, and stays held when its visitor wants to change it', async () => {
    const { get, post, paid, free, provider, clock } = await close()
    const changed = await post(`${paid}/change`)
    expect(changed.status).toBe(503)
    expect(await textOf(changed)).toMatch(/Tickets cannot be bought online at the moment.*Order and pay €24.00/)
    expect((await post(`${paid}/extension`)).status).toBe(303)
    const paying = await post(`${paid}/payment`)
    clock.now += 3_000
    provider.pay(paymentIn(locationOf(paying)))
    expect(await textOf(get(locationOf(await get(paid))))).toContain('Ticket 2 of 2')
    const ordered = locationOf(await post(`${free}/payment`))
    expect(ordered).toMatch(/^\/my-tickets\//)
    expect((await get(ordered)).status).toBe(200)
  })
})
