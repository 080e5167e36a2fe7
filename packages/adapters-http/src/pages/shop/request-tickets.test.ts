import { describe, expect, it } from '@jest/globals'
import { type MuseumPorts, Unavailable } from '@museum/application'
import { CalendarDate, Email } from '@museum/domain'
import { dictionaries, languages } from '@museum/languages'
import { anActor, unrefused } from '@museum/testing'
import { anOrder } from '@museum/testing/examples'
import { type AMuseumApiOptions, aMuseumApi } from '../../../test/a-museum-api.ts'

const email = 'visitor@example.org'
const shop = { mailFrom: 'tickets@museum.example' }

/** An API of a museum with a shop, which has sold a ticket to the address. */
const open = async (but: Partial<MuseumPorts> = {}, options: AMuseumApiOptions = {}) => {
  const publicOrigin = 'https://museum.example'
  const given = aMuseumApi({ museumName: 'Museum of Clocks', ...but }, { publicOrigin, shop, ...options })
  const { api, museum, ports } = given
  await museum.ensureLinkKey(anActor)
  const sold = anOrder({ ticketDate: CalendarDate('2030-05-17'), purchaser: { email: Email(email) } })
  const ticket = unrefused(await museum.buyMuseumTickets(sold))
  await ports.deliveries.setMailOn(true)
  const get = async (path: string) => api.request(path)
  const post = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    api.request('/my-tickets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ language: 'en', ...fields }).toString(),
    })
  /** The addresses for which tickets are looked for. */
  const asked = async () => {
    const { items } = await ports.deliveries.listMails({ page: 1, limit: 50 })
    return Promise.all(items.map(({ messageId }) => ports.deliveries.recipientOf(messageId)))
  }
  return { ...given, ticket, get, post, asked }
}
const failing = () => {
  throw new Error('read before the answer')
}

describe('the page at which a visitor has tickets sent', () => {
  it('is a form with a field, in every language', async () => {
    const { get } = await open()
    for (const language of languages) {
      const response = await get(`/my-tickets?language=${language}`)
      expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
      expect(response.headers.get('Content-Security-Policy')).toContain("form-action 'self';")
      const markup = await response.text()
      const { request } = dictionaries[language].myTickets
      for (const shown of [request.heading, request.text, request.send, `lang="${language}"`, 'type="email"'])
        expect(markup).toContain(shown)
    }
  })

  it('answers the same whether there are tickets or not, and reads none before', async () => {
    const { post, asked, ports } = await open()
    Object.assign(ports.tickets, { list: failing, find: failing })
    Object.assign(ports.orders, { list: failing, find: failing })
    const [known, unknown] = [await post({ email: ` ${email} ` }), await post({ email: 'nobody@example.org' })]
    expect([known.status, known.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    const text = await known.text()
    expect(text).toContain('Please look into your mailbox')
    expect(text).not.toContain(email)
    expect(await unknown.text()).toBe(text)
    const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => name !== 'x-request-id')
    expect(headersOf(unknown)).toEqual(headersOf(known))
    expect(await asked()).toEqual(['nobody@example.org', email])
  })

  it('answers the same beyond the limits of an address and of a network, and nothing is sent', async () => {
    const address = { value: '192.0.2.7' }
    const options = {
      clientAddress: () => address.value,
      shop: { ...shop, isUnlimited: (each: string) => each === '198.51.100.1' },
    }
    const { post, asked } = await open({}, options)
    const texts = new Set<string>()
    const ask = async (n: number | string) => texts.add(await (await post({ email: `${n}@example.org` })).text())
    for (const _ of [1, 2, 3, 4]) await ask('same')
    expect(await asked()).toHaveLength(3)
    for (let n = 0; n < 7; n += 1) await ask(n)
    // Four, and six of the seven others.
    expect(await asked()).toHaveLength(9)
    for (const [other, count] of [
      ['192.0.2.8', 10],
      ['198.51.100.1', 11],
    ] as const) {
      address.value = other
      await ask(`of-${other}`)
      expect([other, (await asked()).length]).toEqual([other, count])
    }
    for (let n = 0; n < 12; n += 1) await ask(`unlimited-${n}`)
    expect(await asked()).toHaveLength(23)
    expect(texts.size).toBe(1)
  })

  it('names the field that is wrong, and counts nothing', async () => {
    const { post, asked } = await open()
    for (const typed of ['', 'visitor', 'a b@example.org', '<script>@']) {
      const response = await post({ email: typed })
      const markup = await response.text()
      expect([typed, response.status]).toEqual([typed, 422])
      expect(markup).toContain('Please enter your whole e-mail address')
      expect(markup).toContain('aria-invalid="true" autofocus aria-describedby="email-fault email-help"')
      expect(markup).not.toContain('<script>@')
    }
    expect(await asked()).toEqual([])
    expect((await post({ email: 'a'.repeat(20_000) })).status).toBe(413)
  })

  it('writes the address into no log', async () => {
    const reported: unknown[] = []
    const { post } = await open({}, { onResponse: (...all: unknown[]) => void reported.push(...all) })
    await post({ email })
    await post({ email: 'visitor@' })
    expect(reported.length).toBeGreaterThan(0)
    expect(JSON.stringify(reported)).not.toContain('visitor')
  })

  it('says so while the database is away', async () => {
    const { post, ports } = await open()
    Object.assign(ports.deliveries, {
      requestTickets: async () => {
        throw new Unavailable()
      },
    })
    const response = await post({ email })
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('mailbox')
  })

  it('is linked from the page for visitors, and from the pages of links that are wrong or have ended', async () => {
    const { get, museum, ticket } = await open()
    expect(await (await get('/')).text()).toContain('<a href="/my-tickets">Send me my tickets</a>')
    const link = await museum.linkOf([ticket])
    for (const path of [`/my-tickets/${link}x`, `/my-tickets/${link}?language=en`]) {
      const markup = await (await get(path)).text()
      expect([path, markup.includes('/my-tickets?language=en"')]).toEqual([path, path.endsWith('x')])
    }
  })

  it('is not there without a shop', async () => {
    const { get } = await open({}, { shop: undefined })
    expect((await get('/my-tickets')).status).toBe(404)
    expect(await (await get('/')).text()).not.toContain('/my-tickets')
  })
})
