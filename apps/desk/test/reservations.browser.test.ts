import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type OpenedDesk, expectSound, screenshotOf, useDesk, views } from './the-desk.ts'
import { dateIn, timeZone } from './the-gate.ts'

// A reservation ends by the clock of the museum, so the museum has the real date.
const desk = useDesk(() => ({ MUSEUM_TODAY: dateIn(0), MUSEUM_TIME_ZONE: timeZone }))
const markup = '<img src=x onerror="alert(1)"> & \u202Etxet'
const [today, tomorrow, visit] = [dateIn(0), dateIn(1), dateIn(10)]
const email = 'teacher@example.org'

type Reservation = Readonly<{
  reservationId: string
  state: string
  heldUntil: string
  until?: string
  label?: string
  email?: string
  phone?: string
  total: number
  items: readonly Readonly<{ quantity: number; eventId?: string }>[]
}>
type Order = Readonly<{
  label?: string
  till?: string
  total: number
  payment?: Readonly<{ method: string }>
  tickets: readonly unknown[]
}>
const json = async <Body>(request: ReturnType<typeof desk.request>) => (await (await request).json()) as Body
const createEvent = async (name: string, dates: readonly string[], capacity?: number) => {
  const event = { name, location: 'Main Hall', eventDescription: '', dates, price: 20 }
  const { eventId } = await json<{ eventId: string }>(desk.request('admin', 'POST', '/special-events', event))
  if (capacity !== undefined) await desk.request('admin', 'PUT', `/special-events/${eventId}/capacity`, { capacity })
  return eventId
}
/** The end of a day on the clock of the museum. */
const endOf = (date: string) => {
  const [, sign, hours = '0'] = /GMT([+-])(\d+)/.exec(timeZone) ?? []
  // The signs of these zones are those of POSIX.
  return `${date}T23:59:00${sign === '+' ? '-' : '+'}${hours.padStart(2, '0')}:00`
}
/** Reserves places for a class: 28 children for an event, unless other items are given. */
const reserve = async (eventId: string, label: string | undefined, members: object = {}) => {
  const reserved = await json<Reservation>(
    desk.request('box-office', 'POST', '/reservations', {
      items: [{ ticketType: 'event', eventId, ticketDate: visit, priceCategory: 'child', quantity: 28 }],
      until: endOf(dateIn(9)),
      ...(label !== undefined && { label }),
      ...members,
    }),
  )
  expect(reserved).toMatchObject({ state: 'held' })
  return reserved
}
const stored = ({ reservationId }: Pick<Reservation, 'reservationId'>) =>
  json<Reservation>(desk.request('box-office', 'GET', `/reservations/${reservationId}`))
const orderOf = ({ reservationId }: Pick<Reservation, 'reservationId'>) =>
  json<Order>(desk.request('box-office', 'GET', `/orders/${reservationId}`))
const withLabel = (label: string) =>
  json<readonly Reservation[]>(
    desk.request('box-office', 'GET', `/reservations?search=${encodeURIComponent(label)}&limit=50`),
  )

const count = (page: Page, category: string) => page.getByRole('spinbutton', { name: category })
const dialogOf = (page: Page) => page.getByRole('dialog')
/** Opens the question for the label and the end of what is in the sale. */
const ask = async (page: Page) => {
  await page.getByRole('button', { name: 'Reserve…' }).click()
  await dialogOf(page).waitFor()
}
const send = (page: Page) => dialogOf(page).getByRole('button', { name: 'Reserve the places' }).click()
/** Opens the page Reservations, of which it shows those with a label. */
const openList = async (label: string, view: Parameters<typeof desk.openAs>[1] = {}): Promise<OpenedDesk> => {
  const opened = await desk.openAs('box-office', { ...view, path: 'box-office/reservations' })
  await opened.page.locator('input[type=search]').fill(label)
  await opened.page.locator('article.card h2', { hasText: label }).first().waitFor()
  return opened
}
const card = (page: Page, label: string) => page.getByRole('article', { name: label })
/** The requests of the page that change something. */
const changesOf = (page: Page) => {
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(new URL(request.url()).pathname.replace(/^.*\/v1\.1/, ''))
  })
  return changes
}

