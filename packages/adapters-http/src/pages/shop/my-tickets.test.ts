import { describe, expect, it } from '@jest/globals'
import { type MuseumPorts, Unavailable } from '@museum/application'
import { CalendarDate, Email, Instant, LanguageTag, type Order, PaymentMethod, Quantity, VatRate } from '@museum/domain'
import { dictionaries, languages } from '@museum/languages'
import { anActor, readInMemoryTicket, unrefused } from '@museum/testing'
import { anOrder, exampleId } from '@museum/testing/examples'
import ICAL from 'ical.js'
import { type AMuseumApiOptions, aMuseumApi, event } from '../../../test/a-museum-api.ts'

const email = Email('visitor@example.org')
const day = 86_400_000

/** An API with an order of three tickets on two dates, two of them for an event, and the link to them. */
const open = async (ports: Partial<MuseumPorts> = {}, options: AMuseumApiOptions = {}) => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const given = aMuseumApi(
    { now: () => Instant(clock.now), museumName: 'Museum of Clocks', vatRate: VatRate(810), ...ports },
    { museumName: 'Museum of Clocks', shop: { mailFrom: 'tickets@museum.example' }, ...options },
  )
  const { museum, send } = given
  await museum.ensureLinkKey(anActor)
  const { eventId } = (await (await send('POST', '/special-events', event)).json()) as { eventId: string }
  const sell = async (but: object = {}) =>
    unrefused(
      await museum.placeOrder({
        items: [
          {
            ticketType: 'event',
            eventId: eventId as never,
            ticketDate: CalendarDate('2030-05-17'),
            quantity: Quantity(2),
          },
          { ticketType: 'general', ticketDate: CalendarDate('2030-05-18'), quantity: Quantity(1) },
        ],
        purchaser: { email },
        payment: { method: PaymentMethod('cash') },
        ...but,
      }),
    )
  const order = await sell()
  const linkOf = async ({ tickets }: Pick<Order, 'tickets'>) => (await museum.linkOf(tickets))!
  const link = await linkOf(order)
  const get = (path = '', headers: Record<string, string> = {}) =>
    given.api.request(`/my-tickets/${link}${path}`, { headers })
  return { ...given, clock, order, sell, link, linkOf, get }
}
const textOf = async (response: Response | Promise<Response>) =>
  (await (await response).text())
    .replace(/^.*<body>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('the page with the tickets of a link', () => {
  it('shows every ticket with its date, price, confirmation code and the code for the gate', async () => {
    const { get, order } = await open()
    const response = await get()
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=UTF-8'])
    const markup = await response.clone().text()
    const text = await textOf(response)
    for (const shown of [
      'Night at the Museum',
      'Main Hall',
      'Friday, 17 May 2030',
      'General entry',
      '18 May 2030',
      '€19.90',
    ])
      expect(text).toContain(shown)
    for (const { ticketId, confirmationCode } of order.tickets) {
      expect(text).toContain(confirmationCode)
      expect(markup).toContain(`/${ticketId}.png`)
      expect(markup).toContain(`aria-label="QR code of ticket ${confirmationCode}"`)
    }
    expect(codesIn(markup)).toBe(3)
  })

  it('says of an admitted ticket when it was used, and shows a cancelled one without a code', async () => {
    const { get, order, museum, clock } = await open({}, { timeZone: 'Europe/Zurich' })
    const [cancelled, admitted] = order.tickets
    await museum.cancelTicket(cancelled!.ticketId, undefined, anActor)
    clock.now = Date.UTC(2030, 4, 17, 9, 32)
    unrefused(await museum.admitTicket({ code: admitted!.confirmationCode as never }, anActor))
    const response = await get()
    const text = await textOf(response.clone())
    expect(text).toContain('Cancelled: no longer valid for entry')
    expect(text).toContain('Used on 17 May 2030, 11:32')
    const markup = await response.text()
    expect(codesIn(markup)).toBe(2)
    expect(markup).not.toContain(`${cancelled!.ticketId}.png`)
    for (const file of ['png', 'ics']) expect((await get(`/${cancelled!.ticketId}.${file}`)).status).toBe(404)
  })

  it('is for a ticket that was sold alone, too, which has no receipt', async () => {
    const { museum, linkOf, api } = await open()
    const ticket = unrefused(await museum.buyMuseumTickets(anOrder({ ticketDate: CalendarDate('2030-05-17') })))
    const path = `/my-tickets/${await linkOf({ tickets: [ticket] })}`
    const text = await textOf(api.request(path))
    expect(text).toContain(ticket.confirmationCode)
    expect(text).not.toContain('Receipt')
    expect((await api.request(`${path}/receipt`)).status).toBe(404)
  })

  it('has no cache, tells search engines and other sites nothing, and loads only what is its own', async () => {
    const { headers } = await (await open()).get()
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Referrer-Policy')).toBe('same-origin')
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src data:; font-src 'self'; script-src 'self'; connect-src 'self'; style-src 'self'$/,
    )
  })

  it('is in the language of its address, else of the order, else of the browser, else of the museum', async () => {
    const { get, sell, linkOf, api } = await open({}, { language: 'es' })
    const languageOf = async (response: Response | Promise<Response>) =>
      /<html lang="(\w+)"/.exec(await (await response).text())![1]
    expect(await languageOf(get())).toBe('es')
    expect(await languageOf(get('', { 'Accept-Language': 'it, fr-CH;q=0.7, ja;q=0.9' }))).toBe('ja')
    expect(await languageOf(get('?language=de', { 'Accept-Language': 'fr' }))).toBe('de')
    expect(await languageOf(get('?language=xx', { 'Accept-Language': 'fr' }))).toBe('fr')
    expect(await languageOf(get('', { 'Accept-Language': `fr,${'a'.repeat(1_000)}` }))).toBe('es')
    const path = `/my-tickets/${await linkOf(await sell({ language: LanguageTag('de-CH') }))}`
    expect(await languageOf(api.request(path, { headers: { 'Accept-Language': 'fr' } }))).toBe('de')
  })

  it.each(languages)('has its texts in a language, and links to the others: %s', async (language) => {
    const { get, link } = await open()
    const markup = await (await get(`?language=${language}`)).text()
    expect(markup).toContain(dictionaries[language].myTickets.keepLink)
    for (const other of languages)
      expect(markup.includes(`/my-tickets/${link}?language=${other}" hreflang="${other}"`)).toBe(other !== language)
  })

  it('escapes the texts of the museum', async () => {
    const { linkOf, api, send, sell } = await open({}, { museumName: '<b>Museum</b>' })
    const name = '</h2><script>alert(1)</script>'
    const { eventId } = (await (await send('POST', '/special-events', { ...event, name })).json()) as {
      eventId: string
    }
    const item = { ticketType: 'event', eventId, ticketDate: '2030-05-17', quantity: 1 }
    const order = await sell({ items: [item] })
    const markup = await (await api.request(`/my-tickets/${await linkOf(order)}`)).text()
    expect(markup).toContain('&lt;/h2&gt;&lt;script&gt;alert(1)')
    expect(markup).not.toContain('<script>alert')
    expect(markup).not.toContain('<b>Museum')
  })

  it('links to the terms, the privacy notice and the legal notice, and below the mount path', async () => {
    const urls = {
      termsUrl: 'https://museum.example/terms',
      privacyUrl: 'https://museum.example/privacy',
      legalNoticeUrl: 'https://museum.example/legal',
    }
    const { get, link } = await open({}, { ...urls, mountPath: '/museum' })
    const markup = await (await get()).text()
    for (const path of ['terms', 'privacy', 'legal']) expect(markup).toContain(`href="https://museum.example/${path}"`)
    expect(markup).toContain(`href="/museum/my-tickets/${link}/receipt`)
    expect([...markup.matchAll(/(?:href|src)="(\/[^"]*)"/g)].every(([, path]) => path!.startsWith('/museum/'))).toBe(
      true,
    )
  })
})

