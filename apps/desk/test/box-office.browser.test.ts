import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { readQrCode } from '../../server/test/read-qr-code.ts'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
const markup = '<img src=x onerror="alert(1)"> & \u202Etxet'

type Order = Readonly<{
  orderId: string
  orderNumber: string
  tickets: readonly Readonly<{ ticketId: string; confirmationCode: string; state: string }>[]
}>
let eventId: string
const email = 'visitor@example.org'

const json = async <Body>(request: ReturnType<typeof desk.request>) => (await (await request).json()) as Body
/** Sells an order of two adults and a child for the event. */
const sellOrder = (method = 'cash') =>
  json<Order>(
    desk.request('box-office', 'POST', '/orders', {
      items: [
        { ticketType: 'event', eventId, ticketDate: '2030-05-02', quantity: 2 },
        { ticketType: 'event', eventId, ticketDate: '2030-05-02', priceCategory: 'child' },
      ],
      email,
      payment: { method, reference: 'Receipt 4711' },
    }),
  )
/** Unfolds the tickets of the order that was found. */
const unfold = (page: Page) => page.locator('summary', { hasText: 'tickets sold' }).click()
const ticketOf = (ticketId: string) =>
  json<{ state: string; refund?: { state: string; method?: string } }>(
    desk.request('box-office', 'GET', `/tickets/${ticketId}`),
  )

