import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Closing } from '@museum/client'
import type { Page } from 'playwright-core'
import { type OpenedDesk, expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk(() => ({ MUSEUM_PAYMENT_METHODS: 'cash,card,voucher' }))
let eventId: string

const json = async <Body>(request: ReturnType<typeof desk.request>) => (await (await request).json()) as Body
type Order = Readonly<{ orderId: string }>
/** Sells tickets for 20.00 each at a till. */
const sell = (till: string, method: string, quantity = 1) =>
  json<Order>(
    desk.request('box-office', 'POST', '/orders', {
      items: [{ ticketType: 'event', eventId, ticketDate: '2030-05-02', quantity }],
      payment: { method },
      till,
    }),
  )
const closingsOf = (till: string) => json<readonly Closing[]>(desk.request('admin', 'GET', `/closings?till=${till}`))
const close = (till: string, body: Readonly<Record<string, unknown>> = {}) =>
  json<Closing>(desk.request('box-office', 'POST', '/closings', { till, float: 0, counted: [], ...body }))

type View = Parameters<typeof desk.open>[0]
/** Opens the page Closing of a device with this till. */
const openAt = async (till: string, view: View = {}): Promise<OpenedDesk> => {
  const opened = await desk.open({ path: 'box-office/closing', ...view })
  await opened.page.evaluate(`localStorage.setItem('museum.till', ${JSON.stringify(till)})`)
  await desk.signIn(opened.page, 'box-office')
  await opened.page.locator('.closing-table').first().waitFor()
  return opened
}
const counted = (page: Page, method: string) => page.getByLabel(`Counted: ${method}`)
const row = (page: Page, method: string) => page.locator('.closing-table').first().getByRole('row', { name: method })
const cells = async (page: Page, method: string) => {
  const all = await row(page, method).getByRole('cell').allInnerTexts()
  // Of a field, there is its label.
  return all.map((text) => text.trim().replace(/^Counted: .*/, ''))
}
const closeButton = (page: Page) => page.locator('button.large', { hasText: 'Close the till' })
const confirm = async (page: Page) => {
  await closeButton(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close the till' }).click()
}
/** Counts the closings that a page sends. */
const sentBy = (page: Page) => {
  const sent: Readonly<{ key: string | undefined; body: unknown }>[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/closings'))
      sent.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() })
  })
  return sent
}

beforeAll(async () => {
  const event = { name: 'Night', location: 'Main Hall', eventDescription: '', dates: ['2030-05-02'], price: 20 }
  eventId = (await json<{ eventId: string }>(desk.request('admin', 'POST', '/special-events', event))).eventId
})

