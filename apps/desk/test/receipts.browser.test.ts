import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, useDesk } from './the-desk.ts'

const desk = useDesk(() => ({
  MUSEUM_ADDRESS: '1 Clock Lane\n8001 Zürich',
  MUSEUM_VAT_ID: 'CHE-123',
  MUSEUM_VAT_RATE: '8.1',
}))

/** Sells two tickets of 12.00 in cash. */
const sell = async (options: Parameters<typeof desk.openAs>[1] = {}) => {
  const opened = await desk.openAs('box-office', options)
  const { page } = opened
  let printings = 0
  await page.exposeFunction('print', () => (printings += 1))
  await page.getByRole('spinbutton').first().fill('2')
  await page.getByRole('button', { name: /Cash|Bar|現金/ }).click()
  await page.locator('.sold-tickets li').nth(1).waitFor()
  const orderNumber = await page.locator('main > .quiet .code').innerText()
  const isPrinted = async (times: number) => {
    const wait = async (): Promise<void> => {
      if (printings < times) return page.waitForTimeout(20).then(wait)
    }
    await wait()
    expect(printings).toBe(times)
  }
  return { page, opened, orderNumber, isPrinted }
}
const onPaper = (page: Page) => page.locator('.printed-receipt')
/** Stores a picture of what is printed, as wide as the paper in CSS pixels, for a person to see. */
const picture = async (page: Page, name: string, width: number) => {
  const folder = process.env['TEST_SCREENSHOTS']
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ media: 'print' })
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
  await page.emulateMedia({ media: null })
}

describe('a receipt', () => {
  it('has the museum, the order, its tickets, their total, how it was paid, the change and the tax', async () => {
    const { page, orderNumber, isPrinted, opened } = await sell()
    await page.getByLabel('Cash given').fill('23')
    await page.getByText('€1.00 is missing.').waitFor()
    await page.getByLabel('Cash given').fill('30')
    await page.getByText('Change €6.00').waitFor()
    await expectSound(opened, 'sold-with-cash-given')
    await page.getByRole('button', { name: 'Receipt', exact: true }).click()
    await isPrinted(1)
    await page.emulateMedia({ media: 'print' })
    const text = (await onPaper(page).innerText()).replaceAll(/\s+/g, ' ')
    for (const part of [
      'Museum of Clocks 1 Clock Lane 8001 Zürich VAT no. CHE-123',
      `Order ${orderNumber}`,
      'General entry',
      '2 × €12.00',
      'Total €24.00',
      'Cash €24.00',
      'Cash given €30.00',
      'Change €6.00',
      'VAT of 8.1 % in €24.00 €1.80',
    ])
      expect(text).toContain(part)
    // Nothing else is printed, and nothing is wider than a roll.
    expect(await page.locator('main > :visible').count()).toBe(1)
    await page.setViewportSize({ width: 272, height: 800 })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(272)
    await picture(page, 'receipt-on-a-roll', 272)
  })

  it('is printed with the tickets where this device wants that, and remembers it', async () => {
    const { page, isPrinted } = await sell()
    await page.getByLabel('With a receipt').check()
    await page.getByRole('button', { name: 'Print' }).click()
    await isPrinted(1)
    expect([await page.locator('.printed-ticket').count(), await onPaper(page).count()]).toEqual([2, 1])
    await picture(page, 'receipt-with-tickets', 718)
    await page.keyboard.press('F2')
    await page.getByRole('spinbutton').first().fill('1')
    await page.getByRole('button', { name: 'Card' }).click()
    await page.getByLabel('With a receipt').and(page.locator(':checked')).waitFor()
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['museum.receipts'])
    expect(await page.getByLabel('Cash given').count()).toBe(0)
    await page.getByLabel('With a receipt').uncheck()
    await page.getByRole('button', { name: 'Print' }).click()
    await isPrinted(2)
    expect([await page.locator('.printed-ticket').count(), await onPaper(page).count()]).toEqual([1, 0])
  })

  it('is in the currency in which the museum sold, also when its currency is another one now', async () => {
    const { page, isPrinted } = await sell()
    await page.route('**/receipts', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('"EUR"', '"USD"') })
    })
    await page.getByRole('button', { name: 'Receipt', exact: true }).click()
    await isPrinted(1)
    const text = ((await onPaper(page).textContent()) ?? '').replaceAll(/\s+/g, ' ')
    expect(text).toContain('US$24.00')
    expect(text).not.toContain('€')
  })

  it('is not printed any more by another page', async () => {
    const { page, isPrinted } = await sell()
    await page.getByRole('button', { name: 'Receipt', exact: true }).click()
    await isPrinted(1)
    expect(await onPaper(page).count()).toBe(1)
    await page.getByRole('link', { name: 'Closing' }).click()
    const sales = page.getByRole('heading', { name: 'Sales of a period' })
    await sales.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect([await onPaper(page).count(), await sales.isVisible()]).toEqual([0, true])
    // Nor by the closing itself.
    await page.emulateMedia({ media: null })
    await page.getByRole('button', { name: 'No till' }).click()
    await page.locator('button.large', { hasText: 'Close the till' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close the till' }).click()
    await page.getByRole('button', { name: 'Print' }).click()
    await isPrinted(2)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.closing-sheet').isVisible()).toBe(true)
  })

  it('that is read when its page is left already is not printed', async () => {
    const { page, isPrinted } = await sell()
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      void page.route('**/receipts', async (route) => {
        resolve()
        await new Promise<void>((go) => (answer = go))
        await route.fallback()
      })
    })
    await page.getByRole('button', { name: 'Receipt', exact: true }).click()
    await asked
    await page.getByRole('link', { name: 'Closing' }).click()
    await page.getByRole('heading', { name: 'Closing', exact: true }).waitFor()
    const read = page.waitForResponse('**/receipts')
    answer()
    await (await read).finished()
    await page.waitForTimeout(200)
    await isPrinted(0)
    expect(await onPaper(page).count()).toBe(0)
  })

  it('is wanted with the tickets also where the browser stores nothing', async () => {
    const { page, opened } = await sell()
    await page.evaluate(`{
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(globalThis, name, { get: () => { throw new DOMException('Blocked', 'SecurityError') } })
    }`)
    await page.getByLabel('With a receipt').check()
    await page.getByRole('link', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Sell' }).click()
    expect(opened.errors()).toEqual([])
  })

  it('of a refund is chosen in Find, names the order and has minus amounts', async () => {
    const { page, orderNumber, isPrinted } = await sell()
    await page.getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByText('The sale is undone').waitFor()
    await page.getByRole('link', { name: 'Find' }).click()
    await page.getByRole('searchbox').fill(orderNumber)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Receipt', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Receipt of a refund · .* · -€24\.00$/ })
      .click()
    await isPrinted(1)
    const text = ((await onPaper(page).textContent()) ?? '').replaceAll(/\s+/g, ' ')
    expect(text).toContain('Receipt of a refund')
    expect(text).toContain(orderNumber)
    expect(text).toContain('Total-€24.00')
    expect(text).toContain('VAT of 8.1 % in -€24.00-€1.80')
  })
})