let night: string
beforeAll(async () => {
  await desk.request('admin', 'PUT', '/price-categories', [
    { priceCategory: 'full', name: 'Adult', percentage: 100 },
    { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
  ])
  await createEvent('Workshop', [visit], 30)
  night = await createEvent(markup, [visit, dateIn(11)])
})

describe('places of a sale', () => {
  it.each(views)('are reserved in a dialog that is sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('box-office', view)
    const { page } = opened
    await page.locator('.stepper input').first().fill('2')
    await page.locator('.sale-lines li').waitFor()
    await page.locator('.sale-sum > div > button').last().click()
    await dialogOf(page).locator('input:focus').fill(`Sound ${markup}`)
    await expectSound(opened, screenshotOf('reserve', view))
    await page.keyboard.press('Enter')
    await page.locator('article.card h2').waitFor()
    await expectSound(opened, screenshotOf('reserved', view))
  })

  it('are reserved instead of sold: with label, contact and the end of the day of the visit, and what was reserved is shown', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    const changes = changesOf(page)
    expect(await page.getByRole('button', { name: 'Reserve…' }).isEnabled()).toBe(false)
    await page.getByRole('button', { name: 'Choose: Workshop' }).click()
    await count(page, 'Adult').fill('2')
    await count(page, 'Child').fill('26')
    await ask(page)
    await dialogOf(page).getByText('28 places · €300.00').waitFor()
    expect(await dialogOf(page).getByLabel('Held until').inputValue()).toBe(`${visit}T23:59`)
    await dialogOf(page).getByText('After this time, the places can be sold to others.').waitFor()
    await dialogOf(page).getByLabel('Label').fill(' Class 7b ')
    await dialogOf(page).getByLabel('E-mail').fill(email)
    await dialogOf(page).getByLabel('Phone').fill('+49 30 123456')
    await send(page)
    await page.locator('h1:focus', { hasText: '28 places are reserved' }).waitFor()
    const shown = await card(page, 'Class 7b').innerText()
    for (const text of ['2 × Adult · Workshop', '26 × Child, 6 to 17', '€300.00', '23:59', email, '+49 30 123456'])
      expect(shown).toContain(text)
    expect(changes).toEqual(['/reservations'])
    const [reservation] = await withLabel('class 7B')
    expect(await stored(reservation!)).toMatchObject({
      state: 'held',
      label: 'Class 7b',
      email,
      phone: '+49 30 123456',
      until: new Date(endOf(visit)).toISOString(),
      items: [{ quantity: 2 }, { quantity: 26 }],
    })
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).toBe('[{},{}]')

    // The next sale is empty, and finds the held places taken.
    await page.keyboard.press('Enter')
    await page.keyboard.press('F2')
    await page.getByText('No tickets yet.').waitFor()
    await page.getByLabel('Date').fill(visit)
    await page.locator('.offer', { hasText: 'Workshop' }).getByText('2 places left').waitFor()
    expect(opened.errors()).toEqual([])
  })

  it.each([
    ['today', today],
    ['tomorrow', tomorrow],
  ])('are held until the end of the day where the visit is %s', async (_, date) => {
    const { page } = await desk.openAs('box-office')
    await page.getByLabel('Date').fill(date)
    await count(page, 'Adult').fill('1')
    await ask(page)
    expect(await dialogOf(page).getByLabel('Held until').inputValue()).toBe(`${date}T23:59`)
  })

  it('of two dates are held until the end of the last one', async () => {
    const { page } = await desk.openAs('box-office')
    await page.getByLabel('Date').fill(dateIn(11))
    await count(page, 'Adult').fill('1')
    await page.getByLabel('Date').fill(visit)
    await count(page, 'Adult').fill('1')
    await ask(page)
    expect(await dialogOf(page).getByLabel('Held until').inputValue()).toBe(`${dateIn(11)}T23:59`)
    await dialogOf(page).getByLabel('Label').fill('Two dates')
    await send(page)
    await page.locator('h1:focus', { hasText: '2 places are reserved' }).waitFor()
  })

  it('are given back by an undo on the page after it, which asks with label and places', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await count(page, 'Adult').fill('3')
    await ask(page)
    // The hand stays at the keyboard.
    await page.keyboard.type('Undone')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '3 places are reserved' }).waitFor()
    const [reservation] = await withLabel('Undone')
    const changes = changesOf(page)
    await page.getByRole('button', { name: 'Undo the reservation' }).click()
    await dialogOf(page).getByText('Undone: 3 places').waitFor()
    await expectSound(opened, 'undo-reservation')
    // The button that changes nothing has the focus.
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(changes).toEqual([])
    await page.getByRole('button', { name: 'Undo the reservation' }).click()
    await dialogOf(page).getByRole('button', { name: 'Undo the reservation' }).click()
    await page.getByRole('heading', { name: 'The reservation is undone' }).waitFor()
    await page.locator('button:focus', { hasText: 'Next sale' }).waitFor()
    expect(await stored(reservation!)).toMatchObject({ state: 'released' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sell' }).waitFor()
  })

  it('keep what was typed for them while another page is shown, but not the usual end', async () => {
    const { page } = await desk.openAs('box-office')
    const typed = { Label: 'Class 7c', 'E-mail': email, Phone: '+49 30 123456' }
    const shown = () => Promise.all(Object.keys(typed).map((name) => dialogOf(page).getByLabel(name).inputValue()))
    const end = () => dialogOf(page).getByLabel('Held until')
    const leaveAndAsk = async () => {
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Find' }).click()
      await page.getByRole('link', { name: 'Sell' }).click()
      await ask(page)
    }
    await page.getByLabel('Date').fill(tomorrow)
    await count(page, 'Adult').fill('1')
    await ask(page)
    for (const [name, text] of Object.entries(typed)) await dialogOf(page).getByLabel(name).fill(text)
    await leaveAndAsk()
    expect(await shown()).toEqual(Object.values(typed))
    await page.keyboard.press('Escape')
    await page.getByLabel('Date').fill(visit)
    await count(page, 'Adult').fill('1')
    await ask(page)
    expect(await end().inputValue()).toBe(`${visit}T23:59`)
    await end().fill(`${visit}T12:00`)
    await leaveAndAsk()
    expect([...(await shown()), await end().inputValue()]).toEqual([...Object.values(typed), `${visit}T12:00`])
    await send(page)
    await page.getByRole('heading', { name: '2 places are reserved' }).waitFor()
    await page.keyboard.press('F2')
    await page.getByText('No tickets yet.').waitFor()
    await count(page, 'Adult').fill('1')
    await ask(page)
    expect(await shown()).toEqual(['', '', ''])
  })

  it('have their faults at the fields, and what was typed stays', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await page.getByLabel('Date').fill(visit)
    await count(page, 'Adult').fill('1')
    await ask(page)
    const changes = changesOf(page)
    await send(page)
    await page.getByLabel('Label').and(page.locator('[aria-invalid=true]:focus')).waitFor()
    expect(await dialogOf(page).locator('.fault').allInnerTexts()).toEqual([
      'Write a label, an e-mail address or a phone number.',
    ])
    expect(changes).toEqual([])
    await dialogOf(page).getByLabel('Held until').fill('')
    await dialogOf(page).getByLabel('E-mail').fill(email)
    await dialogOf(page).getByLabel('Phone').fill('12')
    await send(page)
    await page.getByLabel('Held until').and(page.locator('[aria-invalid=true]:focus')).waitFor()
    expect(await dialogOf(page).locator('.fault').allInnerTexts()).toEqual([
      'Write a date and a time.',
      'Write a phone number: at least 3 digits, and at most 32 characters.',
    ])
    expect(await page.getByRole('alert').innerText()).toMatch(/^Please correct what is marked\./)
    await expectSound(opened, 'reserve-faults')
    // After the last date, and then at its end.
    await dialogOf(page).getByLabel('Label').fill('Class 8a')
    await dialogOf(page).getByLabel('Phone').fill('')
    await dialogOf(page)
      .getByLabel('Held until')
      .fill(`${dateIn(11)}T00:01`)
    await send(page)
    await page.getByLabel('Held until').and(page.locator('[aria-invalid=true]:focus')).waitFor()
    expect(await dialogOf(page).locator('.fault').count()).toBe(1)
    await dialogOf(page).getByLabel('Held until').fill(`${visit}T23:59`)
    await send(page)
    await page.getByRole('heading', { name: '1 place is reserved' }).waitFor()
    expect(await withLabel('Class 8a')).toHaveLength(1)
  })

  it.each([
    ['by telephone alone', { Phone: '+49 30 123456' }, { label: '+49 30 123456' }],
    ['by telephone with a label', { Label: 'Meier', Phone: '030 123456' }, { label: 'Meier · 030 123456' }],
    ['with an e-mail address alone', { 'E-mail': email }, { email }],
    [
      'with an e-mail address and a phone number',
      { 'E-mail': email, Phone: '030 123456' },
      { email, phone: '030 123456' },
    ],
  ])('are reserved %s, and the reservation is called by it', async (_, typed, sent) => {
    const { page } = await desk.openAs('box-office')
    await page.getByLabel('Date').fill(visit)
    await count(page, 'Adult').fill('1')
    await ask(page)
    await dialogOf(page).getByText('Without an e-mail address, the phone number is added to the label.').waitFor()
    for (const [name, text] of Object.entries(typed)) await dialogOf(page).getByLabel(name).fill(text)
    const request = page.waitForRequest((each) => each.method() === 'POST')
    await send(page)
    await page.getByRole('heading', { name: '1 place is reserved' }).waitFor()
    const { label, email: address, phone } = (await request).postDataJSON() as Record<string, string | undefined>
    expect({ label, email: address, phone }).toEqual({ label: undefined, email: undefined, phone: undefined, ...sent })
    await card(page, 'label' in sent ? sent.label : email).waitFor()
  })

  it('are not reserved where too few are left: the dialog says so, and the sale reads the places again', async () => {
    const eventId = await createEvent('Scarce', [tomorrow], 5)
    const { page } = await desk.openAs('box-office')
    await page.getByRole('button', { name: 'Choose: Scarce' }).click()
    await count(page, 'Adult').fill('4')
    await reserve(eventId, 'First', {
      items: [{ ticketType: 'event', eventId, ticketDate: tomorrow, quantity: 3 }],
      until: endOf(today),
    })
    await ask(page)
    await dialogOf(page).getByLabel('Label').fill('Second')
    await send(page)
    await dialogOf(page).getByRole('alert').getByText('Only 2 places are left').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await page.locator('.stepper .fault', { hasText: 'Only 2 places are left.' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await withLabel('Second')).toEqual([])
    await count(page, 'Adult').fill('2')
    await ask(page)
    // What is typed in it is of this sale.
    await dialogOf(page).getByLabel('Label').fill('Second')
    await send(page)
    await page.getByRole('heading', { name: '2 places are reserved' }).waitFor()
  })

  it('whose response is lost are asked for under the key, also after a reload, and reserved once', async () => {
    const { page } = await desk.openAs('box-office')
    const keys = new Set<string | undefined>()
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/reservations'))
        keys.add(request.headers()['idempotency-key'])
    })
    await page.route('**/v1.1/reservations', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await count(page, 'Adult').fill('2')
    await ask(page)
    await dialogOf(page).getByLabel('Label').fill('Lost')
    await send(page)
    await page.getByText('The museum has not answered yet').first().waitFor({ timeout: 20_000 })
    // The page behind the dialog sells nothing meanwhile.
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    const changes = changesOf(page)
    await page.getByRole('button', { name: 'Cash' }).click()
    expect(changes.filter((path) => path === '/orders')).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/v1.1/museum', (route) => route.fallback())
    await page.reload()
    await desk.signIn(page, 'box-office')
    await page.getByRole('heading', { name: '2 places are reserved' }).waitFor()
    expect(keys.size).toBe(1)
    expect(await withLabel('Lost')).toHaveLength(1)
    expect(await page.evaluate('localStorage.length')).toBe(0)
  })

  it('without an outcome are erased at a sign-out, with their label, and cannot be asked for', async () => {
    const { page } = await desk.openAs('box-office')
    await page.route('**/v1.1/reservations', (route) => route.abort('connectionreset'))
    await count(page, 'Adult').fill('2')
    await ask(page)
    await dialogOf(page).getByLabel('Label').fill('Class of Mrs Gray')
    await send(page)
    await page.getByText('The museum has not answered yet').first().waitFor({ timeout: 20_000 })
    const storage = () => page.evaluate<string>('JSON.stringify(localStorage)')
    expect(await storage()).toContain('Mrs Gray')
    await page.reload()
    await desk.signIn(page, 'admin')
    await page.getByText(/^A reservation of the user .* has no known outcome/).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('[name=username]').waitFor()
    expect(await storage()).not.toContain('Gray')
    await page.unrouteAll()
    await desk.signIn(page, 'box-office')
    const note = page.getByText(/^A reservation of .* for €24\.00 has no known outcome, and cannot be asked for/)
    await note.waitFor()
    await page.getByRole('button', { name: 'It is clarified' }).click()
    await note.waitFor({ state: 'detached' })
    expect(await storage()).toBe('{}')
  })
})

