import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import { mailAttempts } from '@museum/application'
import { CalendarDate, Email, EventId, Instant, LanguageTag, PaymentMethod, Price, Quantity } from '@museum/domain'
import { dictionaries } from '@museum/languages'
import { anActor, inMemoryMailSender, unrefused } from '@museum/testing'
import { type OpenedPage, screens, useBrowser } from '../../../../../tools/browser/use-browser.ts'
import { aMuseumApi, event } from '../../../test/a-museum-api.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const browser = useBrowser()
const servers: ServerType[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A museum whose visitors cancel tickets until 24 hours before, with an order of three tickets, and the page of its link. */
const open = async () => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const { api, museum, ports, send } = aMuseumApi(
    { now: () => Instant(clock.now), generalPrice: Price(1_200), ownCancellation: 24 },
    { museumName: 'Museum of Clocks', timeZone: 'Europe/Zurich', shop: { mailFrom: 'tickets@museum.example' } },
  )
  await museum.ensureLinkKey(anActor)
  await ports.deliveries.setMailOn(true)
  const name = 'A night among torches, musical clocks and the automata of three centuries'
  const { eventId } = (await (await send('POST', '/special-events', { ...event, name })).json()) as { eventId: string }
  const ticketDate = CalendarDate('2030-05-17')
  const { orderId, tickets } = unrefused(
    await museum.placeOrder({
      items: [
        { ticketType: 'event', eventId: EventId(eventId), ticketDate, quantity: Quantity(1) },
        { ticketType: 'general', ticketDate, quantity: Quantity(2) },
      ],
      purchaser: { email: Email('visitor@example.org') },
      payment: { method: PaymentMethod('card') },
      ...({ language: LanguageTag('de') } as object),
    }),
  )
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const mailSender = inMemoryMailSender()
  const attempt = mailAttempts({ ...ports, ...museum, mailSender, mailRate: 60 })
  /** The URL to which the latest e-mail leads. */
  const mailed = async () => {
    for (let claimed = await ports.deliveries.claim('mail', 10); claimed.length > 0;) {
      await ports.deliveries.settle(await Promise.all(claimed.map((each) => attempt(each as never))))
      claimed = await ports.deliveries.claim('mail', 10)
    }
    const mail = mailSender.mails.findLast(({ kind }) => kind === 'cancellation-requested')
    return `${origin}/my-tickets/cancellation/${(mail as { link: string }).link}`
  }
  const states = async () => (await ports.orders.find(orderId))!.tickets.map(({ state }) => state)
  const url = `${origin}/my-tickets/${(await museum.linkOf(tickets))!}`
  return { clock, museum, tickets, mailed, states, url }
}

const { ownCancellation: words, myTickets } = dictionaries.de

/** The page has targets of 44 pixels, fits, and has no fault that axe finds: the last two are read by JavaScript. */
const expectUsable = async ({ page }: Pick<OpenedPage, 'page'>, name: string, javaScriptEnabled = true) => {
  const folder = process.env['TEST_SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/cancellation-${name}.png`, fullPage: true })
  for (const target of await page.locator('main button:visible, main a.button, .choice label').all())
    expect([name, (await target.boundingBox())!.height >= 44]).toEqual([name, true])
  if (!javaScriptEnabled) return
  const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect([name, wider]).toEqual([name, 0])
  await page.evaluate(axe)
  const violations = await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')
  expect([name, violations]).toEqual([name, []])
}

describe('the cancellation of tickets by a visitor, in a browser', () => {
  it.each([
    [true, 'light'],
    [false, 'dark'],
  ] as const)(
    'goes from the tickets over the e-mail to the button; with JavaScript: %s, %s',
    async (javaScriptEnabled, colorScheme) => {
      const { url, tickets, mailed, states } = await open()
      const { page, errors } = await browser.openPage({ ...screens.phone, colorScheme, javaScriptEnabled })
      const kind = javaScriptEnabled ? 'script' : 'plain'
      const usable = (name: string) => expectUsable({ page }, `${kind}-${name}`, javaScriptEnabled)
      await page.goto(url)
      await usable('form')
      await page.getByRole('button', { name: words.request }).click()
      await page.getByText(words.nothingChosen).waitFor()
      await usable('fault')
      const first = page.getByRole('checkbox').first()
      expect(await first.getAttribute('aria-describedby')).toBe('cancel-fault')
      await page.getByRole('checkbox', { name: /^Ticket 1 von 3/ }).check()
      await page.locator(`label[for="cancel-${tickets[2]!.ticketId}"]`).click()
      const sum = page.locator('#cancel output')
      if (javaScriptEnabled) expect(await sum.textContent()).toMatch(/^31,90\s€$/)
      else expect(await sum.isVisible()).toBe(false)
      await page.getByRole('button', { name: words.request }).click()
      await page.getByRole('heading', { name: words.sent.heading, level: 1 }).waitFor()
      await usable('sent')
      expect(await page.locator('main').textContent()).toMatch(/31,90\s€/)
      const link = await mailed()
      await page.goto(link)
      await page.getByRole('heading', { name: words.question(2), level: 1 }).waitFor()
      await usable('question')
      expect(await states()).toEqual(['valid', 'valid', 'valid'])
      await page.getByRole('button', { name: words.confirm(2) }).click()
      await page.getByRole('heading', { name: words.done.heading(2), level: 1 }).waitFor()
      await usable('done')
      expect(await states()).toEqual(['cancelled', 'valid', 'cancelled'])
      await page.goto(link)
      await page.getByRole('heading', { name: words.done.heading(2), level: 1 }).waitFor()
      await page.getByRole('link', { name: myTickets.back }).click()
      await page.getByText(myTickets.cancelled).first().waitFor()
      expect(await page.locator('.code').count()).toBe(1)
      expect(errors.filter((error) => !error.includes('422'))).toEqual([])
    },
  )

  it('says why nothing was cancelled, and that a link has ended', async () => {
    const { url, clock, museum, tickets, mailed } = await open()
    const { page } = await browser.openPage(screens.phone)
    await page.goto(url)
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await page.getByRole('button', { name: words.request }).click()
    await page.getByRole('heading', { name: words.sent.heading }).waitFor()
    const link = await mailed()
    await page.goto(link)
    await museum.cancelTicket(tickets[0]!.ticketId, undefined, anActor)
    await page.getByRole('button', { name: words.confirm(3) }).click()
    await page.getByRole('heading', { name: words.refused.heading }).waitFor()
    expect(await page.getByText(words.refused.cancelled).isVisible()).toBe(true)
    await expectUsable({ page }, 'refused')
    clock.now += 3_600_000
    await page.goto(link)
    await page.getByRole('heading', { name: dictionaries.en.ownCancellation.linkEnded.heading }).waitFor()
    await expectUsable({ page }, 'ended')
  })

  it('is reached with the keyboard, and not printed', async () => {
    const { url, mailed, states } = await open()
    const { page } = await browser.openPage(screens.phone)
    await page.goto(url)
    await page.getByRole('checkbox').first().focus()
    await page.keyboard.press('Space')
    for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: words.sent.heading }).waitFor()
    await page.goto(await mailed())
    await page.getByRole('button', { name: words.confirm(1) }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: words.done.heading(1) }).waitFor()
    expect(await states()).toEqual(['cancelled', 'valid', 'valid'])
    await page.goto(url)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('#cancel').isVisible()).toBe(false)
  })
})
