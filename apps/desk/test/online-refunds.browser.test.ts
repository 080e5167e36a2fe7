import { rename, rm, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { OrderId, OrderNumber } from '@museum/domain'
import type { Page } from 'playwright-core'
import {
  type Payment,
  allViews,
  payingOnline,
  refundedByOthers,
  screenshotOf,
  until,
  useRehearsedPayments,
  visit,
} from './rehearsed-payments.ts'
import { expectSound, useDesk } from './the-desk.ts'
import { dateIn } from './the-gate.ts'

const desk = useDesk(() => payingOnline)
const { json, createEvent, opened, ask, sold, cancel, cancelled, changeAtProvider } = useRehearsedPayments(desk)

type Order = Readonly<{
  orderId: string
  payment?: Readonly<{ method: string; reference?: string }>
  refundDue: number
  tickets: readonly Readonly<{
    ticketId: string
    refund?: Readonly<{ state: string; method?: string; failure?: string }>
  }>[]
}>
const orderOf = (orderId: string) => json<Order>(desk.request('box-office', 'GET', `/orders/${orderId}`))
/** The states of the refunds of an order, with what stands for a refund that could not be sent back. */
const refundsOf = async (orderId: string) =>
  (await orderOf(orderId)).tickets.map(({ refund }) => refund && (refund.failure ?? `${refund.state} ${refund.method}`))

/** Nothing is known of a payment at the payment provider until the returned function is called. */
const takeAway = async ({ folder }: Payment) => {
  await rename(folder, `${folder}.away`)
  await writeFile(folder, '')
  return async () => {
    await rm(folder)
    await rename(`${folder}.away`, folder)
  }
}
/** Has others refund a payment of 40 euros at the payment provider: more than that, it does not give back. */
const refundAtProvider = (payment: Payment) => changeAtProvider(payment, refundedByOthers(4_000))
const refundsAre = (orderId: string, state: string) =>
  until(async () => (await refundsOf(orderId)).every((refund) => refund === state))
const failure = 'It is more than what is left of the payment.'
const refundOnline = ({ orderId }: Payment) =>
  desk.request('box-office', 'POST', `/orders/${orderId}/refund`, { method: 'online' })

const dialogOf = (page: Page) => page.getByRole('dialog')
const openRefunds = (eventId: string, state: string, view: Parameters<typeof desk.openAs>[1] = {}) =>
  desk.openAs('box-office', { ...view, path: `box-office/refunds?state=${state}&event=${eventId}` })
const openOrder = (orderId: string) => desk.openAs('box-office', { path: `box-office/find?search=${orderId}` })

let concert: string
beforeAll(async () => {
  concert = await createEvent('Concert')
})

describe('a refund of what was paid online', () => {
  it.each(allViews)('is sound on a $screen, $colors, $language: failed, asked for, being sent', async (view) => {
    const eventId = await createEvent('Sound')
    const failed = await cancelled(eventId)
    await refundAtProvider(failed)
    await refundOnline(failed)
    await refundsAre(failed.orderId, failure)
    const sending = await cancelled(eventId)
    const bringBack = await takeAway(sending)
    await refundOnline(sending)
    const refunds = await openRefunds(eventId, 'due', view)
    await refunds.page.locator('.refunds .fault').first().waitFor()
    await expectSound(refunds, screenshotOf('online-refunds', view))
    await refunds.page.locator('.refund-amount button').first().click()
    await refunds.page.locator('dialog .method').first().waitFor()
    await expectSound(refunds, screenshotOf('online-refund', view))
    await refunds.page.keyboard.press('Escape')
    await refunds.page.locator('.filters select').selectOption('sending')
    await refunds.page.locator('.refund-amount p').first().waitFor()
    await expectSound(refunds, screenshotOf('refunds-sending', view))
    await bringBack()
  })

  it('is sent back from Find: nothing is given by hand, and the ticket shows how far it is', async () => {
    const payment = await cancelled(concert)
    const bringBack = await takeAway(payment)
    const { page } = await openOrder(payment.orderId)
    await page
      .getByRole('region', { name: 'Order' })
      .getByText(/Online rehearsal_/)
      .waitFor()
    await page.getByRole('button', { name: 'Refund €40.00' }).click()
    const dialog = dialogOf(page)
    const byHand = dialog.getByText('Give the money back first, then record it here.')
    const online = dialog.getByRole('radio', { name: 'Online' })
    expect(await online.isChecked()).toBe(true)
    await dialog.getByText('the payment provider gives the money back. Give nothing back yourself.').waitFor()
    expect([await byHand.count(), await dialog.getByLabel('Reference').count()]).toEqual([0, 0])
    await dialog.getByRole('radio', { name: 'Cash' }).check()
    await byHand.waitFor()
    await dialog.getByLabel('Reference').fill('Terminal 2')
    await online.check()
    const request = page.waitForRequest('**/refund')
    await dialog.getByRole('button', { name: 'Refund €40.00' }).click()
    expect((await request).postDataJSON()).toEqual({ method: 'online' })
    await page.getByRole('status').getByText('The money is being sent back.').waitFor()
    await page.locator('summary').click()
    await page.locator('.found-tickets').getByText('Being sent back €20.00').first().waitFor()
    expect(await page.getByRole('button', { name: /Undo|Refund|Other payment/ }).count()).toBe(0)
    await bringBack()
    await refundsAre(payment.orderId, 'settled online')
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await page.locator('summary').click()
    await page.locator('.found-tickets').getByText('Refunded €20.00').first().waitFor()
  })

  it('by itself, since the payment became no order, is found in the reservations by e-mail address and number, with its state', async () => {
    const lateEmail = 'late@example.org'
    const payment = await opened(concert, visit, 2, { email: lateEmail })
    await changeAtProvider(payment, { state: 'paid', paidAt: Date.now(), amount: 3_000 })
    await ask(payment)
    await desk.request('box-office', 'POST', `/reservations/${payment.orderId}/release`)
    const shown = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = shown
    await page.locator('input[type=search]').fill(lateEmail)
    await page.keyboard.press('Enter')
    await page.getByText('Nothing found.').waitFor()
    await page.getByRole('button', { name: `Look for “${lateEmail}” in the reservations` }).click()
    const card = page.getByRole('article', { name: lateEmail })
    await card.getByText('Released').waitFor()
    await card.getByText(/^€30\.00 · (Being sent back|Refunded)$/).waitFor()
    await expectSound(shown, 'returned-payment')
    await page.locator('input[type=search]').fill('nobody@example.org')
    await card.waitFor({ state: 'detached' })
    await page.locator('input[type=search]').fill(OrderNumber.of(OrderId(payment.orderId)).toUpperCase())
    await card.waitFor()
  })

  it('is sent back from Refunds, a ticket at a time, and listed until it has ended', async () => {
    const eventId = await createEvent('Reading')
    const payment = await cancelled(eventId)
    const bringBack = await takeAway(payment)
    const { page } = await openRefunds(eventId, 'due')
    await page.getByRole('button', { name: 'Refund €20.00' }).first().click()
    await dialogOf(page).getByRole('button', { name: 'Refund €20.00' }).click()
    await page.getByRole('status').getByText('The money is being sent back.').waitFor()
    expect((await refundsOf(payment.orderId)).toSorted()).toEqual(['due undefined', 'sending online'])
    await page.getByLabel('State').selectOption('Being sent back')
    await page
      .locator('.refund-amount')
      .getByText(/^Being sent back .* cashier$/)
      .waitFor()
    expect(page.url()).toContain('state=sending')
    expect(await page.locator('.refunds li').count()).toBe(1)
    await bringBack()
  })

  it('is due again where it has failed, with the reason, and is then given in another way', async () => {
    const eventId = await createEvent('Lecture')
    const payment = await cancelled(eventId)
    await refundAtProvider(payment)
    await refundOnline(payment)
    await refundsAre(payment.orderId, failure)
    const { page } = await openRefunds(eventId, 'due')
    const reason = `Sending it back has failed: ${failure}`
    await page.locator('.refunds').getByText(reason).first().waitFor()
    const find = await openOrder(payment.orderId)
    await find.page.locator('summary').click()
    await find.page.locator('.found-tickets').getByText(reason).first().waitFor()
    await find.page.getByRole('button', { name: 'Refund €40.00' }).click()
    await dialogOf(find.page).getByRole('radio', { name: 'Cash' }).check()
    await dialogOf(find.page).getByRole('button', { name: 'Refund €40.00' }).click()
    await find.page.getByRole('status').getByText('The refund is recorded.').waitFor()
    expect(await refundsOf(payment.orderId)).toEqual(['settled cash', 'settled cash'])
  })

  it('goes back when the sale is undone: the question says so, and what was done', async () => {
    const payment = await sold(concert)
    const opened = await openOrder(payment.orderId)
    const { page } = opened
    await page.getByRole('button', { name: 'Undo the sale' }).click()
    await dialogOf(page).getByText('The payment provider gives €40.00 back. Give nothing back yourself.').waitFor()
    await expectSound(opened, 'undo-online')
    await dialogOf(page).getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('status').getByText('The sale is undone, and the money is being sent back.').waitFor()
    await refundsAre(payment.orderId, 'settled online')
  })

  it('is not offered for what was paid in another way, and a payment online is not corrected', async () => {
    const { orderId } = await json<Order>(
      desk.request('box-office', 'POST', '/orders', {
        items: [{ ticketType: 'event', eventId: concert, ticketDate: visit }],
        payment: { method: 'card' },
      }),
    )
    await cancel({ orderId })
    const { page } = await openOrder(orderId)
    await page.getByRole('button', { name: 'Other payment method' }).waitFor()
    await page.getByRole('button', { name: 'Refund €20.00' }).click()
    await dialogOf(page).getByLabel('Reference').waitFor()
    expect(await dialogOf(page).getByRole('radio').count()).toBe(2)
    expect(await dialogOf(page).getByRole('radio', { name: 'Online' }).count()).toBe(0)
    const online = await openOrder((await sold(concert)).orderId)
    await online.page.getByRole('button', { name: 'Undo the sale' }).waitFor()
    expect(await online.page.getByRole('button', { name: 'Other payment method' }).count()).toBe(0)
  })
})

describe('the refunds of an event that were paid online', () => {
  const sendAll = 'Give back what was paid online'
  const openAsAdmin = (query: string, view: Parameters<typeof desk.openAs>[1] = {}) =>
    desk.openAs('admin', { ...view, path: `box-office/refunds?${query}` })
  /** A ticket of an event that was paid in cash, and is to be refunded. */
  const cancelledInCash = async (eventId: string) => {
    const items = [{ ticketType: 'event', eventId, ticketDate: visit }]
    const order = await json<Order>(
      desk.request('box-office', 'POST', '/orders', { items, payment: { method: 'cash' } }),
    )
    await cancel(order)
    return order
  }
  const refundInCash = (orderId: string) =>
    desk.request('box-office', 'POST', `/orders/${orderId}/refund`, { method: 'cash' })

  it.each(allViews)('are asked about soundly on a $screen, $colors, $language', async (view) => {
    const eventId = await createEvent('Sound run')
    const [first] = [await cancelled(eventId), await cancelled(eventId)]
    const refunds = await openAsAdmin(`event=${eventId}`, view)
    const { page } = refunds
    await page.locator('.refunds li').first().waitFor()
    await expectSound(refunds, screenshotOf('refund-run-button', view))
    await page.locator('main p > button').first().click()
    await page.locator('dialog strong').waitFor()
    await expectSound(refunds, screenshotOf('refund-run', view))
    await refundInCash(first!.orderId)
    await page.locator('dialog button.danger').click()
    await page.locator('dialog .note-warning').waitFor()
    await expectSound(refunds, screenshotOf('refund-run-changed', view))
  })

  it('are given back at once: all of them are counted, another amount is shown and confirmed, and what is sent is listed', async () => {
    const eventId = await createEvent('Cancelled event')
    const payments = [await sold(eventId), await sold(eventId, visit, 50), await sold(eventId, dateIn(11), 50)]
    const cash = await cancelledInCash(eventId)
    await desk.request('admin', 'DELETE', `/special-events/${eventId}`)
    const { page } = await openAsAdmin(`event=${eventId}`)
    await page.getByRole('button', { name: sendAll }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('102 tickets that were paid online: €2,040.00').waitFor()
    await refundInCash(payments[0]!.orderId)
    const confirm = dialog.getByRole('button', { name: sendAll })
    await confirm.click()
    await dialog.getByText('Another amount is due now, and nothing was sent.').waitFor()
    await dialog.getByText('100 tickets that were paid online: €2,000.00').waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await refundsOf(payments[1]!.orderId)).toContain('due undefined')
    await confirm.click()
    await page.getByRole('status').getByText('The money is being sent back. The list shows what is not').waitFor()
    expect(await page.getByLabel('State').inputValue()).toBe('sending')
    expect(page.url()).toMatch(new RegExp(`state=sending&event=${eventId}$`))
    for (const { orderId } of payments.slice(1)) await refundsAre(orderId, 'settled online')
    expect(await refundsOf(cash.orderId)).toEqual(['due undefined'])
    expect(await refundsOf(payments[0]!.orderId)).toEqual(['settled cash', 'settled cash'])
  })

  it('are not what a person recorded as online before visitors could pay so', async () => {
    const eventId = await createEvent('Paid before')
    const before = await desk.startAnother({ MUSEUM_PAYMENT: 'off' })
    const items = [{ ticketType: 'event', eventId, ticketDate: visit, quantity: 3 }]
    const recorded = await before.request('POST', '/orders', { items, payment: { method: 'online' } })
    await before.stop('SIGKILL')
    expect(recorded.status).toBe(201)
    await cancel((await recorded.json()) as Order)
    await cancelled(eventId)
    const { page } = await openAsAdmin(`event=${eventId}`)
    await page.getByRole('button', { name: sendAll }).click()
    await dialogOf(page).getByText('2 tickets that were paid online: €40.00').waitFor()
  })

  it('are those of the chosen date', async () => {
    const eventId = await createEvent('Cancelled date')
    const [first, second] = [await cancelled(eventId), await cancelled(eventId, dateIn(11))]
    const { page } = await openAsAdmin(`event=${eventId}&date=${dateIn(11)}`)
    await page.getByRole('button', { name: sendAll }).click()
    await dialogOf(page).getByText('2 tickets that were paid online: €40.00').waitFor()
    await dialogOf(page).getByRole('button', { name: sendAll }).click()
    await refundsAre(second!.orderId, 'settled online')
    expect(await refundsOf(first!.orderId)).toEqual(['due undefined', 'due undefined'])
  })

  it('are not sent where nothing is due', async () => {
    const eventId = await createEvent('In cash')
    await cancelledInCash(eventId)
    const { page } = await openAsAdmin(`event=${eventId}`)
    await page.getByRole('button', { name: sendAll }).click()
    await dialogOf(page).getByText('Nothing that was paid online is due.').waitFor()
    expect(await dialogOf(page).getByRole('button', { name: sendAll }).isDisabled()).toBe(true)
  })

  it('are offered to an administrator who has chosen an event whose refunds are due', async () => {
    const eventId = await createEvent('Offered')
    await cancelled(eventId)
    const { page } = await openAsAdmin('')
    await page.locator('.refunds li').first().waitFor()
    const button = page.getByRole('button', { name: sendAll })
    expect(await button.count()).toBe(0)
    await page.locator('.refunds li').last().getByRole('button', { name: 'Only this event' }).click()
    await button.waitFor()
    await page.getByLabel('State').selectOption('settled')
    await button.waitFor({ state: 'detached' })
    const clerk = await openRefunds(eventId, 'due')
    await clerk.page.locator('.refunds li').first().waitFor()
    expect(await clerk.page.getByRole('button', { name: sendAll }).count()).toBe(0)
  })
})