describe('the closing of a till', () => {
  it.each(views)('is entered on a page that is sound on a $screen, $colors, $language', async (view) => {
    await sell('Sound', 'cash', 3)
    const opened = await openAt('Sound', view)
    const { page } = opened
    const amounts = page.locator('.closing-table input')
    await amounts.nth(0).fill('59')
    await amounts.nth(1).fill('1.5')
    await page.locator('details').first().locator('summary').click()
    await page.locator('.close-till fieldset button').click()
    await expectSound(opened, screenshotOf('close-till', view))
  })

  it('says what is over or short as the amounts are typed, with float, moved cash, coins and notes', async () => {
    const till = 'Typed'
    const { orderId } = await sell(till, 'cash', 2)
    await sell(till, 'card')
    await desk.request('box-office', 'POST', `/orders/${orderId}/reversal`, { till })
    await sell(till, 'cash', 5)
    const { page } = await openAt(till)
    expect(await cells(page, 'Cash')).toEqual(['€140.00', '€40.00', '€0.00', '€100.00', '', '–'])
    await page.getByLabel('Float').fill('150,50')
    await page.getByRole('button', { name: 'Add cash that was moved' }).click()
    await page.locator('select:focus').waitFor()
    await page.getByLabel('Amount').fill('200')
    expect((await cells(page, 'Cash'))[3]).toBe('€50.50')
    await page.getByLabel('Direction').selectOption('in')
    expect((await cells(page, 'Cash'))[3]).toBe('€450.50')
    await page.getByLabel('Direction').selectOption('out')
    await page.getByText('Count coins and notes').click()
    await page.getByLabel('€50.00', { exact: true }).fill('1')
    await page.getByLabel('€0.20', { exact: true }).fill('3')
    expect(await counted(page, 'Cash').inputValue()).toBe('50.6')
    expect((await cells(page, 'Cash')).slice(3)).toEqual(['€50.50', '', '+€0.10'])
    await counted(page, 'Card').fill('15')
    expect((await cells(page, 'Card')).slice(3)).toEqual(['€20.00', '', '-€5.00'])
    expect(await cells(page, 'Total')).toEqual(['€160.00', '€40.00', '€0.00', '€70.50', '€65.60', '-€4.90'])
  })

  it('is on one screen at a till, and has its methods in the order of the museum, also once it is stored', async () => {
    const till = 'One screen'
    for (const method of ['voucher', 'cheque', 'cash', 'card']) await sell(till, method)
    const { page } = await openAt(till, { options: { viewport: { width: 1_280, height: 800 } } })
    const { y, height } = (await closeButton(page).boundingBox())!
    expect(y + height).toBeLessThanOrEqual(800)
    expect(await page.evaluate('scrollY')).toBe(0)
    const methods = page.locator('.closing-table').first().locator('tbody th')
    const order = ['Cash', 'Card', 'Voucher', 'cheque']
    expect(await methods.allInnerTexts()).toEqual(order)
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    await page.evaluate(`location.hash = '#/box-office/closing?from=${from}&to=${to}'`)
    const drawers = page.getByRole('region', { name: 'Drawers' }).getByRole('row', { name: `cashier ${till}` })
    await drawers.first().waitFor()
    expect((await drawers.allInnerTexts()).map((text) => order.find((each) => text.includes(each)))).toEqual(order)
    await confirm(page)
    await page.getByRole('heading', { name: 'Closing 1', exact: true }).waitFor()
    expect(await methods.allInnerTexts()).toEqual(order)
  })

  it('is asked for once, sent with its till under a key, and shown as it is stored', async () => {
    const till = 'Closed'
    await sell(till, 'cash', 2)
    const opened = await openAt(till)
    const { page } = opened
    const sent = sentBy(page)
    await page.getByLabel('Float').fill('100')
    await page.getByRole('button', { name: 'Add cash that was moved' }).click()
    await page.getByLabel('Amount').fill('30')
    await page.getByLabel('Note (optional)').first().fill('To the bank')
    await counted(page, 'Cash').fill('109,50')
    await page.getByLabel('Note (optional)').last().fill('A coin is missing')
    await closeButton(page).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Over or short: -€0.50').waitFor()
    await dialog.getByText('Not counted: Card, Voucher.').waitFor()
    await expectSound(opened, 'close-question')
    await dialog.getByRole('button', { name: 'Change nothing' }).click()
    expect(sent).toEqual([])
    await confirm(page)
    await page.getByRole('heading', { name: 'Closing 1' }).waitFor()
    expect(sent).toEqual([
      {
        key: expect.stringMatching(/^[\da-f]{32}$/),
        body: {
          till,
          float: 100,
          counted: [{ method: 'cash', amount: 109.5 }],
          moved: [{ amount: -30, note: 'To the bank' }],
          note: 'A coin is missing',
        },
      },
    ])
    const sheet = page.locator('.closing-sheet')
    for (const text of [
      'Museum of Clocks',
      'Closed',
      'cashier',
      '€100.00',
      '€30.00 · To the bank',
      'A coin is missing',
    ])
      await sheet.getByText(text, { exact: true }).waitFor()
    expect(await cells(page, 'Cash')).toEqual(['€40.00', '€0.00', '€0.00', '€110.00', '€109.50', '-€0.50'])
    await page.locator('button:focus', { hasText: 'Print' }).waitFor()
    await expectSound(opened, 'closed')
    const [stored] = await closingsOf(till)
    expect(stored).toMatchObject({ number: 1, total: { difference: -0.5 } })

    // The next one has nothing yet, and proposes what was counted.
    await page.getByRole('link', { name: 'Back to the closing page' }).click()
    await page.getByText('Proposed: the cash that the closing before has counted, €109.50.').waitFor()
    expect(await page.getByLabel('Float').inputValue()).toBe('109.5')
    expect((await cells(page, 'Cash')).slice(3)).toEqual(['€109.50', '', '–'])
    const earlier = page.getByRole('listitem').filter({ hasText: 'Closing 1' })
    expect(await earlier.innerText()).toMatch(/Till: Closed[^]*-€0\.50/)
    await earlier.getByRole('link').click()
    await page.getByRole('heading', { name: 'Closing 1' }).waitFor()
  })

  it('is not proposed the cash of another closing than the one before', async () => {
    const till = 'Unseen'
    await close(till, { counted: [{ method: 'cash', amount: 70 }] })
    await desk.request('admin', 'POST', '/closings', { till, float: 0, counted: [{ method: 'cash', amount: 80 }] })
    const { page } = await openAt(till)
    expect(await page.getByLabel('Float').inputValue()).toBe('')
  })

  it('has the closing of the user where the device has no till', async () => {
    const { page } = await openAt('')
    const sent = sentBy(page)
    await confirm(page)
    await page.getByRole('heading', { name: 'Closing 1' }).waitFor()
    expect(sent.map(({ body }) => body)).toEqual([{ float: 0, counted: [] }])
    await page.locator('.closing-sheet').getByText('User').waitFor()
  })

  it('is not closed by Enter, which goes through the fields', async () => {
    const till = 'Enter'
    await sell(till, 'cash')
    const { page } = await openAt(till)
    const sent = sentBy(page)
    await page.getByLabel('Float').focus()
    for (const text of ['10', '30', '0']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    expect(await counted(page, 'Cash').inputValue()).toBe('30')
    expect(await counted(page, 'Card').inputValue()).toBe('0')
    for (let n = 0; n < 8; n += 1) await page.keyboard.press('Enter')
    expect(sent).toEqual([])
    if ((await page.getByRole('dialog').count()) === 0) await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Closing 1' }).waitFor()
  })

  it('has its faults at its fields, and is not sent while an amount cannot be read', async () => {
    const till = 'Faults'
    const { page } = await openAt(till)
    const sent = sentBy(page)
    await counted(page, 'Cash').fill('1.250')
    await page.getByRole('button', { name: 'Add cash that was moved' }).click()
    await page.getByLabel('Amount').fill('-5')
    await closeButton(page).click()
    await page.locator('.closing-table .fault', { hasText: 'Write 1250 or 1.25' }).waitFor()
    await page.locator('.closing-moved .fault', { hasText: 'without a sign' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await counted(page, 'Cash').fill('1250')
    await page.getByLabel('Amount').fill('')
    await page.getByRole('button', { name: 'Add cash that was moved' }).click()
    await page.getByLabel('Amount').last().fill('1.005 ')
    await page.getByLabel('Amount').last().fill('5')
    await page.getByLabel('Note (optional)').nth(1).fill('x'.repeat(501))
    await page.getByLabel('Float').fill('-1')
    await counted(page, 'Card').fill('999999999')
    await confirm(page)
    await page.locator('.closing-float .fault').waitFor()
    const faults = await page.locator('.fault').allInnerTexts()
    expect(faults).toEqual([
      'Write an amount from 0 to 99,999,999.99.',
      'Write at most 500 characters.',
      'Write an amount from -99,999,999.99 to 99,999,999.99.',
    ])
    expect(await page.locator('input:focus').inputValue()).toBe('-1')
    expect(await page.getByRole('alert').innerText()).toMatch(/^Please correct what is marked\./)
    await page.getByLabel('Float').fill('1')
    await page.getByLabel('Note (optional)').nth(1).fill('x')
    await counted(page, 'Card').fill('')
    await confirm(page)
    await page.getByRole('heading', { name: 'Closing 1' }).waitFor()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  it('whose response is lost is asked for under its key, also after a reload, and is made once', async () => {
    const till = 'Lost'
    await sell(till, 'cash')
    const { page } = await openAt(till)
    const sent = sentBy(page)
    await page.route('**/v1.1/closings', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await counted(page, 'Cash').fill('20')
    await confirm(page)
    await page.getByText('The museum has not answered yet').first().waitFor({ timeout: 20_000 })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/v1.1/museum', (route) => route.fallback())
    await page.reload()
    await desk.signIn(page, 'box-office')
    await page.getByRole('heading', { name: 'Closing 1' }).waitFor()
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(await closingsOf(till)).toHaveLength(1)
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['museum.till'])
  })

  it('of another user without a known outcome is named, and what cannot be read can be cleared', async () => {
    const opened = await desk.open({ path: 'box-office/closing' })
    const { page } = opened
    const entry = {
      username: 'curator',
      idempotencyKey: 'x',
      sentAt: new Date().toISOString(),
      closing: { float: 0, counted: [] },
    }
    const old = { ...entry, idempotencyKey: 'y', sentAt: '2020-01-01T00:00:00.000Z' }
    for (const [key, text] of [
      ['x', JSON.stringify(entry)],
      ['y', JSON.stringify(old)],
      ['z', '{'],
    ])
      await page.evaluate(`localStorage.setItem('museum.pending-closing.${key}', ${JSON.stringify(text)})`)
    await desk.signIn(page, 'box-office')
    await page.getByText('It is asked for when curator signs in here again.').waitFor()
    await page.getByText('too old to be asked for').waitFor()
    await page.getByText('cannot be read').waitFor()
    await page.getByRole('button', { name: 'It is clarified' }).first().click()
    await page.getByRole('button', { name: 'It is clarified' }).first().click()
    await page.getByText('It is asked for when curator').waitFor()
    expect(await page.evaluate(`Object.keys(localStorage)`)).toEqual(['museum.pending-closing.x'])
  })

  it('is read again when the window gets the focus, and keeps what is typed, also while another page is shown', async () => {
    const till = 'Kept'
    const { page } = await openAt(till)
    await counted(page, 'Cash').fill('20')
    await sell(till, 'cash')
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await row(page, 'Cash').getByText('€20.00').first().waitFor({ timeout: 5_000 })
    expect((await cells(page, 'Cash')).at(-1)).toBe('€0.00')
    await page.getByRole('link', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Closing' }).click()
    await counted(page, 'Cash').waitFor()
    expect(await counted(page, 'Cash').inputValue()).toBe('20')
    await page.getByRole('button', { name: 'Change the till' }).click()
    await page.getByRole('dialog').getByLabel('Name of the till').fill('Other')
    await page.keyboard.press('Enter')
    await page.getByText('Till: Other').waitFor()
    await counted(page, 'Cash').waitFor()
    expect(await counted(page, 'Cash').inputValue()).toBe('')
  })

  it('keeps its float on the device, for the till, through a reload and another user, until it is closed', async () => {
    const till = 'Float'
    const { page } = await openAt(till)
    await page.getByLabel('Float').fill('150,50')
    await page.reload()
    await desk.signIn(page, 'admin')
    await counted(page, 'Cash').waitFor()
    expect(await page.getByLabel('Float').inputValue()).toBe('150,50')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await desk.signIn(page, 'box-office')
    await counted(page, 'Cash').waitFor()
    expect(await page.getByLabel('Float').inputValue()).toBe('150,50')
    await page.evaluate(`localStorage.setItem('museum.till', 'Other')`)
    await page.reload()
    await desk.signIn(page, 'box-office')
    await counted(page, 'Cash').waitFor()
    expect(await page.getByLabel('Float').inputValue()).toBe('')
    await page.evaluate(`localStorage.setItem('museum.till', '${till}')`)
    await page.reload()
    await desk.signIn(page, 'box-office')
    await counted(page, 'Cash').fill('160')
    await confirm(page)
    await page.getByRole('heading', { name: 'Closing 1', exact: true }).waitFor()
    expect((await closingsOf(till))[0]).toMatchObject({ float: 150.5 })
    await page.getByRole('link', { name: 'Back to the closing page' }).click()
    await page.getByText('Proposed: the cash that the closing before has counted, €160.00.').waitFor()
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['museum.till'])
  })

  it('does not keep a float that was typed before a closing at another device', async () => {
    const till = 'Two devices'
    const { page } = await openAt(till)
    await page.getByLabel('Float').fill('70')
    await close(till, { counted: [{ method: 'cash', amount: 90 }] })
    await page.reload()
    await desk.signIn(page, 'box-office')
    await page.getByText('Proposed: the cash that the closing before has counted, €90.00.').waitFor()
    expect(await page.getByLabel('Float').inputValue()).toBe('90')
  })

  it('names the refunds that are still due of today', async () => {
    const till = 'Due'
    const { page } = await openAt(till)
    await page.getByText('No ticket that was cancelled today is still to be refunded.').waitFor()
    const { orderId } = await sell(till, 'cash', 3)
    await desk.request('box-office', 'POST', `/orders/${orderId}/cancellation`)
    await page.getByRole('link', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Closing' }).click()
    await page.getByText('Tickets cancelled today and not refunded yet: 3 (€60.00)').click()
    await page.getByRole('heading', { name: 'Refunds' }).waitFor()
    await desk.request('box-office', 'POST', `/orders/${orderId}/refund`, { method: 'cash', till })
  })

  it('reads the refunds that are still due once, and says nothing where more are due than are counted', async () => {
    const { page } = await openAt('Many due')
    await page.getByText('No ticket that was cancelled today is still to be refunded.').waitFor()
    const read: string[] = []
    page.on('request', (request) => read.push(new URL(request.url()).pathname.split('/').at(-1)!))
    const again = page.waitForResponse('**/closing-preview?*')
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await again
    await page.waitForTimeout(200)
    expect([read.includes('closing-preview'), read.includes('refunds')]).toEqual([true, false])
    await page.route('**/refunds?*', async (route) => {
      const response = await route.fetch()
      const { 'x-total-count': _, ...headers } = response.headers()
      await route.fulfill({ response, headers })
    })
    await page.getByRole('link', { name: 'Find' }).click()
    const refunds = page.waitForResponse('**/refunds?*')
    await page.getByRole('link', { name: 'Closing' }).click()
    await refunds
    await counted(page, 'Cash').waitFor()
    await page.locator('.close-till .loading').waitFor({ state: 'detached' })
    expect(
      await page
        .locator('.close-till')
        .getByText(/cancelled today/)
        .count(),
    ).toBe(0)
  })

  it('has no float and no moved cash where the museum takes no cash', async () => {
    const till = 'Cashless'
    await close(till, { counted: [{ method: 'cash', amount: 70 }] })
    const { page } = await openAt(till)
    await page.getByRole('button', { name: 'Add cash that was moved' }).click()
    await page.getByLabel('Amount').fill('5')
    const sent = sentBy(page)
    // The settings of the museum are others from now on.
    await page.route('**/v1.1/museum', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), paymentMethods: ['card'] } })
    })
    await page.reload()
    await desk.signIn(page, 'box-office')
    await counted(page, 'Card').waitFor()
    expect(await page.getByLabel('Float').count()).toBe(0)
    await counted(page, 'Card').fill('0')
    await confirm(page)
    await page.getByRole('heading', { name: 'Closing 2' }).waitFor()
    expect(sent.map(({ body }) => body)).toEqual([{ till, float: 0, counted: [{ method: 'card', amount: 0 }] }])
    expect(await page.locator('.closing-sheet').getByText('Float').count()).toBe(0)
  })

  it('shows what is missing in the coins and notes that are folded', async () => {
    const { page } = await openAt('Folded')
    const summary = page.getByText('Count coins and notes')
    await summary.click()
    await page.getByLabel('€50.00', { exact: true }).fill('x')
    await summary.click()
    await closeButton(page).click()
    await page.locator('.coins input:focus').waitFor({ timeout: 5_000 })
    expect(await page.locator('.coins input:focus').inputValue()).toBe('x')
    expect(await page.locator('.coins .fault').isVisible()).toBe(true)
  })

  it('ends while the device has another till: what is typed for that one stays', async () => {
    const { page } = await openAt('Slow')
    const changeTill = async (till: string) => {
      await page.getByRole('button', { name: 'Change the till' }).click()
      await page.getByRole('dialog').getByLabel('Name of the till').fill(till)
      await page.keyboard.press('Enter')
      await page.getByText(`Till: ${till}`, { exact: true }).waitFor()
      await counted(page, 'Cash').waitFor()
    }
    let answer: () => void = () => undefined
    await page.route('**/v1.1/closings', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => (answer = resolve))
      await route.fallback()
    })
    await counted(page, 'Cash').fill('20')
    await confirm(page)
    await changeTill('Busy')
    await counted(page, 'Cash').fill('33')
    const closed = page.waitForResponse((response) => response.request().method() === 'POST')
    answer()
    await closed
    await page.locator('button.large:not([aria-disabled=true], [aria-busy=true])').waitFor()
    await page.waitForTimeout(200)
    expect(await page.getByRole('heading', { name: /^Closing \d/ }).count()).toBe(0)
    expect(await counted(page, 'Cash').inputValue()).toBe('33')
    await changeTill('Slow')
    expect(await counted(page, 'Cash').inputValue()).toBe('')
    await changeTill('Busy')
    expect(await counted(page, 'Cash').inputValue()).toBe('33')
    await page.getByRole('link', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Closing' }).click()
    expect(await counted(page, 'Cash').inputValue()).toBe('33')
  })

  it('says of which methods the total is where one was not counted', async () => {
    await sell('Partly', 'card')
    const { closingId } = await close('Partly', { counted: [{ method: 'cash', amount: 1 }] })
    const { page } = await desk.openAs('box-office', { path: `box-office/closing/${closingId}` })
    await page.emulateMedia({ media: 'print' })
    await page.getByText('Not counted: Card. Over or short in the total is of the counted methods.').waitFor()
  })

  it('has below it what was sold in a period, of each till by itself', async () => {
    await sell('East', 'card', 3)
    await sell('West', 'card', 2)
    const opened = await openAt('East')
    const { page } = opened
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    await page.evaluate(`location.hash = '#/box-office/closing?from=${from}&to=${to}'`)
    const drawers = page.getByRole('region', { name: 'Drawers' })
    for (const [till, sold] of [
      ['East', '€60.00'],
      ['West', '€40.00'],
    ] as const) {
      await drawers
        .getByRole('row', { name: `cashier ${till} Card` })
        .getByText(sold)
        .first()
        .waitFor()
      await page
        .getByRole('region', { name: 'Sales' })
        .getByRole('row', { name: `cashier ${till} Card` })
        .getByText(sold)
        .waitFor()
    }
    await expectSound(opened, 'sales-of-tills')
  })

  it('of another user is refused to the box office, in words', async () => {
    const { closingId } = await json<Closing>(
      desk.request('admin', 'POST', '/closings', { till: 'Theirs', float: 0, counted: [] }),
    )
    const { page } = await desk.openAs('box-office', { path: `box-office/closing/${closingId}` })
    await page.getByText('Your role does not allow this.').waitFor()
  })
})

