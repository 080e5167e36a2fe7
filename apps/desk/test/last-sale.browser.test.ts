import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
let eventId: string
type Order = Readonly<{
  orderId: string
  orderNumber: string
  tickets: readonly Readonly<{ ticketId: string; confirmationCode: string }>[]
}>
const sell = async (quantity: number) => {
  const order = {
    items: [{ ticketType: 'event', eventId, ticketDate: '2030-05-02', quantity }],
    payment: { method: 'cash' },
  }
  return (await (await desk.request('box-office', 'POST', '/orders', order)).json()) as Order
}
const stateOf = async ({ tickets: [first] }: Order) =>
  ((await (await desk.request('box-office', 'GET', `/tickets/${first!.ticketId}`)).json()) as { state: string }).state

beforeAll(async () => {
  const event = { name: 'Night', location: 'Main Hall', eventDescription: '', dates: ['2030-05-02'], price: 10 }
  const created = await desk.request('admin', 'POST', '/special-events', event)
  eventId = ((await created.json()) as { eventId: string }).eventId
})

/** At the size of a small screen at a till. */
const open = async () => {
  const opened = await desk.openAs('box-office', { options: { viewport: { width: 1_280, height: 800 } } })
  const { page } = opened
  await page.getByRole('button', { name: 'No till' }).click()
  return { ...opened, line: page.locator('.last-sale') }
}
/** The bottom edge of an element. */
const bottomOf = async (page: Page, selector: string) => {
  const { y, height } = (await page.locator(selector).boundingBox())!
  return y + height
}

describe('the last sale on the page Sell', () => {
  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    await sell(3)
    const opened = await desk.openAs('box-office', view)
    await opened.page.locator('.last-sale button').nth(1).waitFor()
    await expectSound(opened, screenshotOf('last-sale', view))
  })

  it('is in sight, is printed by one input, and keeps the focus on its button', async () => {
    const { tickets, orderNumber } = await sell(3)
    const { page, line, errors } = await open()
    const prints: string[] = []
    const printed = new Promise<void>((resolve) => {
      void page.exposeFunction('print', async () => {
        prints.push(await page.locator('.printed').innerHTML())
        resolve()
      })
    })
    await page.getByText(/^Last sale at \d\d:\d\d: €30\.00$/).waitFor()
    expect(await bottomOf(page, '.last-sale')).toBeLessThanOrEqual(800)
    await line.getByRole('button', { name: 'Print' }).click()
    await printed
    for (const { confirmationCode } of tickets) expect(prints[0]).toContain(confirmationCode)
    expect(prints[0]).toContain(orderNumber)
    await page.locator('.last-sale button:focus', { hasText: 'Print' }).waitFor()
    expect(errors()).toEqual([])
  })

  it('before the last one is printed by one input, from the list below', async () => {
    const { tickets, orderNumber } = await sell(2)
    await sell(1)
    const { page, errors } = await open()
    const printed = new Promise<string>((resolve) => {
      void page.exposeFunction('print', async () => resolve(await page.locator('.printed').innerHTML()))
    })
    await page
      .locator('.last-sales')
      .getByRole('button', { name: `Print ${orderNumber}` })
      .click()
    for (const { confirmationCode } of tickets) expect(await printed).toContain(confirmationCode)
    expect(errors()).toEqual([])
  })

  it('is undone by two inputs, says what to give back and offers nothing more', async () => {
    const order = await sell(2)
    const opened = await open()
    const { page, line } = opened
    await line.getByText('€20.00').waitFor()
    await line.getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('dialog').getByText('Give back €20.00: Cash.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the sale' }).click()
    await line.getByRole('status').getByText('The sale is undone · Give back €20.00: Cash.').waitFor()
    await line.getByText('2 × Cancelled').waitFor()
    await line.getByText('Refunded €20.00').waitFor()
    expect(await stateOf(order)).toBe('cancelled')
    await line.getByRole('button').first().waitFor({ state: 'detached' })
    await page.locator('.last-sales li', { hasText: order.orderNumber }).getByText('Cancelled').waitFor()
    await expectSound(opened)
  })

  it('of which a ticket was cancelled is printed without it, and not undone here', async () => {
    const { tickets } = await sell(2)
    await desk.request('box-office', 'POST', `/tickets/${tickets[0]!.ticketId}/cancellation`)
    const { line, page } = await open()
    const printed = new Promise<void>((resolve) => void page.exposeFunction('print', () => resolve()))
    await line.getByRole('button', { name: 'Print' }).click()
    await printed
    expect(await page.locator('.printed-ticket').count()).toBe(1)
    expect(await line.getByRole('button').count()).toBe(1)
  })

  it('is the one that was just sold when the page is shown again, never the one before it', async () => {
    await sell(1)
    const { page, line } = await open()
    await line.getByText('€10.00').waitFor()
    await page.getByRole('spinbutton').first().fill('4')
    await page.getByRole('button', { name: 'Card' }).click()
    await page.getByRole('heading', { name: '4 tickets sold' }).waitFor()
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await page.route(/\/orders\?/, async (route) => {
      await held
      await route.fallback()
    })
    await page.keyboard.press('F2')
    await page.locator('input[name=offer]:focus').waitFor()
    expect(await line.innerText()).toBe('')
    const before = await page.locator('.sale').boundingBox()
    answer()
    await line.getByText('€48.00').waitFor()
    // It moves nothing.
    expect(await page.locator('.sale').boundingBox()).toEqual(before)
  })
})
