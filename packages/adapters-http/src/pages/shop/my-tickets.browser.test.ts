import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import { CalendarDate, Email, EventId, Instant, Quantity, VatRate } from '@museum/domain'

import { anActor, unrefused } from '@museum/testing'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { screens, useBrowser } from '../../../../../tools/browser/use-browser.ts'
import { aMuseumApi, event } from '../../../test/a-museum-api.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Otherwise it is loaded from another server.
prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
  },
})
const browser = useBrowser()
const servers: ServerType[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A museum with an order of four tickets: one valid, one used, one cancelled, one for an entry time; and the page of its link. */
const openTickets = async () => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const { api, museum, send } = aMuseumApi(
    {
      now: () => Instant(clock.now),
      museumName: 'Museum of Clocks',
      vatRate: VatRate(810),
      address: '1 Clock Street\n3000 Berne',
    },
    {
      museumName: 'Museum of Clocks',

      timeZone: 'Europe/Zurich',
      shop: { mailFrom: 'tickets@museum.example' },
    },
  )
  await museum.ensureLinkKey(anActor)
  const { eventId } = (await (await send('POST', '/special-events', event)).json()) as { eventId: string }
  const ofEvent = { ticketType: 'event', eventId: EventId(eventId), ticketDate: CalendarDate('2030-05-17') } as const
  const { tickets } = unrefused(
    await museum.placeOrder({
      items: [
        { ...ofEvent, quantity: Quantity(3) },
        { ticketType: 'general', ticketDate: CalendarDate('2030-05-18'), quantity: Quantity(1) },
      ],
      purchaser: { email: Email('visitor@example.org') },
    }),
  )
  const [, used, cancelled] = tickets
  await museum.cancelTicket(cancelled!.ticketId, undefined, anActor)
  clock.now = Date.UTC(2030, 4, 17, 9, 32)
  unrefused(await museum.admitTicket({ code: used!.confirmationCode as never }, anActor))
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  const link = (await museum.linkOf(tickets))!
  const codes = unrefused(await museum.getLinkedTickets(link)).tickets.flatMap(({ code }) => code ?? [])
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/my-tickets/${link}`, tickets, codes }
}

const widths = Object.entries(screens)

describe('the page with the tickets of a visitor in a browser', () => {
  it.each(
    widths.flatMap(([name, options]) => (['light', 'dark'] as const).map((scheme) => [name, scheme, options] as const)),
  )('fits, and has no fault that axe finds: %s, %s', async (name, colorScheme, options) => {
    const locale = name === 'tablet' ? 'ja' : name === 'phone' ? 'de' : 'en'
    const { url } = await openTickets()
    const { page, errors } = await browser.openPage({ ...options, colorScheme, locale })
    for (const path of ['', '/receipt', 'x']) {
      await page.goto(url + path)
      const folder = process.env['TEST_SCREENSHOTS']
      if (folder !== undefined)
        await page.screenshot({
          path: `${folder}/my-tickets-${name}-${colorScheme}${path.replace('/', '-')}.png`,
          fullPage: true,
        })
      const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect([path, width]).toEqual([path, 0])
      await page.evaluate(axe)
      expect(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([])
    }
    expect(errors.filter((error) => !error.includes('404'))).toEqual([])
  })

  it.each([true, false])(
    'shows codes that a scanner reads, also on a dark screen; with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { url, codes } = await openTickets()
      const { page } = await browser.openPage({ ...screens.phone, colorScheme: 'dark', javaScriptEnabled })
      await page.goto(url)
      const read = []
      for (const code of await page.locator('.code').all()) {
        const box = (await code.boundingBox())!
        expect(box.width).toBeGreaterThan(280)
        const [found] = await readBarcodes(await code.screenshot(), { formats: ['QRCode'] })
        read.push(found?.text)
      }
      expect(read).toEqual(codes)
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(javaScriptEnabled ? 1 : 0)
    },
  )

  it('stays as it is when the network is gone after it was loaded', async () => {
    const { url, tickets } = await openTickets()
    const { page } = await browser.openPage(screens.phone)
    const images: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'image' && request.url().startsWith('http')) images.push(request.url())
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    // A code that had to be loaded would be missing after a scroll, or on a page that the phone has put aside.
    expect(images).toEqual([])
    await page.context().setOffline(true)
    expect(await page.getByText(tickets[0]!.confirmationCode).isVisible()).toBe(true)
    const [found] = await readBarcodes(await page.locator('.code').first().screenshot(), { formats: ['QRCode'] })
    expect(found?.text).toMatch(/^M1:/)
  })

  it('leads to the receipt and back, in the language that the visitor chose', async () => {
    const { url } = await openTickets()
    const { page } = await browser.openPage(screens.phone)
    await page.goto(url)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Ihre Tickets', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Beleg' }).click()
    await page.getByRole('heading', { name: 'Beleg', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Zurück zu Ihren Tickets' }).click()
    await page.getByRole('heading', { name: 'Ihre Tickets', level: 1 }).waitFor()
  })

  it('has links and buttons of at least 44 pixels, which a keyboard reaches', async () => {
    const { url } = await openTickets()
    const { page } = await browser.openPage(screens.phone)
    await page.goto(url)
    for (const action of await page.locator('.actions > *:visible').all())
      expect((await action.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Museum of Clocks')
  })

  it('prints each ticket whole, without its buttons', async () => {
    const { url } = await openTickets()
    const { page } = await browser.openPage(screens.phone)
    await page.goto(url)
    await page.emulateMedia({ media: 'print' })
    const folder = process.env['TEST_SCREENSHOTS']
    if (folder !== undefined) await page.pdf({ path: `${folder}/my-tickets.pdf`, format: 'A4' })
    expect(await page.locator('.actions:visible').count()).toBe(0)
    expect(await page.locator('.code:visible').count()).toBe(3)
  })
})
