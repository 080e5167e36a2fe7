import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { deviceClock, expectSound, password, screenshotOf, useDesk, usernames, views } from './the-desk.ts'

const desk = useDesk()
const markup = '<img src=x onerror="alert(1)"> & \u202Etxet'
const longName = 'The Long History of Astronomical Clocks '.repeat(6).trim()

const create = async (name: string, dates: readonly string[], price: number, capacity?: number) => {
  const event = { name, location: 'Main Hall', eventDescription: 'x'.repeat(5_000), dates, price }
  const response = await desk.request('admin', 'POST', '/special-events', event)
  const { eventId } = (await response.json()) as { eventId: string }
  if (capacity !== undefined) await desk.request('admin', 'PUT', `/special-events/${eventId}/capacity`, { capacity })
  return eventId
}
const categories = [
  { priceCategory: 'full', name: 'Adult', percentage: 100 },
  { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
  { priceCategory: 'toddler', name: 'Toddler', percentage: 0 },
  { priceCategory: 'reduced', name: 'Reduced', percentage: 70, generalPrice: 8 },
]
type Sales = Readonly<{ rows: readonly Readonly<{ user: string; method: string; tickets: number; amount: number }>[] }>
const count = (page: Page, category: string) => page.getByRole('spinbutton', { name: category })
/** How many tickets were sold, as the museum counts them. The time of a sale is that of the machine. */
const ticketsSold = async () => {
  const day = 86_400_000
  const [from, to] = [Date.now() - day, Date.now() + day].map((time) => new Date(time).toISOString().slice(0, 10))
  const response = await desk.request('admin', 'GET', `/sales?from=${from}&to=${to}`)
  return ((await response.json()) as Sales).rows.reduce((sum, { tickets }) => sum + tickets, 0)
}

/** The event with one place. */
let scarce: string
/** The event of today with a limited number of places. */
let evening: string

beforeAll(async () => {
  await desk.request('admin', 'PUT', '/price-categories', categories)
  evening = await create('Night at the Museum', ['2030-05-01', '2030-05-02'], 25, 30)
  await create(longName, ['2030-05-01'], 0)
  scarce = await create(markup, ['2030-05-03'], 5, 1)
})

/** A problem of the museum. */
const problem = (status: number) => ({
  status,
  headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '60' },
  body: JSON.stringify({ type: `/problems/${status}`, title: 'A problem', status, detail: '' }),
})

