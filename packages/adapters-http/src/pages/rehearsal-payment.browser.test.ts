import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import { Currency, Instant, LanguageTag, PaymentId } from '@museum/domain'
import { exampleId } from '@museum/testing/examples'
import type { BrowserContextOptions } from 'playwright-core'
import { screens, useBrowser } from '../../../../tools/browser/use-browser.ts'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import type { ShownPayment } from './rehearsal-payment.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const browser = useBrowser()
const close: (() => void)[] = []
afterEach(() => {
  for (const each of close.splice(0)) each()
})

const portOf = async (server: Server | ServerType) => {
  if (!server.listening) await once(server, 'listening')
  close.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** The page of a payment, and a museum's website at another origin, to which it leads back. */
const openPayment = async (options: BrowserContextOptions = screens.phone) => {
  const website = createServer((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end('<!doctype html><title>Back</title><link rel="icon" href="data:,"><h1>Back at the museum</h1>'),
  )
  website.listen(0, '127.0.0.1')
  const returnUrl = `http://127.0.0.1:${await portOf(website)}/back?reservation=1`
  const paymentId = PaymentId(exampleId(1))
  let payment: ShownPayment = {
    paymentId,
    lines: [
      { name: 'Nacht im Museum, Erwachsene', quantity: 2, price: 1_990 },
      { name: 'Nacht im Museum, Kinder und Jugendliche von 6 bis 17 Jahren', quantity: 3, price: 995 },
    ],
    amount: 6_965,
    currency: Currency('EUR'),
    expiresAt: Instant(Date.now() + 31 * 60_000),
    returnUrl,
    language: LanguageTag('de'),
    state: 'open',
  }
  const { api } = aMuseumApi(
    {},
    {
      museumName: 'Historisches Museum der Stadt',
      timeZone: 'Europe/Zurich',
      rehearsalPayments: {
        find: async () => payment,
        act: async (_, action) =>
          (payment = { ...payment, ...(action === 'decline' ? { isDeclined: true } : { state: 'paid' }) }),
      },
    },
  )
  const port = await portOf(serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 }))
  const url = `http://127.0.0.1:${port}/rehearsal-payment/${paymentId}`
  const { page, errors } = await browser.openPage(options)
  await page.goto(url)
  return { page, errors, url, returnUrl }
}

describe('the page of a rehearsed payment in a browser', () => {
  it.each(['light', 'dark'] as const)('is readable and fits a phone: %s', async (colorScheme) => {
    const { page, errors } = await openPayment({ ...screens.phone, colorScheme })
    await page.getByRole('button', { name: 'Karte ablehnen' }).click()
    await page.getByRole('alert').waitFor()
    const folder = process.env['TEST_SCREENSHOTS']
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/rehearsal-payment-${colorScheme}.png`, fullPage: true })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.evaluate(axe)
    expect(await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')).toEqual([])
    expect(errors).toEqual([])
  })

  it.each([true, false])(
    'leads back to the museum at another origin, with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { page, errors, returnUrl } = await openPayment({ ...screens.phone, javaScriptEnabled })
      await page.getByRole('button', { name: '69,65 € zahlen' }).click()
      await page.getByRole('heading', { name: 'Back at the museum' }).waitFor({ timeout: 10_000 })
      expect(page.url()).toBe(returnUrl)
      expect(errors).toEqual([])
    },
  )

  it('leads back without paying', async () => {
    const { page, url, returnUrl } = await openPayment()
    await page.getByRole('link', { name: 'Zurück, ohne zu zahlen' }).click()
    await page.getByRole('heading', { name: 'Back at the museum' }).waitFor({ timeout: 10_000 })
    expect(page.url()).toBe(returnUrl)
    await page.goto(url)
    expect(await page.getByRole('button').count()).toBe(3)
  })
})