describe('a printed closing', () => {
  /** A closing with large amounts, each of another sum. */
  const closeMuch = async (till: string) => {
    const orders = [
      await sell(till, 'cash', 50),
      await sell(till, 'cash', 2),
      await sell(till, 'card', 3),
      await sell(till, 'voucher'),
    ]
    await desk.request('box-office', 'POST', `/orders/${orders[1]!.orderId}/reversal`, { till })
    await close(`${till} before`)
    await desk.request('box-office', 'PUT', `/orders/${orders[3]!.orderId}/payment`, { method: 'card' })
    const first = await close(till)
    expect(first.methods).toHaveLength(2)
    await sell(till, 'card', 7)
    const undone = await sell(till, 'cash')
    await desk.request('box-office', 'POST', `/orders/${undone.orderId}/reversal`, { till })
    await desk.request('box-office', 'PUT', `/orders/${orders[2]!.orderId}/payment`, { method: 'cash' })
    const counted = [
      { method: 'cash', amount: 99_999_999.99 },
      { method: 'card', amount: 79 },
      { method: 'voucher', amount: 12.5 },
    ]
    const moved = [{ amount: -200, note: 'To the bank' }]
    return await close(till, { float: 12_345.67, counted, moved, note: 'Nothing special' })
  }

  it.each([
    ['a roll of 80 mm', 302, 'en-GB', 'en'],
    ['a sheet of A4', 794, 'en-GB', 'en'],
    ['a roll of 80 mm', 302, 'de', 'de'],
    ['a sheet of A4', 794, 'ja', 'ja'],
  ] as const)(
    'has all numbers of each method within the width of %s (%d px, %s)',
    async (_, width, locale, language) => {
      const closing = await closeMuch(`Print ${width} ${language}`)
      const opened = await desk.openAs('box-office', {
        path: `box-office/closing/${closing.closingId}`,
        language,
        colors: 'dark',
      })
      const { page } = opened
      await page.locator('.closing-sheet').waitFor()
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await page.setViewportSize({ width, height: 1_000 })
      const folder = process.env['TEST_SCREENSHOTS']
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/print-${width}-${language}.png`, fullPage: true })
      const { format } = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
      expect(closing.methods.map(({ method }) => method)).toEqual(['card', 'cash', 'voucher'])
      const rows = page.locator('.closing-table tbody tr')
      expect(await rows.count()).toBe(3)
      // In the order in which the museum offers them.
      const shownMethods = ['cash', 'card', 'voucher'].map((name) =>
        closing.methods.find(({ method }) => method === name)!,
      )
      for (const [n, { sold, refunded, corrected, expected, counted, difference }] of shownMethods.entries()) {
        const shown = await rows.nth(n).locator('td bdi').allInnerTexts()
        const signed = `${difference! > 0 ? '+' : ''}${format(difference!)}`
        expect(shown).toEqual([...[sold, refunded, corrected, expected, counted!].map((each) => format(each)), signed])
      }
      // The names of the numbers stand above them, or beside each.
      const names = page.locator(
        width < 640 ? '.closing-table tbody tr:first-child .closing-name' : '.closing-table thead th.number',
      )
      expect((await names.allInnerTexts()).filter(Boolean)).toHaveLength(6)
      const text = await page.locator('main').innerText()
      for (const part of [
        'Museum of Clocks',
        `Print ${width} ${language}`,
        'cashier',
        'To the bank',
        'Nothing special',
        String(closing.number),
      ])
        expect(text).toContain(part)
      expect(await page.locator('.signature').isVisible()).toBe(true)
      expect(await page.locator('button:visible, nav:visible, a:visible').count()).toBe(0)
      const wide = `[...document.querySelectorAll('body *')].filter((each) => each.checkVisibility()).filter((each) =>
      each.scrollWidth > innerWidth || each.getBoundingClientRect().right > innerWidth || each.getBoundingClientRect().left < 0)
      .map((each) => each.outerHTML)`
      expect(await page.evaluate(wide)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      const colors = `[...new Set([...document.querySelectorAll('.closing-sheet *')].filter((each) => each.checkVisibility())
      .flatMap((each) => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]))].toSorted()`
      expect(await page.evaluate(colors)).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)'])
    },
  )
})