beforeAll(async () => {
  await desk.request('admin', 'PUT', '/price-categories', [
    { priceCategory: 'full', name: 'Adult', percentage: 100 },
    { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
  ])
  const event = { name: markup, location: 'Main Hall', eventDescription: '', dates: ['2030-05-02'], price: 20 }
  eventId = (await json<{ eventId: string }>(desk.request('admin', 'POST', '/special-events', event))).eventId
})

describe('finding tickets at the desk', () => {
  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    const { orderId } = await sellOrder()
    const opened = await desk.openAs('box-office', { ...view, path: 'box-office/find' })
    await opened.page.locator('input[type=search]').fill(orderId)
    await opened.page.keyboard.press('Enter')
    await opened.page.locator('summary').waitFor()
    await expectSound(opened, screenshotOf('find', view))
    await opened.page.locator('summary').click()
    await opened.page.locator('.found-tickets li').nth(2).waitFor()
    await expectSound(opened, screenshotOf('find-unfolded', view))
  })

  it('finds an order by its number, by a code, by a scanned QR code, and by the number of a ticket', async () => {
    const order = await sellOrder()
    const [ticket] = order.tickets as [Order['tickets'][number]]
    const image = await desk.request('box-office', 'GET', `/tickets/${ticket.ticketId}/qr`)
    const scanned = (await readQrCode(await image.arrayBuffer()))!
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = opened
    const { orderNumber } = order
    for (const text of [
      orderNumber,
      orderNumber.toUpperCase().replace('-', ''),
      order.orderId,
      ticket.confirmationCode.toUpperCase(),
      scanned,
      ticket.ticketId,
    ]) {
      // As a hand scanner types: into the field that has the focus, at once, with Enter.
      await page.locator('input[type=search]').focus()
      await page.keyboard.insertText(text)
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Order' }).getByText(order.orderNumber).waitFor()
      expect(await page.locator('.found-tickets .code').allTextContents()).toEqual(
        order.tickets.map(({ confirmationCode }) => confirmationCode),
      )
      await page.getByRole('link', { name: 'Closing' }).click()
      await page.getByRole('link', { name: 'Find' }).click()
    }
    await expectSound(opened)
  })

  it('finds an order by its number as a person says it, with spaces', async () => {
    const { orderNumber } = await sellOrder()
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    const [start, end] = orderNumber.split('-') as [string, string]
    for (const said of [`${start} ${end}`.toUpperCase(), `${start.slice(0, 2)} ${start.slice(2)} – ${end}`]) {
      await page.locator('input[type=search]').fill(said)
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Order' }).getByText(orderNumber).waitFor()
      await page.locator('input[type=search]').fill('x')
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Order' }).waitFor({ state: 'detached' })
    }
  })

  it('finds the tickets of an e-mail address, and says that there are none', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.locator('input[type=search]').fill('NOBODY@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found.').waitFor()
    await sellOrder()
    await sellOrder()
    await page.locator('input[type=search]').fill(email.toUpperCase())
    await page.keyboard.press('Enter')
    const orders = page.getByRole('region', { name: 'Order' })
    await orders.nth(1).waitFor()
    expect(await page.locator('.found-tickets li').count()).toBe(3 * (await orders.count()))
    expect(await page.locator('.found-tickets li:visible').count()).toBe(0)
    expect(await page.locator('img').count()).toBe(0)
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe('[{},{}]')
  })

  it('shows an order of many as one card, and its tickets unfolded only when one of them was searched for', async () => {
    const order = await sellOrder()
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = opened
    const card = page.getByRole('region', { name: 'Order' })
    const search = async (text: string) => {
      await page.locator('input[type=search]').fill(text)
      await page.keyboard.press('Enter')
      await card.getByText(order.orderNumber).waitFor()
    }
    await search(order.orderNumber)
    await card.getByText(/^3 × .* Thursday, 2 May 2030$/).waitFor()
    await card.getByText('3 × Valid').waitFor()
    const buttons = card.getByRole('button')
    expect(await buttons.allInnerTexts()).toEqual([
      'Print',
      'Show the codes',
      'Receipt',
      'Undo the sale',
      'Other payment method',
      'E-mail',
      'Cancel the order',
    ])
    expect(await page.locator('.found-tickets li:visible').count()).toBe(0)
    await unfold(page)
    expect(await page.locator('.found-tickets li:visible').count()).toBe(3)
    // They stay unfolded when one of them is cancelled.
    await page.locator('.found-tickets li').first().getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.found-tickets li').first().getByText('Cancelled').waitFor()
    await card.getByText('2 × Valid').waitFor()
    expect(await page.locator('.found-tickets li:visible').count()).toBe(3)
    const [, ticket] = order.tickets
    await search(ticket!.confirmationCode)
    await page.locator('.found-tickets [aria-current=true] .code', { hasText: ticket!.confirmationCode }).waitFor()
    expect(await page.locator('.found-tickets li:visible').count()).toBe(3)
    await expectSound(opened, 'order-of-many')
  })

  it('shows an order of one ticket with its ticket', async () => {
    const { orderNumber, tickets } = await json<Order>(
      desk.request('box-office', 'POST', '/orders', { items: [{ ticketType: 'general', ticketDate: '2030-05-02' }] }),
    )
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.locator('input[type=search]').fill(orderNumber)
    await page.keyboard.press('Enter')
    await page.locator('.found-tickets .code', { hasText: tickets[0]!.confirmationCode }).waitFor()
    expect(await page.locator('summary').count()).toBe(0)
  })

  it('prints what was found: each order alone, and a ticket that was sold alone', async () => {
    const orders = [await sellOrder(), await sellOrder()]
    const sold = { ticketType: 'general', ticketDate: '2030-05-02', email: 'alone@example.org' }
    const alone = await json<Order['tickets'][number]>(desk.request('box-office', 'POST', '/tickets', sold))
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    const printed = async () => {
      await page.emulateMedia({ media: 'print' })
      const images = page.locator('main > :visible img')
      const alternatives = await images.evaluateAll((all) => all.map((each) => each.getAttribute('alt')))
      const shown = await page.locator('main > :visible').count()
      await page.emulateMedia({ media: 'screen' })
      return { alternatives, shown }
    }
    const print = async (order: string) => {
      const isPrinted = page.evaluate('new Promise((resolve) => { window.print = () => resolve(true) })')
      await page.locator(order).getByRole('button', { name: 'Print' }).click()
      await isPrinted
    }
    await page.locator('input[type=search]').fill(email)
    await page.keyboard.press('Enter')
    for (const { orderNumber, tickets } of orders) {
      await print(`section.card:has-text("${orderNumber}")`)
      expect(await printed()).toEqual({
        alternatives: tickets.map(({ confirmationCode }) => confirmationCode),
        shown: 1,
      })
    }
    await page.locator('input[type=search]').fill(alone.confirmationCode)
    await page.keyboard.press('Enter')
    await page.getByText(alone.confirmationCode).waitFor()
    await print('.found-tickets')
    expect(await printed()).toEqual({ alternatives: [alone.confirmationCode], shown: 1 })
  })

  it('searches for the last text, also while an earlier search has no response', async () => {
    const [former, latter] = [await sellOrder(), await sellOrder()]
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    const search = async ({ orderId }: Order) => {
      await page.locator('input[type=search]').fill(orderId)
      await page.keyboard.press('Enter')
    }
    // No response to the first search.
    await page.route(`**/v1.1/orders/${former.orderId}`, () => undefined)
    await search(former)
    await search(latter)
    await page.getByRole('region', { name: 'Order' }).getByText(latter.orderNumber).waitFor()
  })

  it('says that a code does not exist', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.locator('input[type=search]').fill('01940000-0000-7000-8000-000000000101')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  })

  it('cancels one ticket, and then the rest of the order', async () => {
    const order = await sellOrder()
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = opened
    await page.locator('input[type=search]').fill(order.orderId)
    await page.keyboard.press('Enter')
    await unfold(page)
    await page.locator('.found-tickets li').first().getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Ill')
    await expectSound(opened, 'cancel')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // The dialog says so before it is.
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.found-tickets li').first().getByText('Cancelled', { exact: true }).waitFor()
    const said = (sentence: string) => page.getByRole('status').getByText(sentence, { exact: true })
    // The button that had the focus is gone.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('The ticket is cancelled.')
    await expectSound(opened, 'said')
    const states = async () => await Promise.all(order.tickets.map(({ ticketId }) => ticketOf(ticketId)))
    expect((await states()).map(({ state }) => state)).toEqual(['cancelled', 'valid', 'valid'])
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await dialog.getByText('2 tickets are cancelled.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
    await page.locator('.found-tickets li').nth(2).getByText('Cancelled').waitFor()
    expect((await states()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await page.getByRole('button', { name: 'Cancel the order' }).count()).toBe(0)
    await said('The order is cancelled.').waitFor()
    // Another search is about something else.
    await page.locator('input[type=search]').fill(order.orderNumber)
    await page.keyboard.press('Enter')
    await said('The order is cancelled.').waitFor({ state: 'detached' })
  })

  it('does not say that a ticket is cancelled before the museum has answered', async () => {
    const order = await sellOrder()
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.route('**/cancellation', () => undefined)
    await page.locator('input[type=search]').fill(order.tickets[0]!.confirmationCode)
    await page.keyboard.press('Enter')
    await page.locator('[aria-current=true]').getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // After five seconds the user may go on.
    await dialog.getByText('The museum has not answered yet').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.action-status').first().getByText('In progress').waitFor({ state: 'detached' })
    expect(await page.locator('.done p').count()).toBe(0)
  })

  it('undoes a sale of today in two inputs, with the refund of its payment', async () => {
    const order = await sellOrder('card')
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.locator('input[type=search]').fill(order.orderNumber)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Undo the sale' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Give back €50.00: Card.').waitFor()
    await dialog.getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByText('3 × Cancelled').waitFor()
    await page.getByRole('status').getByText('The sale is undone · Give back €50.00: Card.').waitFor()
    const card = page.getByRole('region', { name: 'Order' })
    await card.getByText('3 × Cancelled').waitFor()
    expect(await card.locator('dl > div', { hasText: 'Refunded' }).innerText()).toMatch(/^Refunded\s+€50\.00$/)
    await unfold(page)
    await page.locator('.found-tickets').getByText('Refunded €20.00').first().waitFor()
    for (const { ticketId } of order.tickets)
      expect(await ticketOf(ticketId)).toMatchObject({
        state: 'cancelled',
        refund: { state: 'settled', method: 'card' },
      })
    // Another payment would move the sale, and not its refund.
    expect(await page.getByRole('button', { name: /Undo|Cancel|Refund|Other payment/ }).count()).toBe(0)
  })

  it('corrects how an order was paid, and refunds all of it at once as it was paid', async () => {
    const order = await sellOrder('card')
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = opened
    await page.locator('input[type=search]').fill(order.orderNumber)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Other payment method' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('radio', { name: 'Card' }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: 'Cash' }).check()
    await dialog.getByRole('heading', { name: 'Other payment method' }).waitFor()
    await dialog.getByRole('button', { name: 'Correct the payment' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Order' }).getByText('Cash', { exact: true }).waitFor()
    await page.getByRole('status').getByText('The payment is corrected.').waitFor()
    await desk.request('box-office', 'POST', `/orders/${order.orderId}/cancellation`)
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.getByRole('button', { name: 'Refund €50.00' }).click()
    expect(await dialog.getByRole('radio', { name: 'Cash' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Refund €50.00' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('The refund is recorded.').waitFor()
    await unfold(page)
    await page.locator('.found-tickets').getByText('Refunded €10.00').waitFor()
    for (const { ticketId } of order.tickets)
      expect(await ticketOf(ticketId)).toMatchObject({ refund: { state: 'settled', method: 'cash' } })
    await expectSound(opened)
  })

  it('lists the last sales of the user, each with a button that prints it, and the way to its order', async () => {
    const order = await sellOrder('card')
    const opened = await desk.openAs('box-office', { path: 'box-office/sell' })
    const { page } = opened
    const row = page.locator('.last-sales li', { hasText: order.orderNumber })
    expect(await row.innerText()).toMatch(/3 tickets sold\s+3 × Valid\s+€50\.00\s+Card/)
    await row.getByRole('link').click()
    await page.getByRole('region', { name: 'Order' }).getByText(order.orderNumber).waitFor()
    await page.getByRole('button', { name: 'Print' }).waitFor()
    await page.locator('input[type=search]').fill('x')
    await page.keyboard.press('Enter')
    await page.locator('.last-sales li', { hasText: order.orderNumber }).getByRole('link').waitFor()
    await expectSound(opened, 'last-sales')
  })

  it('says of a last sale what was given back, and what is still due', async () => {
    const [undone, due] = [await sellOrder('cash'), await sellOrder('card')]
    await desk.request('box-office', 'POST', `/orders/${undone.orderId}/reversal`)
    await desk.request('box-office', 'POST', `/tickets/${due.tickets[1]!.ticketId}/cancellation`)
    const { page } = await desk.openAs('box-office', { path: 'box-office/sell' })
    const row = ({ orderNumber }: Order) => page.locator('.last-sales li', { hasText: orderNumber })
    await row(undone).getByText('Refunded €50.00').waitFor()
    expect(await row(undone).innerText()).not.toContain('due')
    await row(due).getByText('Refund due €20.00').waitFor()
    expect(await row(due).innerText()).not.toContain('Refunded')
  })

  it('lists how many tickets of a last sale are valid, used and cancelled', async () => {
    const items = [{ ticketType: 'general', ticketDate: '2030-05-01', quantity: 2 }]
    const sellToday = () => json<Order>(desk.request('box-office', 'POST', '/orders', { items }))
    const admit = ({ tickets }: Order, n: number) =>
      desk.request('gate', 'POST', '/admissions', { code: tickets[n]!.confirmationCode })
    const cancel = ({ tickets }: Order, n: number) =>
      desk.request('box-office', 'POST', `/tickets/${tickets[n]!.ticketId}/cancellation`)
    const orders = [await sellToday(), await sellToday(), await sellToday(), await sellToday()] as const
    const [used, partlyUsed, partlyCancelled, mixed] = orders
    for (const change of [
      () => admit(used, 0),
      () => admit(used, 1),
      () => admit(partlyUsed, 0),
      () => cancel(partlyCancelled, 0),
      () => admit(mixed, 0),
      () => cancel(mixed, 1),
    ])
      expect((await change()).status).toBe(200)
    const opened = await desk.openAs('box-office', { path: 'box-office/sell' })
    const badges = ({ orderNumber }: Order) =>
      opened.page.locator('.last-sales li', { hasText: orderNumber }).locator('.badge').allInnerTexts()
    await opened.page.locator('.last-sales li').nth(3).waitFor()
    expect(await Promise.all(orders.map(badges))).toEqual([
      ['2 × Used'],
      ['1 × Valid', '1 × Used'],
      ['1 × Valid', '1 × Cancelled'],
      ['1 × Used', '1 × Cancelled'],
    ])
    await expectSound(opened, 'last-sales-states')
  })

  it('says that the museum sends no e-mails', async () => {
    const order = await sellOrder()
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.locator('input[type=search]').fill(order.orderId)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'E-mail' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'E-mail' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  })
})

describe('refunds at the desk', () => {
  it.each(views)('are sound on a $screen, $colors, $language', async (view) => {
    const { orderId } = await sellOrder()
    await desk.request('box-office', 'POST', `/orders/${orderId}/cancellation`, { reason: 'The visitor is ill.' })
    const opened = await desk.openAs('box-office', { ...view, path: 'box-office/refunds' })
    await opened.page.locator('.refunds li').first().waitFor()
    await expectSound(opened, screenshotOf('refunds', view))
  })

  it('are settled, and listed as settled', async () => {
    const order = await sellOrder()
    await desk.request('box-office', 'POST', `/orders/${order.orderId}/cancellation`, {})
    const { ticketId } = order.tickets[2]!
    const opened = await desk.openAs('box-office', { path: `box-office/refunds?date=2030-05-02&event=${eventId}` })
    const { page } = opened
    await page.getByRole('link', { name: order.orderNumber }).first().waitFor()
    await page.getByRole('button', { name: 'Refund €10.00' }).last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reference').fill('x'.repeat(101))
    await page.keyboard.press('Enter')
    await dialog.locator('.fault').waitFor()
    await expectSound(opened, 'settle')
    await dialog.getByRole('radio', { name: 'Card' }).check()
    await dialog.getByLabel('Reference').fill('Terminal 2')
    const settled = page.waitForResponse('**/refund')
    await page.keyboard.press('Enter')
    expect((await settled).status()).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('The refund is recorded.').waitFor()
    expect((await ticketOf(ticketId)).refund).toMatchObject({ state: 'settled', method: 'card' })
    await page.getByLabel('State').selectOption('settled')
    await page.getByText('Refunded').last().waitFor()
    await page.getByLabel('Date of the ticket').fill('2030-05-03')
    await page.getByText('No such refunds.').waitFor()
  })
})

describe("the day's closing at the desk", () => {
  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    await sellOrder()
    const today = new Date().toISOString().slice(0, 10)
    const opened = await desk.openAs('box-office', {
      ...view,
      path: `box-office/closing?from=${today.slice(0, 8)}01&to=${today}`,
    })
    await opened.page.locator('table').first().waitFor()
    await expectSound(opened, screenshotOf('closing', view))
  })

  it('shows the drawer of a user, as the rows of the sales add up', async () => {
    const order = await sellOrder()
    await desk.request('box-office', 'POST', `/tickets/${order.tickets[0]!.ticketId}/cancellation`, {})
    await desk.request('box-office', 'POST', `/tickets/${order.tickets[0]!.ticketId}/refund`, { method: 'cash' })
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    const { rows } = await json<{
      rows: readonly Readonly<{ kind: 'sale' | 'refund'; user: string; method: string; amount: number }>[]
    }>(desk.request('box-office', 'GET', `/sales?from=${from}&to=${to}`))
    const sum = (kind: string) =>
      rows.filter((row) => row.kind === kind && row.method === 'cash').reduce((total, { amount }) => total + amount, 0)
    const { page } = await desk.openAs('box-office', { path: `box-office/closing?from=${from}&to=${to}` })
    const drawer = page.getByRole('row', { name: 'cashier Cash' }).first()
    await drawer.waitFor()
    const cells = await drawer.getByRole('cell').allInnerTexts()
    expect(sum('refund')).toBeGreaterThan(0)
    expect(cells.slice(2)).toEqual(
      [sum('sale'), sum('refund'), sum('sale') - sum('refund')].map((amount) =>
        new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(amount),
      ),
    )
  })

  it('names a payment method that is called as what every object has', async () => {
    await sellOrder('constructor')
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    const { page } = await desk.openAs('box-office', { path: `box-office/closing?from=${from}&to=${to}` })
    const drawers = page.getByRole('row', { name: 'cashier' })
    await drawers.first().waitFor()
    expect(await drawers.allInnerTexts()).toContainEqual(expect.stringContaining('constructor'))
  })

  it('says that nothing was sold, and that a period is too long', async () => {
    const { page } = await desk.openAs('admin', { path: 'box-office/closing?from=2020-01-01&to=2020-01-02' })
    await page.getByText('Nothing was sold or refunded.').waitFor()
    await page.getByLabel('To').fill('2022-01-01')
    await page.getByRole('alert').waitFor()
  })
})
