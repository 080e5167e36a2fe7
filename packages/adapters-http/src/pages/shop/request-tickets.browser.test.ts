import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, expect, it } from '@jest/globals'
import { anActor } from '@museum/testing'
import { screens, useBrowser } from '../../../../../tools/browser/use-browser.ts'
import { aMuseumApi } from '../../../test/a-museum-api.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const browser = useBrowser()
const servers: ServerType[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A museum with a shop, and the origin of its server. */
const open = async () => {
  const { api, museum, ports } = aMuseumApi(
    { museumName: 'Museum of Clocks' },
    { museumName: 'Museum of Clocks', shop: { mailFrom: 'tickets@museum.example' } },
  )
  await museum.ensureLinkKey(anActor)
  await ports.deliveries.setMailOn(true)
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
  servers.push(server)
  if (!server.listening) await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ports }
}

it.each([
  ['phone', 'light', 'en'],
  ['phone', 'dark', 'de'],
  ['phone', 'light', 'fr'],
  ['phone', 'light', 'es'],
  ['phone', 'dark', 'ja'],
  ['tablet', 'light', 'de'],
  ['desktop', 'dark', 'en'],
] as const)(
  'the page at which a visitor has tickets sent fits, and has no fault that axe finds: %s, %s, %s',
  async (screen, colorScheme, locale) => {
    const { origin } = await open()
    const { page, errors } = await browser.openPage({ ...screens[screen], colorScheme, locale })
    const check = async (step: string) => {
      const folder = process.env['TEST_SCREENSHOTS']
      const name = `request-tickets-${screen}-${locale}-${step}.png`
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}`, fullPage: true })
      const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      expect([step, width]).toEqual([step, 0])
      await page.evaluate(axe)
      expect(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([])
    }
    await page.goto(`${origin}/my-tickets`)
    await check('form')
    await page.locator('#email').fill('visitor@')
    await page.locator('button.main').click()
    await page.locator('#email-fault').waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('email')
    await check('fault')
    await page.locator('#email').fill('visitor@example.org')
    await page.locator('button.main').click()
    await page.locator('section.panel').waitFor()
    await check('answer')
    expect(page.url()).toBe(`${origin}/my-tickets`)
    expect(errors.filter((error) => !error.includes('422'))).toEqual([])
  },
)

it.each([true, false])(
  'a visitor goes from a wrong link to the form, and sends it; with JavaScript: %s',
  async (javaScriptEnabled) => {
    const { origin, ports } = await open()
    const { page } = await browser.openPage({ ...screens.phone, locale: 'en', javaScriptEnabled })
    await page.goto(`${origin}/my-tickets/wrong`)
    await page.getByRole('link', { name: 'Send me my tickets' }).click()
    await page.getByLabel('E-mail address').fill('visitor@example.org')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Please look into your mailbox' }).waitFor()
    const [request] = (await ports.deliveries.listMails({ page: 1, limit: 9 })).items
    expect(await ports.deliveries.recipientOf(request!.messageId)).toBe('visitor@example.org')
  },
)
