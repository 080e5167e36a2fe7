import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, useDesk } from './the-desk.ts'

const withMail = useDesk(() => ({ MUSEUM_SMTP_URL: 'file:outbox', MUSEUM_MAIL_FROM: 'tickets@museum.example' }))
const withoutMail = useDesk()

const off = 'This museum sends no e-mails. Print the tickets.'
const address = 'visitor@example.org'
/** What the page says about the address before the sale, of two tickets, and after it. */
const sell = async (page: Page, email: string) => {
  await page.getByRole('spinbutton').first().fill('2')
  await page.getByLabel('E-mail').fill(email)
  const id = await page.getByLabel('E-mail').getAttribute('aria-describedby')
  const hint = await page.locator(`#${id}`).innerText()
  await page.getByRole('button', { name: 'Cash' }).click()
  await page.getByRole('heading', { name: '2 tickets sold' }).waitFor()
  return hint
}

describe('an e-mail address at a sale', () => {
  it('gets the tickets: the field and the page after the sale say so', async () => {
    const opened = await withMail.openAs('box-office')
    const { page } = opened
    expect(await sell(page, address)).toBe('The tickets are sent there.')
    // It is set apart from the sentence, whatever its direction is.
    await page.getByText(/^The tickets are sent to .?visitor@example\.org.?\.$/).waitFor()
    await expectSound(opened)
    await page.getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the sale' }).click()
    await page.getByRole('heading', { name: 'The sale is undone' }).waitFor()
    expect(await page.getByText('The tickets are sent to').count()).toBe(0)
  })

  it('that is missing is not named after the sale', async () => {
    const { page } = await withMail.openAs('box-office')
    await sell(page, '')
    expect(await page.getByText(/are sent to|sends no e-mails/).count()).toBe(0)
  })

  it('gets none where the museum sends no e-mails: the field and the page after the sale say so', async () => {
    const opened = await withoutMail.openAs('box-office')
    const { page } = opened
    expect(await sell(page, address)).toBe(off)
    await page.locator('.note', { hasText: off }).waitFor()
    await expectSound(opened)
  })

  it('that is wrong is corrected at its order, and the tickets are sent there', async () => {
    const order = {
      items: [{ ticketType: 'general', ticketDate: '2030-05-02', quantity: 2 }],
      email: 'vistor@example.org',
    }
    const placed = await withMail.request('box-office', 'POST', '/orders', order)
    const { orderId } = (await placed.json()) as { orderId: string }
    const opened = await withMail.openAs('box-office', { path: `box-office/find?search=${orderId}` })
    const { page } = opened
    const open = () => page.getByRole('button', { name: 'Correct the address' }).click()
    const dialog = page.getByRole('dialog')
    const save = () => dialog.getByRole('button', { name: 'Correct the address' }).click()
    await open()
    await dialog.getByLabel('E-mail address').fill('visitor@')
    await save()
    await dialog.getByText('Write an e-mail address, such as').waitFor()
    await dialog.getByLabel('E-mail address').fill(address)
    await expectSound(opened)
    await save()
    await page.getByText('The address is corrected. The e-mail will be sent within a minute.').waitFor()
    await page.getByText(address).first().waitFor()
    const read = await withMail.request('box-office', 'GET', `/orders/${orderId}`)
    expect(await read.json()).toMatchObject({ email: address })
    await expectSound(opened)
  })

  it('of a reservation is said after its sale too', async () => {
    const reservation = {
      items: [{ ticketType: 'general', ticketDate: '2030-05-02', quantity: 2 }],
      label: 'Class 7b',
      email: address,
    }
    expect((await withMail.request('box-office', 'POST', '/reservations', reservation)).status).toBe(201)
    const { page } = await withMail.openAs('box-office', { path: 'box-office/reservations' })
    await page.getByRole('button', { name: 'Sell…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).click()
    await page.getByText('The tickets are sent to').waitFor()
  })
})