describe('the page Reservations', () => {
  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    await reserve(night, 'Sound 1', { email, phone: '+49 30 123456' })
    await reserve(night, `Sound 2 ${markup}`, {
      items: [
        { ticketType: 'event', eventId: night, ticketDate: visit, priceCategory: 'child', quantity: 24 },
        { ticketType: 'general', ticketDate: visit, quantity: 2 },
      ],
    })
    const opened = await openList('Sound', view)
    const { page } = opened
    await expectSound(opened, screenshotOf('reservations', view))
    await page.locator('article.card').last().getByRole('button').first().click()
    await dialogOf(page).locator('input').first().fill('23')
    await expectSound(opened, screenshotOf('sell-reservation', view))
    await page.keyboard.press('Escape')
    await page.locator('article.card').last().getByRole('button').nth(1).click()
    await expectSound(opened, screenshotOf('extend-reservation', view))
    await page.keyboard.press('Escape')
    await page.locator('article.card').last().getByRole('button').nth(2).click()
    await expectSound(opened, screenshotOf('release-reservation', view))
  })

  it('says where a reservation is made, leads there, and names its fields by what they do', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/reservations' })
    const fields = page.getByRole('group', { name: 'Find a reservation' })
    await fields.getByLabel('Label').waitFor()
    await page.getByRole('link', { name: 'choose the tickets on Sell and press “Reserve…”' }).click()
    await page.getByRole('heading', { name: 'Sell' }).waitFor()
    await page.getByRole('button', { name: 'Reserve…' }).waitFor()
  })

  it('lists what is held by the end of its time, filtered by date and label, which is in no URL', async () => {
    await reserve(night, 'Listed late')
    await reserve(night, 'Listed soon', { until: endOf(today) })
    await reserve(night, 'Listed for another day', {
      items: [{ ticketType: 'event', eventId: night, ticketDate: dateIn(11), quantity: 1 }],
    })
    const released = await reserve(night, 'Listed no more')
    await desk.request('box-office', 'POST', `/reservations/${released.reservationId}/release`)
    const { page } = await openList('LISTED')
    const labels = () => page.locator('article.card h2').allInnerTexts()
    expect(await labels()).toEqual(['Listed soon', 'Listed late', 'Listed for another day'])
    await page.getByLabel('Date of the ticket').fill(dateIn(11))
    await page.locator('article.card').nth(1).waitFor({ state: 'detached' })
    expect(await labels()).toEqual(['Listed for another day'])
    expect(page.url()).toMatch(new RegExp(`reservations\\?date=${dateIn(11)}$`))
    await page.locator('input[type=search]').fill('Nobody')
    await page.getByText('No reservations.').waitFor()
  })

  it('names the items with their categories, events and times, and who reserved', async () => {
    await reserve(night, undefined, {
      items: [
        { ticketType: 'event', eventId: night, ticketDate: dateIn(11), priceCategory: 'child', quantity: 24 },
        { ticketType: 'general', ticketDate: dateIn(11), quantity: 2 },
      ],
      email,
    })
    const { page } = await desk.openAs('box-office', { path: `box-office/reservations?date=${dateIn(11)}` })
    const shown = await card(page, email).innerText()
    for (const text of ['26 places', `24 × Child, 6 to 17 · ${markup} · `, '2 × Adult · General entry · ', '€264.00'])
      expect(shown).toContain(text)
    expect(shown).toMatch(/Made\n.* · cashier/)
    expect(shown).toContain(email)
  })

  it('sells for those who came, at most for the reserved number, at the till of the device, and prints', async () => {
    const reservation = await reserve(night, 'Came', {
      items: [
        { ticketType: 'event', eventId: night, ticketDate: visit, priceCategory: 'child', quantity: 28 },
        { ticketType: 'event', eventId: night, ticketDate: visit, quantity: 2 },
      ],
      email,
    })
    const opened = await desk.open({ path: 'box-office/reservations' })
    const { page } = opened
    await page.evaluate(`localStorage.setItem('museum.till', 'North')`)
    await desk.signIn(page, 'box-office')
    await page.getByText('Till: North').waitFor()
    await page.locator('input[type=search]').fill('Came')
    await card(page, 'Came').getByRole('button', { name: 'Sell…' }).click()
    const [children, adults] = [dialogOf(page).getByLabel('Child'), dialogOf(page).getByLabel('Adult')]
    const cash = dialogOf(page).getByRole('button', { name: 'Cash' })
    const onCash = async () => (await cash.innerText()).replace('\n', ' ')
    expect([await children.inputValue(), await adults.inputValue(), await onCash()]).toEqual([
      '28',
      '2',
      'Cash €320.00',
    ])
    const changes = changesOf(page)
    await children.fill('29')
    await dialogOf(page).getByText('At most 28 are reserved.').waitFor()
    await cash.click()
    await page.locator('input[aria-invalid=true]:focus').waitFor()
    await children.fill('0')
    await adults.fill('0')
    expect(await cash.isEnabled()).toBe(false)
    await children.fill('25')
    await adults.fill('')
    expect(await onCash()).toBe('Cash €250.00')
    await cash.click()
    await page.locator('input[aria-invalid=true]:focus').waitFor()
    await adults.fill('1')
    // Enter goes to the payment, and does not sell.
    await page.keyboard.press('Enter')
    await page.locator('button:focus', { hasText: 'Cash €270.00' }).waitFor()
    expect(changes).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '26 tickets sold for €270.00' }).waitFor()
    await page.locator('button:focus', { hasText: 'Print' }).waitFor()
    await page.getByLabel('Cash given').fill('300')
    await page.getByText('Change €30.00').waitFor()
    expect(await orderOf(reservation)).toMatchObject({
      label: 'Came',
      till: 'North',
      total: 270,
      payment: { method: 'cash' },
      email,
    })
    expect((await orderOf(reservation)).tickets).toHaveLength(26)
    await expectSound(opened, 'sold-reservation')
    await page.getByRole('button', { name: 'Back to the reservations' }).click()
    await page.getByRole('heading', { name: 'Reservations' }).waitFor()
    await card(page, 'Came').waitFor({ state: 'detached' })
  })

  it('goes on selling a reservation whose response was lost, and sells it once', async () => {
    const reservation = await reserve(night, 'Lost sale')
    const { page } = await openList('Lost sale')
    let lost = 0
    await page.route('**/reservations/*/order', async (route) => {
      if (lost >= 1) return await route.continue()
      lost += 1
      // Nothing arrives at the museum.
      return await route.abort('connectionreset')
    })
    await card(page, 'Lost sale').getByRole('button', { name: 'Sell…' }).click()
    await dialogOf(page).getByRole('button', { name: 'Card' }).click()
    await page.getByRole('heading', { name: '28 tickets sold for €280.00' }).waitFor({ timeout: 60_000 })
    expect((await orderOf(reservation)).tickets).toHaveLength(28)
  })

  it('says that a reservation was sold before, at another desk, and leads to its order', async () => {
    const reservation = await reserve(night, 'Sold before')
    const opened = await openList('Sold before')
    const { page } = opened
    await card(page, 'Sold before').getByRole('button', { name: 'Sell…' }).click()
    await desk.request('admin', 'POST', `/reservations/${reservation.reservationId}/order`, {
      payment: { method: 'card' },
      quantities: [3],
    })
    await dialogOf(page).getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('alert').getByText('This reservation was sold before.').waitFor()
    expect(await dialogOf(page).count()).toBe(0)
    await expectSound(opened, 'sold-before')
    await page.locator('a:focus', { hasText: 'Show the order' }).click()
    const order = page.getByRole('region', { name: 'Order' })
    await order.getByText('curator').waitFor()
    await order.getByText('3 tickets sold').waitFor()
  })

  it('says the same of a release, which changes nothing then', async () => {
    const reservation = await reserve(night, 'Not released')
    const { page } = await openList('Not released')
    await card(page, 'Not released').getByRole('button', { name: 'Release' }).click()
    await desk.request('admin', 'POST', `/reservations/${reservation.reservationId}/order`, {})
    await dialogOf(page).getByRole('button', { name: 'Release' }).click()
    await page.getByRole('alert').getByText('This reservation was sold before.').waitFor()
  })

  it('finds one that has expired by its label only, and sells it while its places are free', async () => {
    await reserve(night, 'In time')
    const until = new Date(Date.now() + 3_000).toISOString()
    const reservation = await reserve(night, 'Late class', { until })
    while ((await stored(reservation)).state === 'held') await new Promise((resolve) => setTimeout(resolve, 100))
    const opened = await desk.openAs('box-office', { path: 'box-office/reservations' })
    const { page } = opened
    const late = card(page, 'Late class')
    await page.locator('article.card').first().waitFor()
    expect(await late.count()).toBe(0)
    await page.locator('input[type=search]').fill('late')
    await late.getByText('Expired').waitFor()
    expect(await late.getByRole('button').allInnerTexts()).toEqual(['Sell…'])
    await expectSound(opened, 'expired')
    await late.getByRole('button', { name: 'Sell…' }).click()
    await dialogOf(page).getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '28 tickets sold for €280.00' }).waitFor()
    expect((await orderOf(reservation)).label).toBe('Late class')
  })

  it('says why a reservation that has ended meanwhile is not sold', async () => {
    const reservation = await reserve(night, 'Gone')
    const { page } = await openList('Gone')
    await card(page, 'Gone').getByRole('button', { name: 'Sell…' }).click()
    await desk.request('admin', 'POST', `/reservations/${reservation.reservationId}/release`)
    await dialogOf(page).getByRole('button', { name: 'Cash' }).click()
    await dialogOf(page).getByRole('alert').waitFor()
    // The list without it is read meanwhile; the dialog stays.
    await page.waitForResponse('**/reservations?*')
    await card(page, 'Gone').waitFor({ state: 'detached' })
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
  })

  it('extends a reservation until another time', async () => {
    const reservation = await reserve(night, 'Extended')
    const { page } = await openList('Extended')
    await card(page, 'Extended').getByRole('button', { name: 'Extend' }).click()
    const until = dialogOf(page).getByLabel('Held until')
    expect(await until.inputValue()).toBe(`${dateIn(9)}T23:59`)
    await until.fill(`${dateIn(11)}T12:00`)
    await dialogOf(page).getByRole('button', { name: 'Extend' }).click()
    await dialogOf(page).locator('.fault').waitFor()
    await until.fill(`${visit}T12:00`)
    await dialogOf(page).getByRole('button', { name: 'Extend' }).click()
    await page.locator('.note:focus', { hasText: 'The reservation is extended.' }).waitFor()
    await card(page, 'Extended').getByText('12:00').waitFor()
    expect((await stored(reservation)).heldUntil).toBe(new Date(endOf(visit).replace('23:59', '12:00')).toISOString())
    // A colleague has extended it meanwhile: it is asked about with that time.
    await desk.request('admin', 'POST', `/reservations/${reservation.reservationId}/extension`, {
      until: endOf(visit).replace('23:59', '13:00'),
    })
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await card(page, 'Extended').getByText('13:00').waitFor()
    await card(page, 'Extended').getByRole('button', { name: 'Extend' }).click()
    expect(await until.inputValue()).toBe(`${visit}T13:00`)
  })

  it('extends one without a given end by some minutes', async () => {
    const { until: _, ...reservation } = await reserve(night, 'Minutes', { until: undefined })
    const { page } = await openList('Minutes')
    await card(page, 'Minutes').getByRole('button', { name: 'Extend' }).click()
    await dialogOf(page).getByText('The places are held for 15 minutes from now').waitFor()
    expect(await dialogOf(page).locator('input').count()).toBe(0)
    await dialogOf(page).getByRole('button', { name: 'Extend' }).click()
    await page.getByText('The reservation is extended.').waitFor()
    expect(Date.parse((await stored(reservation)).heldUntil)).toBeGreaterThan(Date.parse(reservation.heldUntil))
  })

  it('asks with label and places, and releases', async () => {
    const reservation = await reserve(night, 'Released')
    const { page } = await openList('Released')
    const changes = changesOf(page)
    const release = card(page, 'Released').getByRole('button', { name: 'Release' })
    for (const key of ['Enter', 'Escape']) {
      await release.click()
      await dialogOf(page).getByText('Released: 28 places').waitFor()
      await page.keyboard.press(key)
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    expect(changes).toEqual([])
    await release.click()
    await dialogOf(page).getByRole('button', { name: 'Release' }).click()
    await page.locator('.note:focus', { hasText: 'The reservation is released.' }).waitFor()
    await page.getByText('No reservations.').waitFor()
    expect(await stored(reservation)).toMatchObject({ state: 'released' })
  })
})

