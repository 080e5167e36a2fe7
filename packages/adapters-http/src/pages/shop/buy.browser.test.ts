import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import {
  Capacity,
  Instant,
  Percentage,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
  VatRate,
} from '@museum/domain'
import { anActor, inMemoryPaymentProvider, unrefused } from '@museum/testing'
import { screens, useBrowser } from '../../../../../tools/browser/use-browser.ts'
import { aMuseumApi, event } from '../../../test/a-museum-api.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const browser = useBrowser()
const servers: ServerType[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const freePort = async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

/** A shop that is open at 127.0.0.1, with an event, general entry with entry times, and two price categories. */
const openShop = async (isRehearsal = false) => {
  const port = await freePort()
  const publicOrigin = `http://127.0.0.1:${port}`
  const provider = inMemoryPaymentProvider()
  const now = () => Instant(Date.now())
  const given = aMuseumApi(
    {
      now,
      generalPrice: Price(1_200),
      paymentProvider: provider,
      returnUrls: { usual: `${publicOrigin}/`, faultOf: () => undefined },
      museumName: 'Museum of Clocks',
    },
    {
      museumName: 'Museum of Clocks',
      timeZone: 'UTC',
      publicOrigin,
      shop: {
        isRehearsal,
        mailFrom: 'tickets@museum.example',
      },
      termsUrl: 'https://museum.example/terms',
      privacyUrl: 'https://museum.example/privacy',
      legalNoticeUrl: 'https://museum.example/legal',
      vatRate: VatRate(810),
      eventVatRate: VatRate(810),
    },
  )
  const { museum, send, api } = given
  await museum.ensureLinkKey(anActor)
  unrefused(
    await museum.setPriceCategories(
      PriceCategories([
        { priceCategory: PriceCategoryId('full'), name: PriceCategoryName('Adult'), percentage: Percentage(100) },
        {
          priceCategory: PriceCategoryId('student'),
          name: PriceCategoryName('Student or pensioner'),
          percentage: Percentage(50),
        },
        {
          priceCategory: PriceCategoryId('child'),
          name: PriceCategoryName('Child up to 16'),
          percentage: Percentage(0),
        },
      ]),
      anActor,
    ),
  )
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const date = dayAfter(3)
  const dates = [10, 11, 17].map(dayAfter)
  const { eventId } = (await (await send('POST', '/special-events', { ...event, dates })).json()) as { eventId: string }
  await museum.setEventCapacity(eventId as never, Capacity(1_000), anActor)
  await send('PUT', '/museum-hours/entry-times', {
    rule: { every: 60, lastEntry: 60 },
    capacity: 40,
    early: 15,
    late: null,
    exceptions: [
      { date, entryTime: '11:00', capacity: 0 },
      { date, entryTime: '12:00', capacity: 4 },
    ],
  })
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port })
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  return { ...given, url: `${publicOrigin}/buy`, date, provider }
}

/** Reserves two tickets, and returns the address of the review. */
const reserve = async ({ url, date }: Awaited<ReturnType<typeof openShop>>): Promise<string> => {
  const typed = { key: 'one', date, time: '13:00', email: 'visitor@example.org', terms: 'yes', language: 'en' }
  const body = new URLSearchParams({ ...typed, 'quantity-full': '2', 'price-full': '1200' })
  const reserved = await fetch(url, { method: 'POST', redirect: 'manual', body })
  return new URL(reserved.headers.get('Location')!, url).href
}

