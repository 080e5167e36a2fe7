import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { screens, useBrowser } from '../../../../tools/browser/use-browser.ts'
import { findPortBelowEphemeralRange } from '../../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { engines } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)

describe.each(engines)('a visitor of the shop on %s', (_, newDatabase) => {
  const { start } = useServers(newDatabase)
  const browser = useBrowser()

  /** A rehearsal of the shop, where general entry costs 12. */
  const startShop = async () => {
    const port = await findPortBelowEphemeralRange()
    const server = await start({
      MUSEUM_SHOP: 'rehearsal',
      MUSEUM_PORT: String(port),
      MUSEUM_GENERAL_PRICE: '12',
      MUSEUM_ADMIN_PASSWORD: 'a password for the test',
    })
    const count = async (path: string) => ((await (await server.request('GET', path)).json()) as object[]).length
    return { url: `http://127.0.0.1:${port}`, count }
  }
  const fillForm = async (page: Page, url: string) => {
    await page.goto(`${url}/buy?date=${date}`)
    await page.locator('#quantity-full').fill('2')
    await page.locator('#email').fill('visitor@example.org')
    await page.locator('#terms').check()
  }
  const toReview = async (page: Page, url: string) => {
    await fillForm(page, url)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
  }
  const order = (page: Page) => page.getByRole('button', { name: 'Order and pay €24.00' }).click()
  const seeTickets = async (page: Page) => {
    await page.getByRole('heading', { name: 'Your tickets' }).waitFor()
    expect(await page.locator('.code').count()).toBe(2)
  }

  it.each([true, false])(
    'comes back without paying, has a card declined, pays, and has the tickets; with JavaScript: %s',
    async (javaScriptEnabled) => {
      const { url } = await startShop()
      const { page } = await browser.openPage({ ...screens.phone, javaScriptEnabled, locale: 'en' })
      await page.goto(url)
      await page.locator('a[href*="/buy"]').first().click()
      await page.locator(`a[href*="date=${date}"]`).click()
      await page.locator('#quantity-full').waitFor()
      await toReview(page, url)
      await order(page)
      await page.getByRole('link', { name: 'Back without paying' }).click()
      await page.getByText('We have not received your payment yet').waitFor()
      await page.getByRole('button', { name: 'Pay now' }).click()
      await page.getByRole('button', { name: 'Decline the card' }).click()
      await page.getByRole('button', { name: 'Pay €24.00' }).click()
      await seeTickets(page)
    },
  )

  it('gets one reservation for a double click, and for "back, and again"', async () => {
    const { url, count } = await startShop()
    const { page } = await browser.openPage({ ...screens.phone, locale: 'en' })
    await fillForm(page, url)
    await page.getByRole('button', { name: 'Continue' }).dblclick()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    expect(await count('/reservations')).toBe(1)
    await page.locator('form[action*="/release"] button').click()
    await page.getByRole('heading', { name: 'You have given up your places' }).waitFor()
  })

  it('orders once in two tabs, and sees the tickets after a reload and without a network', async () => {
    const { url, count } = await startShop()
    const { page } = await browser.openPage({ ...screens.phone, locale: 'en' })
    await toReview(page, url)
    const other = await page.context().newPage()
    await other.goto(page.url())
    await order(page)
    await order(other)
    await page.getByRole('button', { name: 'Pay €24.00' }).click()
    await seeTickets(page)
    await other.goto(page.url())
    await seeTickets(other)
    expect(await count('/orders?soldBy=shop:pages')).toBe(1)
    await page.context().setOffline(true)
    expect(await page.locator('.code').first().boundingBox()).toMatchObject({ width: expect.any(Number) })
    await page.context().setOffline(false)
    await page.reload()
    await seeTickets(page)
  })

  it('whose network is lost on the way back from the payment finds the tickets at the same address', async () => {
    const { url } = await startShop()
    const { page } = await browser.openPage({ ...screens.phone, locale: 'en' })
    await toReview(page, url)
    const review = page.url()
    await order(page)
    await page.route('**/buy/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Pay €24.00' }).click()
    await page.waitForTimeout(1_000)
    await page.unroute('**/buy/**')
    await page.goto(review)
    await seeTickets(page)
  })
})