describe('the page Find', () => {
  it('shows the label of an order that was reserved', async () => {
    const { reservationId } = await reserve(night, 'Class 9c')
    await desk.request('box-office', 'POST', `/reservations/${reservationId}/order`, {})
    const { page } = await desk.openAs('box-office', { path: `box-office/find?search=${reservationId}` })
    const label = page.getByRole('region', { name: 'Order' }).locator('dl > div', { hasText: 'Label' })
    expect(await label.innerText()).toMatch(/^Label\s+Class 9c$/)
  })

  it('leads from a text that is no code to the reservations with it in their label, without a word of it in the URL', async () => {
    await reserve(night, 'Class 5d')
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = opened
    await page.locator('input[type=search]').fill('class 5')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await expectSound(opened, 'find-label')
    await page.getByRole('button', { name: /^Look for “.*class 5.*” in the reservations$/ }).click()
    await card(page, 'Class 5d').waitFor()
    expect(await page.locator('input[type=search]').inputValue()).toBe('class 5')
    expect(page.url()).toMatch(/#\/box-office\/reservations$/)
    await page.getByRole('link', { name: 'Find' }).click()
    await page.locator('input[type=search]').fill('nobody@example.org')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found.').waitFor()
    await page.getByRole('button', { name: 'Look for “nobody@example.org” in the reservations' }).click()
    await page.getByText('No reservations.').waitFor()
  })
})

describe('the office', () => {
  it('names the reservations that hold places on a date which is removed, with label and places', async () => {
    const eventId = await createEvent('Removed', [tomorrow, visit])
    const other = { ticketType: 'general', ticketDate: visit, quantity: 5 }
    await reserve(eventId, `Held ${markup}`, {
      items: [{ ticketType: 'event', eventId, ticketDate: visit, quantity: 7 }, other],
    })
    await reserve(eventId, undefined, {
      items: [{ ticketType: 'event', eventId, ticketDate: visit, quantity: 1 }],
    })
    // Of another event and of another date.
    await reserve(night, 'Stays')
    await reserve(eventId, 'Stays too', {
      items: [{ ticketType: 'event', eventId, ticketDate: tomorrow, quantity: 2 }],
      until: endOf(today),
    })
    const opened = await desk.openAs('admin', { path: `office/events/${eventId}` })
    const { page } = opened
    await page.getByLabel('Dates').fill(tomorrow)
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await save()
    await dialogOf(page).getByText('2 reservations end.').waitFor()
    await dialogOf(page).getByText('No ticket is cancelled.').waitFor()
    expect((await dialogOf(page).getByRole('listitem').allInnerTexts()).toSorted()).toEqual([
      `Held ${markup}: 7 places`,
      'Without a label: 1 place',
    ])
    await expectSound(opened, 'removal-of-a-reserved-date')
    await page.keyboard.press('Enter')
    expect(await withLabel('Held <')).toHaveLength(1)
    await save()
    await dialogOf(page).getByRole('button', { name: 'Remove the date' }).click()
    await page.getByText('Saved.').waitFor()
    const statesOf = async (label: string) => (await withLabel(label)).map(({ state }) => state)
    expect([await statesOf('Held <'), await statesOf('Stays')]).toEqual([['expired'], ['held', 'held']])
  })

  it('names them before an event is deleted', async () => {
    const eventId = await createEvent('Deleted', [tomorrow, visit])
    await reserve(eventId, 'Of the deleted event', {
      items: [
        { ticketType: 'event', eventId, ticketDate: visit, quantity: 7 },
        { ticketType: 'event', eventId, ticketDate: tomorrow, quantity: 2 },
      ],
    })
    const { page } = await desk.openAs('admin', { path: `office/events/${eventId}` })
    await page.getByRole('button', { name: 'Delete the event' }).click()
    await dialogOf(page).getByText('1 reservation ends.').waitFor()
    await dialogOf(page).getByText('Of the deleted event: 9 places').waitFor()
  })
})
