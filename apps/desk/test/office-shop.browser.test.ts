import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { shopSettings } from '../../server/test/shop-settings.ts'
import { expectSound, useDesk, views } from './the-desk.ts'

const desk = useDesk(() => shopSettings)
const isOpen = async () =>
  ((await (await desk.request('admin', 'GET', '/museum')).json()) as Readonly<{ shop: boolean }>).shop

describe('the online shop in the office', () => {
  it('is closed and opened again, and its page says what that means', async () => {
    const opened = await desk.openAs('admin', { path: 'office/shop' })
    const { page } = opened
    await page.getByText('Visitors buy tickets there.').waitFor()
    const link = page.getByRole('link', { name: 'https://museum.example/tickets/buy' })
    expect(await link.getAttribute('href')).toBe('https://museum.example/tickets/buy')
    expect(await isOpen()).toBe(true)
    await page.getByRole('button', { name: 'Close the online shop' }).click()
    await page.getByText('Visitors cannot buy tickets there at the moment').waitFor()
    await page.getByText('Saved.').waitFor()
    expect(await isOpen()).toBe(false)
    expect(await (await fetch(`${desk.origin()}/buy`)).text()).toContain(
      'Tickets cannot be bought online at the moment',
    )
    await expectSound(opened, 'office-shop-closed')
    await page.getByRole('button', { name: 'Open the online shop' }).click()
    await page.getByText('Visitors buy tickets there.').waitFor()
    expect(await isOpen()).toBe(true)
  })

  it.each(views)('says on a $screen, $colors, in $language that what costs something is not offered', async (view) => {
    const opened = await desk.openAs('admin', { ...view, path: 'office/shop' })
    await opened.page.getByText('MUSEUM_PAYMENT').waitFor()
    await expectSound(opened, `office-shop-${view.screen}-${view.colors}-${view.language}`)
  })

  /** Opens the section at another server of the museum. */
  const openAt = async (settings: Readonly<Record<string, string>>, look: (page: Page) => Promise<void>) => {
    const other = await desk.startAnother(settings)
    try {
      const { page } = await desk.open()
      await page.goto(`${other.origin}/desk/#/office/shop`)
      await page.locator('[name=username]').waitFor()
      await desk.signIn(page, 'admin')
      await look(page)
    } finally {
      await other.stop('SIGKILL')
    }
  }

  it('does not say so where visitors pay online', () =>
    openAt({ MUSEUM_PAYMENT: 'rehearsal' }, async (page) => {
      await page.getByRole('button', { name: 'Close the online shop' }).waitFor()
      expect(await page.getByText('MUSEUM_PAYMENT').count()).toBe(0)
    }))

  it('is none where the server has no shop', () =>
    openAt({ MUSEUM_SHOP: 'off' }, async (page) => {
      await page.getByText('This museum has no online shop.').waitFor()
      expect(await page.getByRole('button', { name: 'Close the online shop' }).count()).toBe(0)
    }))
})