describe('the pages at which visitors buy, in a browser', () => {
  it.each(
    Object.entries(screens).flatMap(([name, options]) =>
      (['light', 'dark'] as const).flatMap((scheme) =>
        (name === 'phone' ? [false, true] : [false]).map(
          (isRehearsal) => [name, scheme, isRehearsal, options] as const,
        ),
      ),
    ),
  )(
    'fit, and have no fault that axe finds: %s, %s, in a rehearsal: %s',
    async (name, colorScheme, isRehearsal, options) => {
      const locale = name === 'tablet' ? 'ja' : name === 'phone' ? 'de' : 'en'
      const { url, date } = await openShop(isRehearsal)
      const { page, errors } = await browser.openPage({ ...options, colorScheme, locale })
      const check = async (what: string) => {
        const folder = process.env['TEST_SCREENSHOTS']
        if (folder !== undefined)
          await page.screenshot({
            path: `${folder}/buy-${what}-${name}-${colorScheme}${isRehearsal ? '-rehearsal' : ''}.png`,
            fullPage: true,
          })
        const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
        expect([what, width]).toEqual([what, 0])
        await page.evaluate(axe)
        const violations = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        )
        expect([what, violations]).toEqual([what, []])
      }
      await page.goto(url)
      await check('choose')
      await page.goto(`${url}?date=${date}`)
      await check('form')
      await page.locator('button.main').click()
      await page.locator('.faults').waitFor()
      await check('faults')
      await page.locator('label:has([value="12:00"])').click()
      await page.locator('#quantity-full').fill('2')
      await page.locator('#email').fill('visitor@example.org')
      await page.locator('#terms').check()
      await page.locator('button.main').click()
      await page.locator('table.order').waitFor()
      await check('review')
      await page.locator('form[action*="/release"] button').click()
      await page.locator('a.button').waitFor()
      await check('given-up')
      expect(errors.filter((error) => !error.includes('422'))).toEqual([])
    },
  )

  it.each([true, false])(
    'sell what is free, with the keyboard alone; with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { url, date } = await openShop()
      const { page } = await browser.openPage({ ...screens.phone, javaScriptEnabled })
      await page.goto(url)
      await page.locator(`a[href*="date=${date}"]`).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('radio', { name: '12:00' }).focus()
      await page.keyboard.press('Space')
      await page.getByRole('textbox', { name: /Child/ }).focus()
      await page.keyboard.type('2')
      await page.getByRole('textbox', { name: 'E-mail address' }).focus()
      await page.keyboard.type('visitor@example.org')
      await page.getByRole('checkbox').focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Continue' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your order' }).waitFor()
      await page.getByRole('button', { name: 'Order', exact: true }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Your tickets' }).waitFor()
      expect(await page.locator('.code').count()).toBe(2)
    },
  )

  it('adds up what is chosen while it is typed', async () => {
    const { url, date } = await openShop()
    const { page } = await browser.openPage(screens.phone)
    await page.goto(`${url}?date=${date}`)
    await page.getByRole('textbox', { name: /Adult/ }).fill('2')
    await page.getByRole('textbox', { name: /Student/ }).fill('1')
    expect(await page.locator('.sum').innerText()).toContain('€30.00')
  })

  it('takes the focus to what is wrong, and keeps what was typed', async () => {
    const { url, date } = await openShop()
    const { page } = await browser.openPage(screens.phone)
    await page.goto(`${url}?date=${date}&time=12:00`)
    await page.getByRole('textbox', { name: /Adult/ }).fill('2')
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('ada@')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('email')
    expect(await page.getByRole('textbox', { name: /Adult/ }).inputValue()).toBe('2')
  })

  it('say a minute before the end that it comes, and one press gives more time', async () => {
    const shop = await openShop()
    const { page } = await browser.openPage(screens.phone)
    await page.clock.install()
    await page.goto(await reserve(shop))
    await page.clock.fastForward('13:50')
    expect(await page.getByRole('status').innerText()).toMatch(/^Your places are held until \d\d:\d\d\.$/)
    await page.clock.fastForward('00:20')
    expect(await page.getByRole('status').innerText()).toBe('Your places are held for one more minute.')
    await page.getByRole('button', { name: 'I need more time' }).click()
    await page.getByText('Your places are held until').waitFor()
  })

  it.each([true, false])(
    'that wait for a payment show the tickets once it is there; with JavaScript: %s',
    async (javaScriptEnabled) => {
      const shop = await openShop()
      const { page } = await browser.openPage({ ...screens.phone, javaScriptEnabled })
      const url = await reserve(shop)
      const paying = await fetch(url.replace('?', '/payment?'), { method: 'POST', redirect: 'manual' })
      await page.goto(url)
      await page.getByText('We have not received your payment yet').waitFor()
      await page.getByRole('button', { name: 'Pay now' }).waitFor()
      shop.provider.pay(paying.headers.get('Location')!.split('/').at(-1) as never)
      await page.getByRole('heading', { name: 'Your tickets' }).waitFor()
      expect(await page.locator('.code').count()).toBe(2)
    },
  )
})
