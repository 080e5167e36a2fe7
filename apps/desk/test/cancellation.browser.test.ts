import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()

type Order = Readonly<{
  orderId: string
  tickets: readonly Readonly<{ ticketId: string; confirmationCode: string; state: string }>[]
}>
const today = '2030-05-01'
const tomorrow = '2030-05-02'
const later = '2030-05-03'

const json = async <Body>(request: ReturnType<typeof desk.request>) => (await (await request).json()) as Body
const createEvent = async (dates: readonly string[]) => {
  const event = { name: 'Night of the clocks', location: 'Main Hall', eventDescription: '', dates, price: 20 }
  return (await json<{ eventId: string }>(desk.request('admin', 'POST', '/special-events', event))).eventId
}
const sell = (eventId: string, ticketDate: string, quantity: number, email?: string) =>
  json<Order>(
    desk.request('box-office', 'POST', '/orders', {
      items: [{ ticketType: 'event', eventId, ticketDate, quantity }],
      ...(email && { email }),
    }),
  )
const statesOf = async ({ orderId }: Order) =>
  (await json<Order>(desk.request('box-office', 'GET', `/orders/${orderId}`))).tickets.map(({ state }) => state)

/** The requests of the page that change something. */
const changesOf = (page: Page) => {
  const changes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') changes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return changes
}
const dialogOf = (page: Page) => page.getByRole('dialog')
/** Expects that a dialog of the page has the focus on the button that changes nothing, and that it and Escape only close it. */
const expectThatNothingChanges = async (page: Page, open: () => Promise<void>) => {
  const changes = changesOf(page)
  for (const key of ['Enter', 'Escape']) {
    await open()
    await dialogOf(page).getByText('e-mail').or(dialogOf(page).getByText('cancelled')).first().waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Change nothing')
    await page.keyboard.press(key)
    await dialogOf(page).waitFor({ state: 'detached' })
  }
  expect(changes).toEqual([])
}

describe('a date with sold tickets that is removed from an event in the office', () => {
  it.each(views)('is asked about on a $screen, $colors, $language', async (view) => {
    const eventId = await createEvent([tomorrow, later])
    await sell(eventId, tomorrow, 3, 'visitor@example.org')
    const opened = await desk.openAs('admin', { ...view, path: `office/events/${eventId}` })
    await opened.page.locator('textarea').nth(1).fill(later)
    await opened.page.locator('form button[type=submit]').first().click()
    await dialogOf(opened.page).locator('.danger:enabled').waitFor()
    await expectSound(opened, screenshotOf('cancellation-of-a-date', view))
  })

  it('is kept with its tickets by Enter and Escape, and goes with the tickets by the other button', async () => {
    const eventId = await createEvent([tomorrow, later])
    const [removed, kept] = [await sell(eventId, tomorrow, 3), await sell(eventId, later, 1)]
    const opened = await desk.openAs('admin', { path: `office/events/${eventId}` })
    const { page } = opened
    await page.getByLabel('Dates').fill(later)
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).first().press('Enter')
    await expectThatNothingChanges(page, save)
    expect(await statesOf(removed)).toEqual(['valid', 'valid', 'valid'])
    // Sold after the page has read the event.
    await sell(eventId, tomorrow, 1)
    await save()
    await dialogOf(page).getByText('4 tickets are cancelled.').waitFor()
    await dialogOf(page).getByText('Their visitors get an e-mail').waitFor()
    await dialogOf(page).getByText('2 May').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    expect(await statesOf(removed)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await statesOf(kept)).toEqual(['valid'])
    await expectSound(opened)
  })

  it('is not asked about when another date cannot be read', async () => {
    const eventId = await createEvent([tomorrow, later])
    await sell(eventId, tomorrow, 3)
    const { page } = await desk.openAs('admin', { path: `office/events/${eventId}` })
    await page.getByLabel('Dates').fill(`2/5/2030\n${later}`)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.locator('.fault', { hasText: 'Write 2030-05-02 or 2030-02-05' }).waitFor()
    expect(await dialogOf(page).count()).toBe(0)
  })

  it('cannot be kept after the change is sent, until the answer or 5 seconds', async () => {
    const eventId = await createEvent([tomorrow, later])
    const order = await sell(eventId, tomorrow, 2)
    const { page } = await desk.openAs('admin', { path: `office/events/${eventId}` })
    const answer = Promise.withResolvers<void>()
    await page.route(`**/special-events/${eventId}`, async (route) => {
      if (route.request().method() === 'DELETE') await answer.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Delete the event' }).click()
    await dialogOf(page).locator('.danger:enabled').click()
    const close = dialogOf(page).getByRole('button', { name: 'Close' })
    await close.waitFor()
    await close.click({ force: true })
    await page.keyboard.press('Escape')
    await dialogOf(page).locator('[aria-disabled=false]', { hasText: 'Close' }).waitFor()
    answer.resolve()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await statesOf(order)).toEqual(['cancelled', 'cancelled'])
  })

  it('is asked about without its used tickets', async () => {
    const eventId = await createEvent([today, later])
    const { tickets } = await sell(eventId, today, 2)
    const scan = await desk.request('gate', 'POST', '/admissions', { code: tickets[0]!.confirmationCode })
    expect(await scan.json()).toMatchObject({ admitted: true })
    const { page } = await desk.openAs('admin', { path: `office/events/${eventId}` })
    await page.getByLabel('Dates').fill(later)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await dialogOf(page).getByText('1 ticket is cancelled.').waitFor()
    await dialogOf(page).getByText('Its visitor gets an e-mail').waitFor()
  })

  it('is asked about without a word of e-mails when it has passed', async () => {
    const eventId = await createEvent([tomorrow, later])
    await sell(eventId, tomorrow, 2, 'visitor@example.org')
    const { page } = await desk.open({ path: `office/events/${eventId}` })
    await page.route('**/v1.1/museum', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), today: later } })
    })
    await desk.signIn(page, 'admin')
    await page.getByLabel('Dates').fill(later)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await dialogOf(page).getByText('2 tickets are cancelled.').waitFor()
    expect(await dialogOf(page).getByText('e-mail').count()).toBe(0)
  })

  it('is asked about again when another user has changed the event and the own change is saved', async () => {
    const eventId = await createEvent([tomorrow, later])
    await sell(eventId, later, 2)
    const { page } = await desk.openAs('admin', { path: `office/events/${eventId}` })
    await page.getByLabel('Name').fill('Mine')
    await desk.request('admin', 'PATCH', `/special-events/${eventId}`, { dates: [tomorrow, later, '2030-05-04'] })
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    const order = await sell(eventId, '2030-05-04', 2)
    await page.getByRole('button', { name: 'Save what I typed' }).click()
    await dialogOf(page).getByText('2 tickets are cancelled.').waitFor()
    expect(await statesOf(order)).toEqual(['valid', 'valid'])
    await dialogOf(page).getByRole('button', { name: 'Remove the date' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await statesOf(order)).toEqual(['cancelled', 'cancelled'])
  })

  it('is removed without a question when no ticket is sold for it', async () => {
    const eventId = await createEvent([tomorrow, later])
    const { page } = await desk.openAs('admin', { path: `office/events/${eventId}` })
    await page.getByLabel('Dates').fill(later)
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await page.getByText('Saved.').waitFor()
  })
})

