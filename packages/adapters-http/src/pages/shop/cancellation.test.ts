import { describe, expect, it } from '@jest/globals'
import { type MuseumPorts, Unavailable, mailAttempts } from '@museum/application'
import { CalendarDate, Email, Instant, LanguageTag, PaymentMethod, Price, Quantity } from '@museum/domain'
import { dictionaries, languages } from '@museum/languages'
import { anActor, inMemoryMailSender, unrefused } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { aMuseumApi, event } from '../../../test/a-museum-api.ts'
import type { RequestRecord } from '../../middleware/request-log.ts'

const hour = 3_600_000
const shop = { mailFrom: 'tickets@museum.example' }
const ticketDate = CalendarDate('2030-05-17')

/** An API with an order of three tickets, which visitors cancel until 24 hours before, and the link to them. */
const open = async ({ ...ports }: Partial<MuseumPorts> = {}, options: object = {}, but: object = {}) => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const records: RequestRecord[] = []
  const given = aMuseumApi(
    { now: () => Instant(clock.now), generalPrice: Price(1_200), ownCancellation: 24, ...ports },
    { museumName: 'Museum of Clocks', shop, onResponse: (record) => records.push(record), ...options },
  )
  const { museum, send, api } = given
  await museum.ensureLinkKey(anActor)
  await given.ports.deliveries.setMailOn(true)
  const { eventId } = (await (await send('POST', '/special-events', event)).json()) as { eventId: string }
  const order = unrefused(
    await museum.placeOrder({
      items: [
        { ticketType: 'event', eventId: eventId as never, ticketDate, quantity: Quantity(2) },
        { ticketType: 'general', ticketDate, quantity: Quantity(1) },
      ],
      purchaser: { email: Email('visitor@example.org') },
      payment: { method: PaymentMethod('cash') },
      ...but,
    }),
  )
  const link = (await museum.linkOf(order.tickets))!
  const sender = inMemoryMailSender()
  const attempt = mailAttempts({ ...given.ports, ...museum, mailSender: sender, mailRate: 60 })
  const ids = (...positions: readonly number[]) => positions.map((n) => order.tickets[n]!.ticketId)
  const post = (path: string, tickets: readonly string[] = []) =>
    api.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(tickets.map((ticket) => ['ticket', ticket])).toString(),
    })
  const request = (...positions: readonly number[]) => post(`/my-tickets/${link}/cancellation`, ids(...positions))
  /** The path to which the latest e-mail leads. */
  const mailed = async () => {
    for (;;) {
      const claimed = await given.ports.deliveries.claim('mail', 10)
      if (claimed.length === 0) break
      await given.ports.deliveries.settle(await Promise.all(claimed.map((each) => attempt(each as never))))
    }
    const requests = sender.mails.flatMap((mail) => (mail.kind === 'cancellation-requested' ? mail : []))
    return requests.map((mail) => `/my-tickets/cancellation/${mail.link}`)
  }
  const states = async () => (await given.ports.orders.find(order.orderId))!.tickets.map(({ state }) => state)
  return {
    ...given,
    clock,
    order,
    link,
    ids,
    post,
    request,
    mailed,
    states,
    records,
    get: (path: string) => api.request(path),
  }
}
const textOf = async (response: Response | Promise<Response>) =>
  (await (await response).text())
    .replace(/^.*<body>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
/** Where the forms of a page lead. */
const actionsOf = (markup: string) =>
  [...markup.matchAll(/<form method="post" action="([^"]*)"/g)].map(([, path]) => path!)

describe('the form with which a visitor cancels tickets', () => {
  it('offers each ticket until its own time, with its price and where the money is', async () => {
    const { get, link, ids, clock } = await open({}, { timeZone: 'Europe/Zurich' })
    const markup = await (await get(`/my-tickets/${link}`)).text()
    for (const ticketId of ids(0, 1, 2)) {
      expect(markup).toContain(`<label for="cancel-${ticketId}"`)
      expect(markup).toContain(`value="${ticketId}"`)
    }
    expect(actionsOf(markup)).toEqual([`/my-tickets/${link}/cancellation?language=en#cancel`])
    const text = await textOf(get(`/my-tickets/${link}`))
    for (const shown of [
      'Ticket 1 of 3: Night at the Museum , 17 May 2030',
      '€19.90 · can be cancelled until 16 May 2030, 02:00',
      'Ticket 3 of 3: General entry , 17 May 2030',
      '€12.00 · can be cancelled until 16 May 2030, 11:00',
      'The museum gives their price back to you. Please bring your order number.',
    ])
      expect(text).toContain(shown)
    clock.now = Date.UTC(2030, 4, 16, 8)
    expect(await textOf(get(`/my-tickets/${link}`))).not.toContain('Ticket 1 of 3: Night')
    clock.now = Date.UTC(2030, 4, 16, 9)
    expect(await textOf(get(`/my-tickets/${link}`))).not.toContain('Cancel tickets')
  })

  it('may be sent to this museum alone, and there is no other form', async () => {
    const { get, link } = await open()
    const { headers } = await get(`/my-tickets/${link}`)
    expect(headers.get('Content-Security-Policy')).toContain("form-action 'self'")
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it.each([
    ['without the setting', { ownCancellation: undefined }, {}],
    ['for tickets without an e-mail address', {}, { purchaser: undefined }],
  ])('is not there %s', async (_, ports, but) => {
    const { get, link, request, mailed } = await open(ports, {}, but)
    const response = await get(`/my-tickets/${link}`)
    expect(response.headers.get('Content-Security-Policy')).toContain("form-action 'none'")
    expect(await textOf(response)).not.toContain('Cancel tickets')
    expect((await request(0)).status).toBe(404)
    expect(await mailed()).toEqual([])
  })

  it('sends an e-mail, and cancels nothing', async () => {
    const { request, mailed, states } = await open()
    const response = await request(0, 2)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const text = await textOf(response)
    expect(text).toContain('Please check your e-mail')
    expect(text).toContain('The museum gives €31.90 back to you.')
    expect(text).not.toContain('visitor@example.org')
    expect(await mailed()).toHaveLength(1)
    expect(await states()).toEqual(['valid', 'valid', 'valid'])
  })

  it('says at a fourth request in an hour that three e-mails were sent, and sends nothing', async () => {
    const { request, mailed } = await open()
    for (let n = 0; n < 3; n += 1) expect((await request(0)).status).toBe(200)
    const fourth = await request(0)
    expect(fourth.status).toBe(429)
    expect(await fourth.text()).toMatch(/id="cancel-fault"[^>]*>Three e-mails were sent for these tickets/)
    expect(await mailed()).toHaveLength(3)
  })

  it('comes back with its fault when no ticket of the link is chosen', async () => {
    const { post, link, mailed } = await open()
    for (const tickets of [[], ['x'], [exampleId(99_999)]]) {
      const response = await post(`/my-tickets/${link}/cancellation`, tickets)
      expect(response.status).toBe(422)
      const markup = await response.text()
      expect(markup).toMatch(/id="cancel-fault"[^>]*>Please choose at least one ticket\./)
      expect(markup).toContain('aria-invalid="true" aria-describedby="cancel-fault"')
    }
    expect(await mailed()).toEqual([])
  })

  it('says when a ticket can no longer be cancelled, and sends nothing', async () => {
    const { request, mailed, museum, ids, clock } = await open()
    await museum.cancelTicket(ids(1)[0]!, undefined, anActor)
    const response = await request(0, 1)
    expect(response.status).toBe(409)
    expect(await textOf(response)).toContain('A ticket that you chose has already been cancelled.')
    clock.now = Date.UTC(2030, 4, 16, 9)
    expect(await textOf(request(0))).toContain('A ticket that you chose can no longer be cancelled.')
    expect(await mailed()).toEqual([])
  })

  it('leads back to the tickets when its answer is read again, and takes no more than a form', async () => {
    const { get, link, post } = await open()
    const again = await get(`/my-tickets/${link}/cancellation?language=de`)
    expect([again.status, again.headers.get('Location')]).toEqual([303, `/my-tickets/${link}?language=de`])
    expect((await post(`/my-tickets/${link}/cancellation`, ['x'.repeat(17_000)])).status).toBe(413)
  })
})

describe('the page behind the link of the e-mail', () => {
  it('asks, and only its button cancels, however often it is read', async () => {
    const { request, mailed, api, get, post, states, ports, link } = await open()
    await request(0, 2)
    const [path] = await mailed()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await api.request(path!, { method })
      expect([response.status, response.headers.get('X-Robots-Tag')]).toEqual([200, 'noindex'])
      expect(await states()).toEqual(['valid', 'valid', 'valid'])
    }
    const markup = await (await get(path!)).text()
    expect(actionsOf(markup)).toEqual([`${path}?language=en`])
    expect(markup).toContain('Cancel these 2 tickets')
    expect(markup).toContain('The museum gives €31.90 back to you.')
    const done = await post(path!)
    expect(done.status).toBe(200)
    const text = await textOf(done.clone())
    expect(text).toContain('Your tickets are cancelled')
    expect(text).toContain('The museum gives €31.90 back to you.')
    expect(await done.text()).toContain(`/my-tickets/${link}?language=en`)
    expect(await states()).toEqual(['cancelled', 'valid', 'cancelled'])
    const { items } = await ports.audit.list({ about: { kind: 'order' } }, { page: 1, limit: 5 })
    expect(items.filter(({ operation }) => operation === 'cancelOwnTickets')).toMatchObject([{ actor: 'shop:pages' }])
    // Once more, and read again.
    for (const again of [await post(path!), await get(path!)])
      expect([again.status, await textOf(again)]).toEqual([200, text])
  })

  it.each([
    ['used', 'A ticket that you chose has been used.'],
    ['cancelled', 'A ticket that you chose has already been cancelled.'],
    ['too late', 'A ticket that you chose can no longer be cancelled.'],
  ])('says that nothing was cancelled once a ticket is %s', async (how, says) => {
    const { request, mailed, get, post, states, museum, order, ids, clock } = await open()
    if (how === 'too late') clock.now = Date.UTC(2030, 4, 15, 23, 30)
    await request(0, 1)
    const [path] = await mailed()
    if (how === 'used') {
      clock.now = Date.UTC(2030, 4, 17, 10)
      unrefused(await museum.admitTicket({ code: order.tickets[1]!.confirmationCode as never }, anActor))
      clock.now = Date.UTC(2030, 4, 1, 10)
    }
    if (how === 'cancelled') await museum.cancelTicket(ids(1)[0]!, undefined, anActor)
    if (how === 'too late') clock.now = Date.UTC(2030, 4, 16)
    const before = await states()
    for (const response of [await post(path!), await get(path!)]) {
      expect(response.status).toBe(409)
      const text = await textOf(response)
      expect(text).toContain('Nothing has been cancelled')
      expect(text).toContain(says)
    }
    expect(await states()).toEqual(before)
  })

  it('has ended an hour later: 410, and nothing is cancelled', async () => {
    const { request, mailed, get, post, states, clock } = await open()
    await request(0)
    const [path] = await mailed()
    clock.now += hour
    for (const response of [await get(path!), await post(path!)]) {
      expect(response.status).toBe(410)
      expect(await textOf(response)).toContain('This link has ended')
    }
    expect(await states()).toEqual(['valid', 'valid', 'valid'])
  })

  it('is 404 for another link, and 503 while the database is away', async () => {
    const { request, mailed, get, post, link, ports, museum, states } = await open()
    await request(0)
    const [path] = await mailed()
    for (const wrong of ['x', link, `${path!.split('/').at(-1)}x`, encodeURIComponent('<script>')])
      for (const response of [
        await get(`/my-tickets/cancellation/${wrong}`),
        await post(`/my-tickets/cancellation/${wrong}`),
      ]) {
        expect([wrong, response.status]).toEqual([wrong, 404])
        expect(await response.text()).not.toContain('<script>')
      }
    expect((await post(`/my-tickets/x/cancellation`)).status).toBe(404)
    const away = async () => {
      throw new Unavailable('The database is away.')
    }
    const broken = aMuseumApi({ ...ports, orders: { ...ports.orders, change: away } }, { shop })
    const response = await broken.api.request(path!, { method: 'POST' })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
    const markup = await response.text()
    expect(markup).toContain('We do not know yet whether the tickets are cancelled')
    expect(markup).toContain(`${path}?language=de`)
    expect(await states()).toEqual(['valid', 'valid', 'valid'])
    await museum.rotateLinkKey(anActor)
    expect((await post(path!)).status).toBe(404)
  })

  it('is in no log, nor is the form', async () => {
    const { request, mailed, get, records, link } = await open({}, { mountPath: '/museum' })
    await request(0)
    const [path] = await mailed()
    await get(`${path}?language=de`)
    await get(`/museum${path}`)
    const paths = records.map((record) => record.path)
    expect(paths.slice(-2)).toEqual(['/museum/my-tickets/cancella…', '/museum/my-tickets/cancella…'])
    expect(paths).toContain(`/museum/my-tickets/${link.slice(0, 8)}…`)
    expect(JSON.stringify(records)).not.toContain(path!.split('/').at(-1)!.slice(0, 9))
  })

  it.each(languages)('is in the language of the visitor, from the form to the end: %s', async (language) => {
    const { request, mailed, get, post, link } = await open({}, {}, { language: LanguageTag(language) })
    const words = dictionaries[language].ownCancellation
    const shown = async (response: Response | Promise<Response>) =>
      (await (await response).text()).replaceAll(/&#39;/g, "'")
    expect(await shown(get(`/my-tickets/${link}`))).toContain(words.byEmail)
    expect(await shown(request(0))).toContain(words.sent.text)
    const [path] = await mailed()
    expect(await shown(get(path!))).toContain(words.confirm(1))
    expect(await shown(post(path!))).toContain(words.done.text(1))
    expect(await shown(get(`${path!}?language=en`))).toContain('Your ticket is cancelled')
  })
})