const hour = 3_600_000
/** The responses of the API, except to orders, then say that so many milliseconds more have passed. */
const moveServerClock = (page: Page, milliseconds: number) =>
  page.route(/\/v1\.1\/(?!orders)/, async (route) => {
    const response = await route.fetch()
    const date = new Date(Date.now() + milliseconds).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
/** The museum sells the tickets of each order, and its response is lost. Counts the orders. */
const loseOrders = async (page: Page) => {
  const orders = { sent: 0 }
  await page.route('**/v1.1/orders', async (route) => {
    orders.sent += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  return orders
}

const typing = { delay: 120 }

describe('selling at the desk', () => {
  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('box-office', view)
    const { page } = opened
    await page.locator('.stepper input').first().fill('2')
    await page.locator('.sale-lines li').waitFor()
    await expectSound(opened, screenshotOf('sell', view))
  })

  it('of the tickets of a family takes less than ten seconds by the keyboard alone', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await page.locator('input[name=offer]:focus').waitFor()
    const before = await ticketsSold()
    const start = performance.now()
    // General entry is chosen: the first event, 2 adults, 1 child, 1 toddler, payment, cash.
    for (const key of ['ArrowDown', 'Tab', '2', 'Tab', '1', 'Tab', '1', 'Enter', 'Enter'])
      await page.keyboard.press(key, typing)
    await page.getByRole('heading', { name: '4 tickets sold for €62.50' }).waitFor()
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(await ticketsSold()).toBe(before + 4)
    expect(await page.locator('.sold-tickets li').allInnerTexts()).toEqual([
      expect.stringMatching(/^Night at the Museum\s+Wednesday, 1 May 2030\s+Adult · €25.00\s+Code ticket-event-/),
      expect.stringContaining('Adult · €25.00'),
      expect.stringContaining('Child, 6 to 17 · €12.50'),
      expect.stringContaining('Toddler · €0.00'),
    ])
    await expectSound(opened, 'sold')
    await page.locator('button:focus', { hasText: 'Print' }).waitFor()
    await page.keyboard.press('F2')
    await page.locator('input[name=offer]:focus').waitFor()
    expect(await page.locator('.sale-lines li').count()).toBe(0)
  })

  it('chooses today or tomorrow by a button', async () => {
    const { page } = await desk.openAs('box-office')
    const date = page.getByLabel('Date')
    const [today, tomorrow] = [
      page.getByRole('button', { name: 'Today' }),
      page.getByRole('button', { name: 'Tomorrow' }),
    ]
    const pressed = () => Promise.all([today, tomorrow].map((each) => each.getAttribute('aria-pressed')))
    await today.waitFor()
    expect(await pressed()).toEqual(['true', 'false'])
    await tomorrow.click()
    expect([await date.inputValue(), await pressed()]).toEqual(['2030-05-02', ['false', 'true']])
    await page.getByText('Thursday, 2 May 2030').waitFor()
    await date.fill('2030-05-09')
    expect(await pressed()).toEqual(['false', 'false'])
    await today.click()
    expect([await date.inputValue(), await pressed()]).toEqual(['2030-05-01', ['true', 'false']])
  })

  it('shows and adds up the price of a category for general entry, and its percentage for an event', async () => {
    const { page } = await desk.openAs('box-office')
    const shownPrice = (category: string) =>
      page.locator('.stepper', { hasText: category }).locator('.nowrap').innerText()
    const total = page.locator('.sale-total output')
    await count(page, 'Reduced').fill('2')
    expect([await shownPrice('Adult'), await shownPrice('Child'), await shownPrice('Reduced')]).toEqual([
      '€12.00',
      '€6.00',
      '€8.00',
    ])
    await page.locator('.sale-lines li', { hasText: '€16.00' }).waitFor()
    await page.getByRole('radio', { name: 'Night at the Museum' }).check()
    await count(page, 'Reduced').fill('1')
    expect([await shownPrice('Reduced'), await total.innerText()]).toEqual(['€17.50', '€33.50'])
    await page.getByRole('button', { name: 'Card' }).click()
    // The museum has the same total, or it would refuse the order.
    await page.getByRole('heading', { name: '3 tickets sold for €33.50' }).waitFor()
  })

  it('prints tickets and shows their images on the screen, each read once', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    const printed = new Promise((resolve) => void page.exposeFunction('print', () => resolve(true)))
    const images: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/qr')) images.push(request.url())
    })
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.locator('button:focus', { hasText: 'Print' }).click()
    // At the same time.
    await page.getByRole('button', { name: 'Show the codes' }).click()
    await printed
    const image = page.getByRole('dialog').getByRole('img')
    await image.waitFor()
    expect([images.length, new Set(images).size]).toEqual([2, 2])
    const codes = await page.locator('.sold-tickets .code').allInnerTexts()
    expect(await image.getAttribute('alt')).toBe(codes[0])
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    expect(await image.getAttribute('alt')).toBe(codes[1])
    await expectSound(opened, 'codes')
  })

  it('of an order whose response is lost asks again, and buys it once', async () => {
    const { page } = await desk.openAs('box-office')
    const before = await ticketsSold()
    let lost = 0
    await page.route('**/v1.1/orders', async (route) => {
      if (lost >= 4) return await route.continue()
      // The museum has sold the tickets.
      await route.fetch()
      lost += 1
      await route.abort('connectionreset')
    })
    await count(page, 'Adult').fill('3')
    await page.getByRole('button', { name: 'Card' }).click()
    await page.getByRole('heading', { name: '3 tickets sold for €36.00' }).waitFor({ timeout: 60_000 })
    expect(lost).toBe(4)
    expect(await ticketsSold()).toBe(before + 3)
    expect(await page.evaluate('localStorage.length')).toBe(0)
  })

  it('of an order whose response is lost asks again after a reload, as the same user only', async () => {
    const { page } = await desk.openAs('box-office')
    const before = await ticketsSold()
    await page.route('**/v1.1/orders', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByText('The museum has not answered yet').waitFor({ timeout: 20_000 })
    await page.reload()
    await desk.signIn(page, 'admin')
    await page
      .getByText(new RegExp(`^A sale of the user ${usernames['box-office']} of .* has no known outcome`))
      .waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await desk.signIn(page, 'box-office')
    await page.getByRole('heading', { name: '2 tickets sold for €24.00' }).waitFor()
    expect(await ticketsSold()).toBe(before + 2)
    expect(await page.evaluate('localStorage.length')).toBe(0)
  })

  it('of an order that was sent while the clock of the device was two days ahead is not done again when the museum has forgotten its key', async () => {
    const { page } = await desk.open()
    await page.addInitScript(deviceClock(48 * hour))
    await page.reload()
    await desk.signIn(page, 'box-office')
    const before = await ticketsSold()
    await loseOrders(page)
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByText('The museum has not answered yet').waitFor({ timeout: 20_000 })
    await page.goto('about:blank')
    await page.unrouteAll()
    // 26 hours pass, in which the clock is set right.
    await page.addInitScript(`clockAhead = ${26 * hour}`)
    await moveServerClock(page, 26 * hour)
    const orders = await loseOrders(page)
    await page.goBack()
    await desk.signIn(page, 'box-office')
    await page.getByText(/^A sale of .* for €24\.00 has no known outcome, and is too old/).waitFor()
    expect([orders.sent, await ticketsSold()]).toEqual([0, before + 2])
  })

  it('of an order whose response is lost ends, and is shown as unresolved, when the museum has forgotten its key before the page reaches it again', async () => {
    const opened = await desk.open()
    const { page } = opened
    await page.addInitScript(deviceClock(0))
    await page.reload()
    await desk.signIn(page, 'box-office')
    const before = await ticketsSold()
    const orders = await loseOrders(page)
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByText('The museum has not answered yet').waitFor({ timeout: 20_000 })
    // The device sleeps for 26 hours.
    await moveServerClock(page, 26 * hour)
    await page.evaluate(`clockAhead = ${26 * hour}`)
    const { sent } = orders
    const note = page.getByText(/^A sale of .* for €24\.00 has no known outcome, and is too old/)
    await note.waitFor()
    expect([orders.sent, await ticketsSold()]).toEqual([sent, before + 2])
    // The tickets are no longer in the form, so that they are not sold again by one key.
    expect(await page.locator('.sale-lines li').count()).toBe(0)
    expect(await page.locator('.sale .action-status').innerText()).toBe('')
    await expectSound(opened, 'unresolved')
    await page.getByRole('button', { name: 'It is clarified' }).click()
    await note.waitFor({ state: 'detached' })
  })

  it('of an order whose response is lost is asked for again after the museum has refused to tell its time', async () => {
    const { page } = await desk.openAs('box-office')
    const before = await ticketsSold()
    await page.route('**/v1.1/museum', (route) => route.fulfill(problem(403)))
    await loseOrders(page)
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByText('The museum is asked for the outcome of a sale.').waitFor({ timeout: 30_000 })
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('heading', { name: '2 tickets sold for €24.00' }).waitFor()
    expect(await ticketsSold()).toBe(before + 2)
  })

  it.each([500, 429])('of an order whose outcome is not known after a %i is not started again', async (status) => {
    const { page } = await desk.openAs('box-office')
    const before = await ticketsSold()
    let requests = 0
    await page.route('**/v1.1/orders', async (route) => {
      requests += 1
      // The museum has sold the tickets, and its response is lost.
      if (requests === 1) {
        await route.fetch()
        return await (status === 429 ? route.abort('connectionreset') : route.fulfill(problem(status)))
      }
      return await (requests < 6 ? route.fulfill(problem(status)) : route.continue())
    })
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByText('The museum is asked for the outcome of a sale.').waitFor({ timeout: 30_000 })
    for (const method of ['Cash', 'Card'])
      expect(await page.getByRole('button', { name: method }).isDisabled()).toBe(true)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('heading', { name: '2 tickets sold for €24.00' }).waitFor()
    expect(await ticketsSold()).toBe(before + 2)
  })

  it('keeps no purchaser of an order without an outcome after a sign-out, of any user, and says that it cannot be asked for', async () => {
    const { page } = await desk.openAs('box-office')
    await page.route('**/v1.1/orders', (route) => route.abort('connectionreset'))
    await count(page, 'Adult').fill('2')
    await page.getByLabel('E-mail').fill('visitor@example.org')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByText('The museum has not answered yet').waitFor({ timeout: 20_000 })
    const stored = () => page.evaluate<string>('JSON.stringify(localStorage)')
    expect(await stored()).toContain('visitor@example.org')
    await page.reload()
    await desk.signIn(page, 'admin')
    await page.getByText(/^A sale of the user .* has no known outcome/).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('[name=username]').waitFor()
    await page.waitForFunction(`!JSON.stringify(localStorage).includes('@')`)
    await page.unrouteAll()
    await desk.signIn(page, 'box-office')
    const note = page.getByText(/^A sale of .* for €24\.00 has no known outcome, and cannot be asked for/)
    await note.waitFor()
    await page.getByRole('button', { name: 'It is clarified' }).click()
    await note.waitFor({ state: 'detached' })
    expect(await stored()).toBe('{}')
  })

  it.each([
    '',
    '{',
    'null',
    '5',
    '{}',
    '{"username":"cashier","idempotencyKey":"x","sentAt":"never","order":{"items":[]}}',
  ])('goes on beside a damaged entry of the storage, and says so: %j', async (entry) => {
    const opened = await desk.open()
    const { page } = opened
    await page.evaluate(`localStorage.setItem('museum.pending-order.x', ${JSON.stringify(entry)})`)
    await desk.signIn(page, 'box-office')
    const note = page.getByText('What this browser had stored of a sale without a known outcome cannot be read.')
    await note.waitFor()
    await count(page, 'Adult').fill('1')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '1 ticket sold for €12.00' }).waitFor()
    await page.getByRole('button', { name: 'Next sale' }).click()
    await page.getByRole('button', { name: 'It is clarified' }).click()
    await note.waitFor({ state: 'detached' })
    expect(await page.evaluate('localStorage.length')).toBe(0)
    expect(opened.errors()).toEqual([])
  })

  it('stores no password with an order without a response', async () => {
    const { page } = await desk.openAs('box-office')
    await page.route('**/v1.1/orders', (route) => route.abort('connectionreset'))
    await count(page, 'Adult').fill('1')
    const sent = page.waitForRequest('**/v1.1/orders')
    await page.getByRole('button', { name: 'Cash' }).click()
    await sent
    const stored = String(await page.evaluate('JSON.stringify(localStorage)'))
    expect(stored).toContain('idempotencyKey')
    expect(stored).not.toContain(password)
  })

  it('that is emptied leaves no address to the next one', async () => {
    const { page } = await desk.openAs('box-office')
    await page.locator('input[name=offer]:focus').waitFor()
    const email = page.getByRole('textbox', { name: /^E-mail/ })
    await count(page, 'Adult').fill('2')
    await email.fill('first@example.org')
    await page.locator('.sale-lines').getByRole('button').click()
    await page.getByText('No tickets yet.').waitFor()
    await count(page, 'Adult').fill('1')
    expect(await email.inputValue()).toBe('')
  })

  it('stays open through other pages, and through a reload without the address, and a sign-out asks', async () => {
    const { page } = await desk.openAs('box-office')
    await page.locator('input[name=offer]:focus').waitFor()
    await count(page, 'Adult').fill('2')
    await page.getByRole('textbox', { name: /^E-mail/ }).fill('visitor@example.org')
    const lines = page.locator('.sale-lines li')
    expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(/^2 × Adult/)])
    await page.getByRole('link', { name: 'Find' }).click()
    await page.getByRole('link', { name: 'Sell' }).click()
    await lines.waitFor()
    expect(await page.getByRole('textbox', { name: /^E-mail/ }).inputValue()).toBe('visitor@example.org')
    await page.reload()
    await page.getByLabel('User').fill(usernames['box-office'])
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await lines.waitFor()
    expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(/^2 × Adult/)])
    expect(await page.getByRole('textbox', { name: /^E-mail/ }).inputValue()).toBe('')
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain('visitor@')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A sale of 2 tickets is not finished.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await lines.waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('User').fill(usernames['box-office'])
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText('No tickets yet.').waitFor()
  })

  it('leaves its address to no other sale: not once it is sold, nor when nothing is left in it', async () => {
    const { page } = await desk.openAs('box-office')
    const address = page.getByRole('textbox', { name: /^E-mail/ })
    const type = async () => {
      await count(page, 'Adult').fill('2')
      await address.fill('visitor@example.org')
    }
    const comeBack = async () => {
      await page.getByRole('link', { name: 'Find' }).click()
      await page.getByRole('link', { name: 'Sell' }).click()
      await page.getByText('No tickets yet.').waitFor()
    }
    await type()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await comeBack()
    expect(await address.inputValue()).toBe('')
    await type()
    await page.getByRole('button', { name: 'Card' }).click()
    await page.getByRole('heading', { name: '2 tickets sold' }).waitFor()
    await comeBack()
    expect(await address.inputValue()).toBe('')
  })

  it('has no address any more after a sign-out in another tab', async () => {
    const { page } = await desk.openAs('box-office')
    await count(page, 'Adult').fill('2')
    await page.getByRole('textbox', { name: /^E-mail/ }).fill('visitor@example.org')
    await page.getByRole('link', { name: 'Find' }).click()
    const tab = await page.context().newPage()
    await tab.goto(page.url())
    await desk.signIn(tab, 'box-office')
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await desk.signIn(page, 'box-office')
    await page.getByRole('link', { name: 'Sell' }).click()
    await page.locator('.sale-lines li').waitFor()
    expect(await page.getByRole('textbox', { name: /^E-mail/ }).inputValue()).toBe('')
  })

  it.each(['Sell', 'Desk'])('is followed by the next one by a press of the tab %s', async (tab) => {
    const { page } = await desk.openAs('box-office')
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Card' }).click()
    await page.getByRole('heading', { name: '2 tickets sold' }).waitFor()
    await page.getByRole('link', { name: tab, exact: true }).click()
    await page.getByText('No tickets yet.').waitFor()
    await page.locator('input[name=offer]:focus').waitFor()
  })

  it('is undone on the page after it, in two inputs, and says what to give back', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    const before = await ticketsSold()
    await page.locator('input[name=offer]:focus').waitFor()
    await count(page, 'Adult').fill('2')
    await page.getByRole('button', { name: 'Card' }).click()
    await page.getByRole('heading', { name: '2 tickets sold' }).waitFor()
    await page.getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('heading', { name: 'The sale is undone' }).waitFor()
    await page.getByText(/^Give back €[\d.]+: Card\.$/).waitFor()
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
    await page.locator('button:focus', { hasText: 'Next sale' }).waitFor()
    // Two were sold, and two refunded.
    expect(await ticketsSold()).toBe(before + 4)
    await expectSound(opened)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sell' }).waitFor()
  })

  it('says before the payment that too few places are left, and at the line when others have bought them meanwhile', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await count(page, 'Adult').fill('1')
    await page.getByRole('button', { name: `Choose: ${markup}` }).click()
    await count(page, 'Child').fill('2')
    await page.getByText('Only 1 place is left.').waitFor()
    const before = await ticketsSold()
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.locator('.stepper input:focus').waitFor()
    expect(await count(page, 'Child').inputValue()).toBe('2')
    expect(await ticketsSold()).toBe(before)
    await expectSound(opened, 'too-many')
    await page.keyboard.press('ArrowDown')
    const ofEvent = { ticketType: 'event', eventId: scarce, ticketDate: '2030-05-03' }
    const { orderId } = (await (await desk.request('box-office', 'POST', '/orders', { items: [ofEvent] })).json()) as {
      orderId: string
    }
    await page.getByRole('button', { name: 'Cash' }).click()
    const line = page.locator('.sale-lines li', { hasText: 'Child' })
    await line.locator('.fault').waitFor()
    expect(await line.innerText()).toContain('No place is left on Fri 3 May.')
    expect(await page.evaluate('localStorage.length')).toBe(0)
    await expectSound(opened, 'sold-out')
    // The places are read again; what its line says is not said twice.
    await page.locator('.stepper input[aria-valuemax="0"]').first().waitFor()
    expect(await page.locator('.fault').count()).toBe(1)
    await desk.request('box-office', 'POST', `/orders/${orderId}/cancellation`)
    await page.locator('.stepper input[aria-valuemax="1"]').first().waitFor()
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '2 tickets sold for €14.50' }).waitFor()
  })

  it('keeps a number that is too large beside its fault, and asks once about an unusual one', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await page.locator('input[name=offer]:focus').waitFor()
    await count(page, 'Adult').fill('60')
    await page.getByText('At most 50 tickets are sold at once.').waitFor()
    expect(await count(page, 'Adult').inputValue()).toBe('60')
    const total = page.locator('.sale-total output')
    expect(await total.innerText()).toBe('€0.00')
    await count(page, 'Adult').fill('4006381333931')
    await page.getByText('At most 50 tickets are sold at once.').waitFor()
    expect([await count(page, 'Adult').inputValue(), await total.innerText()]).toEqual(['4006381333931', '€0.00'])
    await count(page, 'Child').fill('1')
    await page.getByRole('button', { name: 'Cash €6.00' }).click()
    await page.locator('.stepper input:focus').waitFor()
    await count(page, 'Child').fill('')
    const before = await ticketsSold()
    await count(page, 'Adult').fill('25')
    await page.getByRole('button', { name: 'Cash €300.00' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is this sale right?' })
    await dialog.getByText('25 × Adult').waitFor()
    expect(await ticketsSold()).toBe(before)
    await expectSound(opened, 'unusual')
    await dialog.getByRole('button', { name: 'Cash €300.00' }).click()
    await page.getByRole('heading', { name: '25 tickets sold for €300.00' }).waitFor()
    expect(await ticketsSold()).toBe(before + 25)
  })

  it('of more than 50 tickets in all has a fault before the payment, also with tickets of another date', async () => {
    const { page } = await desk.openAs('box-office')
    await count(page, 'Adult').fill('30')
    await count(page, 'Child').fill('21')
    await page.getByText('At most 50 tickets are sold at once.').first().waitFor()
    await count(page, 'Child').fill('20')
    expect(await page.locator('.stepper .fault').count()).toBe(0)
    await page.getByLabel('Date').fill('2030-05-02')
    await page.getByText('Thursday, 2 May 2030').waitFor()
    await count(page, 'Adult').fill('1')
    await page.locator('.stepper').getByText('At most 50 tickets are sold at once.').waitFor()
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.locator('.stepper input:focus').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('puts a past date right with a word, and says of a text that it is no address', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    const date = page.getByLabel('Date')
    await date.fill('2030-04-30')
    await page.getByRole('textbox', { name: /^E-mail/ }).fill('visitor@example')
    expect(await date.inputValue()).toBe('2030-05-01')
    await page.getByText('Tickets are sold from today on. The date is Wednesday, 1 May 2030 again.').waitFor()
    await date.fill('2030-05-02')
    await page.getByText('This is not an e-mail address.').waitFor()
    expect(await page.getByText('Tickets are sold from today on.').count()).toBe(0)
    await page.getByRole('textbox', { name: /^E-mail/ }).fill('visitor@example.org')
    await page.keyboard.press('Tab')
    await page.getByText('This is not an e-mail address.').waitFor({ state: 'detached' })
    await expectSound(opened)
  })

  it('puts each past date right with a word: the second one, and one that is left by Enter', async () => {
    const { page } = await desk.openAs('box-office')
    const date = page.getByLabel('Date')
    const note = page.getByText('Tickets are sold from today on. The date is Wednesday, 1 May 2030 again.')
    const leave = () => page.getByRole('textbox', { name: /^E-mail/ }).focus()
    for (const [past, end] of [
      ['2030-04-30', leave],
      ['2029-05-02', leave],
      ['2020-05-02', () => date.press('Enter')],
    ] as const) {
      await date.fill(past)
      await note.waitFor({ state: 'detached' })
      expect(await date.inputValue()).toBe(past)
      await end()
      await note.waitFor()
      expect(await date.inputValue()).toBe('2030-05-01')
    }
  })

  it('keeps a date that is being typed while the offers are read again', async () => {
    const { page } = await desk.openAs('box-office')
    const date = page.getByLabel('Date')
    const night = page.locator('.offer', { hasText: 'Night at the Museum' })
    const left = Number.parseInt(await night.locator('.places').innerText(), 10)
    const item = { ticketType: 'event', eventId: evening, ticketDate: '2030-05-01' }
    await desk.request('box-office', 'POST', '/orders', { items: [item] })
    await date.fill('2020-05-02')
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await night.getByText(`${left - 1} places left`).waitFor()
    expect(await date.inputValue()).toBe('2020-05-02')
  })

  it('asks before it sells for a date that is more than a year ahead', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    const before = await ticketsSold()
    await page.getByLabel('Date').fill('2130-05-01')
    await page.getByText('Monday, 1 May 2130').waitFor()
    await count(page, 'Adult').fill('1')
    await page.getByRole('button', { name: 'Cash' }).click()
    const dialog = page.getByRole('dialog', { name: 'Is this sale right?' })
    await dialog.getByText('1 × Adult · Monday, 1 May 2130').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await ticketsSold()).toBe(before)
    await page.getByLabel('Date').fill('2031-05-02')
    await page.getByText('Friday, 2 May 2031').waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await count(page, 'Adult').fill('1')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '1 ticket sold' }).waitFor()
  })

  it('says at each line for which date it is when another date is chosen', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await count(page, 'Adult').fill('2')
    const [first, second] = [page.locator('.sale-lines li').first(), page.locator('.sale-lines li').nth(1)]
    await first.waitFor()
    expect(await first.innerText()).not.toContain('another date')
    await page.getByLabel('Date').fill('2030-05-02')
    await first.getByText('For another date: Wednesday, 1 May 2030').waitFor()
    await count(page, 'Child').fill('1')
    await second.waitFor()
    expect(await second.innerText()).not.toContain('another date')
    await expectSound(opened, 'another-date')
    await page.getByRole('button', { name: 'Today' }).click()
    await second.getByText('For another date: Thursday, 2 May 2030').waitFor()
    expect(await first.innerText()).not.toContain('another date')
  })

  it('offers nothing that is sold out', async () => {
    await create('Full House', ['2030-05-04'], 5, 0)
    const { page } = await desk.openAs('box-office')
    await page.getByLabel('Date').fill('2030-05-04')
    const full = page.getByRole('radio', { name: /Full House/ })
    await full.waitFor()
    expect(await full.isDisabled()).toBe(true)
  })

  it('says that the total has changed, and sells at the new one', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await count(page, 'Child').fill('1')
    expect(await page.locator('.sale-total output').innerText()).toBe('€6.00')
    await desk.request('admin', 'PUT', '/price-categories', [
      categories[0],
      { ...categories[1], percentage: 75 },
      categories[2],
    ])
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('alert').getByText('The price has changed: it is €9.00 now. Nothing was sold.').waitFor()
    await page.locator('.sale-total output', { hasText: '€9.00' }).waitFor()
    await expectSound(opened, 'total-changed')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '1 ticket sold for €9.00' }).waitFor()
    await desk.request('admin', 'PUT', '/price-categories', categories)
  })

  it('to an address with an international domain stores it as it was typed, and it is found in both forms', async () => {
    const { page } = await desk.openAs('box-office')
    await count(page, 'Adult').fill('1')
    // In a field of the type email, Chromium makes the domain of another owner of it, strasse.example.
    await page.getByLabel('E-mail').fill('kasse@straße.example')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '1 ticket sold' }).waitFor()
    const orders = await desk.request('admin', 'GET', '/tickets?email=kasse@xn--strae-oqa.example')
    expect(await orders.json()).toMatchObject([{ email: 'kasse@straße.example' }])
    await page.getByRole('link', { name: 'Find' }).click()
    await page.locator('input[type=search]').fill('kasse@xn--strae-oqa.example')
    await page.keyboard.press('Enter')
    await page.getByText('kasse@straße.example').waitFor()
  })

  it('shows a fault of the e-mail address at its field', async () => {
    const { page } = await desk.openAs('box-office')
    await count(page, 'Adult').fill('1')
    await page.getByLabel('E-mail').fill('nobody')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.locator('.field .fault').waitFor()
    await page.locator('input[inputmode=email]:focus').waitFor()
  })
})
