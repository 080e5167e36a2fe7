import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page, Request } from 'playwright-core'
import { type OpenedDesk, expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
let eventId: string

beforeAll(async () => {
  const event = { name: 'Night', location: 'Main Hall', eventDescription: '', dates: ['2030-05-02'], price: 20 }
  const created = await desk.request('admin', 'POST', '/special-events', event)
  eventId = ((await created.json()) as { eventId: string }).eventId
})

const question = (page: Page) => page.getByRole('region', { name: 'The till of this device' })
/** Opens the page Sell, which gives the focus to what is sold. */
const openSell = async () => {
  const opened = await desk.openAs('box-office')
  await opened.page.locator('input[name=offer]:focus').waitFor()
  return opened
}
/** The same of a device that has this till. */
const openAt = async (till: string): Promise<OpenedDesk> => {
  const opened = await openSell()
  await question(opened.page).getByLabel('Name of the till').fill(till)
  await opened.page.keyboard.press('Enter')
  await opened.page.getByText(`Till: ${till}`).waitFor()
  return opened
}
const reload = async (page: Page) => {
  await page.reload()
  await desk.signIn(page, 'box-office')
  await page.locator('.stepper').first().waitFor()
}

describe('the till of a device', () => {
  it.each(views)('is asked for on a page that is sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('box-office', view)
    await opened.page.locator('.stepper').first().waitFor()
    await opened.page.locator('.till-question').waitFor()
    await expectSound(opened, screenshotOf('till', view))
  })

  it('is asked for once, shown on Sell and Closing, and can be changed and left out', async () => {
    const opened = await openAt('North')
    const { page } = opened
    await reload(page)
    await page.getByText('Till: North').waitFor()
    expect(await question(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Closing' }).click()
    await page.getByRole('heading', { name: 'Closing', exact: true }).waitFor()
    await page.getByText('Till: North').waitFor()
    await page.getByRole('button', { name: 'Change the till' }).click()
    await page.getByRole('dialog').getByLabel('Name of the till').fill('  South ')
    await expectSound(opened, 'till-dialog')
    await page.keyboard.press('Enter')
    await page.getByText('Till: South', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change the till' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No till' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(`${desk.origin()}/desk/#/box-office/sell`)
    await reload(page)
    await page.getByText('No till', { exact: true }).waitFor()
    expect(await question(page).count()).toBe(0)
  })

  it('has its new name in the other tabs too', async () => {
    const { page } = await openAt('North')
    const other = await page.context().newPage()
    await other.goto(`${desk.origin()}/desk/`)
    await desk.signIn(other, 'box-office')
    await other.getByRole('button', { name: 'Change the till' }).click()
    await other.getByRole('dialog').getByLabel('Name of the till').fill('East')
    await other.keyboard.press('Enter')
    await page.getByText('Till: East').waitFor()
  })

  it('has a name that the museum accepts, or a fault at its field', async () => {
    const { page } = await openSell()
    await question(page).getByLabel('Name of the till').fill('x'.repeat(101))
    await page.keyboard.press('Enter')
    await question(page).locator('.fault', { hasText: 'Write at most 100 characters.' }).waitFor()
    // No till is chosen with its own button.
    await question(page).getByLabel('Name of the till').fill(' ')
    await page.keyboard.press('Enter')
    await question(page).locator('.fault', { hasNotText: '100' }).waitFor()
    expect(await question(page).locator('input:focus').getAttribute('aria-invalid')).toBe('true')
    await question(page).getByRole('button', { name: 'No till' }).click()
    await page.getByText('No till', { exact: true }).waitFor()
  })
})

describe('what a device sends', () => {
  /** The bodies of a sale, the reversal of it, the refund of an order and that of a ticket, as a device sends them. */
  const sendAll = async (page: Page) => {
    const sent: Record<string, unknown>[] = []
    page.on('request', (request: Request) => {
      if (request.method() === 'POST') sent.push((request.postDataJSON() ?? {}) as Record<string, unknown>)
    })
    await page.locator('.stepper input').first().fill('1')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('heading', { name: 'The sale is undone' }).waitFor()
    const cancelled = async () => {
      const items = [{ ticketType: 'event', eventId, ticketDate: '2030-05-02', quantity: 2 }]
      const response = await desk.request('box-office', 'POST', '/orders', { items, payment: { method: 'cash' } })
      const { orderId } = (await response.json()) as { orderId: string }
      await desk.request('box-office', 'POST', `/orders/${orderId}/cancellation`)
      return orderId
    }
    await page.getByRole('link', { name: 'Find' }).click()
    for (const [orderId, amount] of [
      [await cancelled(), '€40.00'],
      [await cancelled(), '€20.00'],
    ] as const) {
      await page.locator('input[type=search]').fill(orderId)
      await page.keyboard.press('Enter')
      // The tickets of an order are folded.
      if (amount === '€20.00') await page.locator('main summary').click()
      const refund = page.getByRole('button', { name: `Refund ${amount}` }).first()
      await refund.click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Refund ${amount}` })
        .click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    return sent
  }

  it('has its till in every sale, reversal and refund', async () => {
    const { page } = await openAt('North')
    const sent = await sendAll(page)
    expect(sent.map(({ till }) => till)).toEqual(['North', 'North', 'North', 'North'])
    const preview = await desk.request('box-office', 'GET', '/closing-preview?till=North')
    expect(await preview.json()).toMatchObject({ methods: [{ method: 'cash', sold: 12, refunded: 72 }] })
  })

  it('has no till where the device has none', async () => {
    const { page } = await openSell()
    await question(page).getByRole('button', { name: 'No till' }).click()
    const sent = await sendAll(page)
    expect(sent.map((body) => Object.hasOwn(body, 'till'))).toEqual([false, false, false, false])
  })
})