describe('an event that is deleted in the office', () => {
  it('is asked about with the number of tickets that are valid then', async () => {
    const eventId = await createEvent([tomorrow, later])
    const opened = await desk.openAs('admin', { path: `office/events/${eventId}` })
    const { page } = opened
    const open = () => page.getByRole('button', { name: 'Delete the event' }).press('Enter')
    await open()
    await dialogOf(page).getByText('No ticket is cancelled.').waitFor()
    expect(await dialogOf(page).getByText('e-mail').count()).toBe(0)
    await page.keyboard.press('Escape')
    const order = await sell(eventId, later, 2)
    await expectThatNothingChanges(page, open)
    await open()
    await dialogOf(page).getByText('2 tickets are cancelled.').waitFor()
    await expectSound(opened, 'cancellation-of-an-event')
    await dialogOf(page).getByRole('button', { name: 'Delete the event' }).click()
    await page.getByRole('heading', { name: 'Deleted events' }).waitFor()
    expect(await statesOf(order)).toEqual(['cancelled', 'cancelled'])
  })
})

describe('tickets that are cancelled at the box office', () => {
  let eventId: string
  beforeAll(async () => {
    eventId = await createEvent([tomorrow])
  })
  const find = async (order: Order) => {
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    await opened.page.locator('input[type=search]').fill(order.orderId)
    await opened.page.keyboard.press('Enter')
    await opened.page.locator('summary', { hasText: 'tickets sold' }).click()
    return opened
  }

  it('are asked about alone, with the e-mail that their visitor gets', async () => {
    const order = await sell(eventId, tomorrow, 2, 'visitor@example.org')
    const opened = await find(order)
    const { page } = opened
    const open = () => page.locator('.found-tickets').getByRole('button', { name: 'Cancel' }).first().press('Enter')
    await expectThatNothingChanges(page, open)
    await open()
    await dialogOf(page).getByText('1 ticket is cancelled.').waitFor()
    await dialogOf(page).getByText('Its visitor gets an e-mail').waitFor()
    await expectSound(opened, 'cancellation-of-a-ticket')
    await dialogOf(page).getByLabel('Reason').fill('x'.repeat(501))
    // A hand scanner ends what it types with Enter.
    await page.keyboard.press('Enter')
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await dialogOf(page).locator('.fault').waitFor()
    expect(await page.evaluate('document.activeElement.labels[0].textContent')).toBe('Reason (optional)')
    expect(await statesOf(order)).toEqual(['valid', 'valid'])
    await dialogOf(page).getByLabel('Reason').fill('Ill')
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect((await statesOf(order)).toSorted()).toEqual(['cancelled', 'valid'])
  })

  it('are asked about as an order, with the number of those that are valid then, and without an e-mail where no address is known', async () => {
    const order = await sell(eventId, tomorrow, 3)
    const { page } = await find(order)
    await desk.request('box-office', 'POST', `/tickets/${order.tickets[0]!.ticketId}/cancellation`, {})
    const open = () => page.getByRole('button', { name: 'Cancel the order' }).press('Enter')
    await expectThatNothingChanges(page, open)
    await open()
    await dialogOf(page).getByText('2 tickets are cancelled.').waitFor()
    expect(await dialogOf(page).getByText('e-mail').count()).toBe(0)
    await dialogOf(page).getByRole('button', { name: 'Cancel the order' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await statesOf(order)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})