describe('what belongs to a ticket of a link', () => {
  it('is its image', async () => {
    const { get, order, museum, link } = await open()
    const { tickets } = unrefused(await museum.getLinkedTickets(link))
    const response = await get(`/${order.tickets[2]!.ticketId}.png`)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await readInMemoryTicket(await response.bytes())).toBe(tickets[2]!.code)
  })

  it('is a calendar entry, one for all tickets of a visit, the same as in the e-mails', async () => {
    const { get, order } = await open()
    const entryOf = async (n: number) => {
      const response = await get(`/${order.tickets[n]!.ticketId}.ics?language=de`)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        200,
        'text/calendar; charset=utf-8; method=PUBLISH',
      ])
      const entry = new ICAL.Component(ICAL.parse(await response.text()) as never[]).getFirstSubcomponent('vevent')!
      return new ICAL.Event(entry)
    }
    const [first, second, general] = [await entryOf(0), await entryOf(1), await entryOf(2)]
    expect(first.uid).toBe(`${order.orderId}-${order.tickets[0]!.event!.eventId}-2030-05-17@museum.example`)
    expect([second.uid, second.description]).toEqual([first.uid, first.description])
    for (const { confirmationCode } of order.tickets.slice(0, 2)) expect(first.description).toContain(confirmationCode)
    expect(general.summary).toBe('Museumseintritt, Museum of Clocks')
    expect(general.startDate.toString()).toBe('2030-05-18T09:00:00Z')
  })

  it('is the receipt of the order, with the tax that it contains', async () => {
    const { get } = await open({ address: '1 Clock Street\n3000 Berne', vatId: 'CHE-123.456.789' })
    const text = await textOf(get('/receipt'))
    for (const shown of [
      'Receipt',
      'Museum of Clocks',
      '1 Clock Street',
      'CHE-123.456.789',
      '€39.80',
      'Cash',
      '2 × €19.90',
    ])
      expect(text).toContain(shown)
    expect(text).toContain('VAT of 8.1 %')
  })

  it('is nothing that the link does not lead to', async () => {
    const { get, sell } = await open()
    const other = await sell()
    for (const path of [
      `/${other.tickets[0]!.ticketId}.png`,
      `/${other.tickets[0]!.ticketId}.ics`,
      `/${exampleId(99_999)}.png`,
      '/x.png',
      '/.ics',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

describe('a link that leads to no tickets', () => {
  it('has a page that says so, in the language of the visitor, whatever is wrong with it', async () => {
    const { api, link } = await open()
    for (const wrong of ['x', `${link}x`, link.slice(1), link.toUpperCase(), encodeURIComponent('<script>')]) {
      const response = await api.request(`/my-tickets/${wrong}`, { headers: { 'Accept-Language': 'de' } })
      expect([wrong, response.status]).toEqual([wrong, 404])
      const markup = await response.text()
      expect(markup).toContain('Hier sind keine Tickets')
      expect(markup).not.toContain('<script>')
      for (const path of ['receipt', 'x.png'])
        expect((await api.request(`/my-tickets/${wrong}/${path}`)).status).toBe(404)
    }
  })

  it('gets 410 and no data from the 31st day after the last date on', async () => {
    const { get, clock, order } = await open()
    clock.now = Date.UTC(2030, 4, 18) + 31 * day
    const response = await get()
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([410, 'no-store'])
    const text = await textOf(response)
    expect(text).toContain('These tickets are no longer shown')
    for (const { confirmationCode } of order.tickets) expect(text).not.toContain(confirmationCode)
  })

  it('gets 503 while the database is away', async () => {
    const { ports, link } = await open()
    const away = async () => {
      throw new Unavailable('The database is away.')
    }
    const broken = aMuseumApi(
      { ...ports, orders: { ...ports.orders, find: away } },
      { shop: { mailFrom: 'a@b.example' } },
    )
    const response = await broken.api.request(`/my-tickets/${link}`)
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(await textOf(response)).toContain('Your tickets cannot be shown at the moment')
  })

  it('is none of the paths of a museum without a shop', async () => {
    const { api } = aMuseumApi()
    const response = await api.request('/my-tickets/x')
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/problem+json'])
  })
})

/** The number of QR codes in a page: `my-tickets.browser.test.ts` reads them. */
const codesIn = (markup: string): number => [...markup.matchAll(/<svg role="img"/g)].length
