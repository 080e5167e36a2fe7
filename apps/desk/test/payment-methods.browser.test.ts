import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk(() => ({ MUSEUM_PAYMENT_METHODS: 'voucher,cash,card,invoice,transfer,free,gift-card' }))

type Order = Readonly<{ orderId: string; orderNumber: string; payment?: Readonly<{ method: string }> }>
const ordersToday = async () =>
  (await (await desk.request('box-office', 'GET', '/orders')).json()) as readonly Readonly<{ payment?: object }>[]
const cancelledOrder = async (payment?: Readonly<{ method: string }>) => {
  const items = [{ ticketType: 'general', ticketDate: '2030-05-01' }]
  const response = await desk.request('box-office', 'POST', '/orders', { items, ...(payment && { payment }) })
  const order = (await response.json()) as Order
  await desk.request('box-office', 'POST', `/orders/${order.orderId}/cancellation`)
  return order
}
const openRefund = async (page: Page, { orderNumber }: Order) => {
  await page.locator('input[type=search]').fill(orderNumber)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Order' }).getByRole('button', { name: 'Refund €12.00' }).click()
  return page.getByRole('dialog')
}

describe('the payment methods of the museum', () => {
  it.each(views)('are buttons of a sale on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('box-office', view)
    await opened.page.locator('.stepper input').first().fill('2')
    await opened.page.locator('.sale-lines li').waitFor()
    await expectSound(opened, screenshotOf('payment-methods', view))
  })

  it.each([
    ['en', 'Voucher Cash Card Invoice Transfer Free of charge gift-card'],
    ['de', 'Gutschein Bar Karte Rechnung Überweisung Kostenlos gift-card'],
    ['fr', 'Bon Espèces Carte Facture Virement Gratuit gift-card'],
    ['es', 'Vale Efectivo Tarjeta Factura Transferencia Gratis gift-card'],
    ['ja', '引換券 現金 カード 請求書 振込 無料 gift-card'],
  ] as const)('are named in the language, others as they are: %s', async (language, names) => {
    const { page } = await desk.openAs('box-office', { language })
    await page.locator('.payment button').first().waitFor()
    expect((await page.locator('.payment button').allInnerTexts()).join(' ')).toBe(names)
  })

  it('are pressed with Enter, the first one first, and recorded', async () => {
    const { page } = await desk.openAs('box-office')
    await page.locator('input[name=offer]:focus').waitFor()
    for (const key of ['Tab', '2', 'Enter', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: '2 tickets sold for €24.00 · Voucher' }).waitFor()
    expect((await ordersToday())[0]).toMatchObject({ payment: { method: 'voucher' } })
    await page.getByRole('button', { name: 'Next sale' }).click()
    await page.locator('.stepper input').first().fill('1')
    await page.getByRole('button', { name: 'gift-card' }).click()
    await page.getByRole('heading', { name: '1 ticket sold for €12.00' }).waitFor()
    expect((await ordersToday())[0]).toMatchObject({ payment: { method: 'gift-card' } })
  })

  it('are the choices of a refund, which proposes that of the order, also one that the museum does not offer', async () => {
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = opened
    const order = await cancelledOrder({ method: 'barter' })
    const dialog = await openRefund(page, order)
    const offered = ['Voucher', 'Cash', 'Card', 'Invoice', 'Transfer', 'Free of charge', 'gift-card']
    const choices = dialog.getByRole('group', { name: 'Method' })
    expect((await choices.innerText()).split(/\s*\n\s*/)).toEqual(['Method', ...offered, 'barter'])
    const barter = choices.getByRole('radio', { name: 'barter' })
    expect(await barter.isChecked()).toBe(true)
    await expectSound(opened, 'refund-methods')
    // It stays a choice when another one is chosen.
    await choices.getByRole('radio', { name: 'Invoice' }).check()
    await barter.check()
    await page.keyboard.press('Enter')
    await page.locator('.found-tickets').getByText('Refunded €12.00').waitFor()
    const response = await desk.request('box-office', 'GET', `/orders/${order.orderId}`)
    expect(await response.json()).toMatchObject({ tickets: [{ refund: { method: 'barter' } }] })
  })

  it('have online as one among others where visitors cannot pay online: the refund is given by hand', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    const order = await cancelledOrder({ method: 'online' })
    const dialog = await openRefund(page, order)
    expect(await dialog.getByRole('radio', { name: 'Online' }).isChecked()).toBe(true)
    await dialog.getByText('Give the money back first, then record it here.').waitFor()
    await dialog.getByLabel('Reference').fill('Bank')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('The refund is recorded.').waitFor()
    const response = await desk.request('box-office', 'GET', `/orders/${order.orderId}`)
    const refund = { state: 'settled', method: 'online', reference: 'Bank' }
    expect(await response.json()).toMatchObject({ tickets: [{ refund }] })
  })

  it('have the first one as the proposal of a refund whose order was sold without one', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    const dialog = await openRefund(page, await cancelledOrder())
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(1)
    expect(await dialog.getByRole('radio', { name: 'Voucher' }).isChecked()).toBe(true)
    expect(await dialog.getByRole('radio').count()).toBe(7)
  })
})
