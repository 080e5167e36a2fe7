import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { readQrCode } from '../../server/test/read-qr-code.ts'
import { pressKeys } from './scan-keys.ts'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
let eventId: string
beforeAll(async () => {
  await desk.request('admin', 'PUT', '/museum-hours/entry-times', {
    rule: { every: 60, lastEntry: 60 },
    early: 15,
    late: 30,
  })
  const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 20 }
  const created = await desk.request('admin', 'POST', '/special-events', event)
  ;({ eventId } = (await created.json()) as { eventId: string })
})

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const figures = (page: Page) => page.getByRole('heading', { name: 'Figures' })
/** Opens the office, and changes the first field of a label. */
const change = async (path: string, label: string, text: string, part = 'main') => {
  const opened = await desk.openAs('admin', { path: `office/${path.replace('EVENT', eventId)}` })
  const field = opened.page.locator(part).getByLabel(label, { exact: true }).first()
  await field.waitFor({ state: 'attached' })
  if (part.startsWith('.entry-time-week')) await opened.page.locator(`${part} summary`).first().click()
  await field.fill(text)
  return { ...opened, field }
}

describe('a page of the office with changes that are not saved', () => {
  it.each([
    ['events/new', 'Name', 'Day'],
    ['events/new', 'Times', '11:00'],
    ['events/EVENT', 'Price', '21'],
    ['events/EVENT', 'Times', '11:00', '[aria-label="Entry times"]'],
    ['hours', 'Opens', '09:15'],
    ['entry-times', 'Minutes between two entry times', '30'],
    ['entry-times', 'All entry times', '7', '.entry-time-week'],
    ['entry-times', 'Places', '7', '.entry-time-exceptions'],
    ['prices', 'Percentage', '90'],
  ])('asks before it is left: %s, %s', async (path, label, text, part = 'main') => {
    const { page, field } = await change(path, label, text, part)
    const url = page.url()
    await page.getByRole('link', { name: 'Figures' }).click()
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await question(page).waitFor({ state: 'detached' })
    expect([await field.inputValue(), page.url()]).toEqual([text, url])
    await page.getByRole('link', { name: 'Figures' }).click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await figures(page).waitFor()
    // It is asked once.
    expect(await question(page).count()).toBe(0)
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('heading', { name: 'Audit' }).waitFor()
  })

  it.each([
    ['events/EVENT', 'Description', 'x'],
    ['hours', 'Opens', '09:45'],
    ['entry-times', 'Minutes that a visitor may be early', '20'],
    ['prices', 'Name', 'Adult'],
  ])('does not ask when they are saved, or taken back: %s', async (path, label, text) => {
    const { page, field } = await change(path, label, text)
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved.').waitFor()
    const stored = await field.inputValue()
    await field.fill(path === 'hours' ? '09:50' : '1')
    await field.fill(stored)
    await page.getByRole('link', { name: 'Figures' }).click()
    await figures(page).waitFor()
  })

  it('asks when the browser leaves it, goes back or signs out, and when a ticket is scanned', async () => {
    const sold = await desk.request('admin', 'POST', '/tickets', {
      ticketType: 'event',
      eventId,
      ticketDate: '2030-05-17',
      email: 'visitor@example.org',
    })
    const { ticketId, confirmationCode } = (await sold.json()) as Record<string, string>
    const image = await desk.request('admin', 'GET', `/tickets/${ticketId}/qr`)
    const code = (await readQrCode(await image.arrayBuffer()))!
    const { page } = await desk.openAs('admin', { path: 'office/figures' })
    await figures(page).waitFor()
    await page.getByRole('link', { name: 'Prices' }).click()
    const name = page.getByLabel('Name').first()
    await name.fill('Grown-ups')
    const stay = async () => {
      await question(page).getByRole('button', { name: 'Stay' }).click()
      expect([await name.inputValue(), page.url().split('#')[1]]).toEqual(['Grown-ups', '/office/prices'])
    }
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.dismiss()
    })
    await page.evaluate('location.reload()')
    await page.waitForTimeout(300)
    expect([asked, await name.inputValue()]).toEqual([['beforeunload'], 'Grown-ups'])
    await page.evaluate('history.back()')
    await stay()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await stay()
    await name.focus()
    await pressKeys(page, code, 'Enter')
    await stay()
    await pressKeys(page, code, 'Enter')
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await page.getByText(confirmationCode!).waitFor()
  })

  it('does not ask when the event is deleted', async () => {
    const event = { name: 'Short', location: 'Hall', eventDescription: '', dates: ['2030-05-20'], price: 20 }
    const created = (await (await desk.request('admin', 'POST', '/special-events', event)).json()) as {
      eventId: string
    }
    const { page } = await change(`events/${created.eventId}`, 'Price', '21')
    await page.getByRole('button', { name: 'Delete the event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('No ticket is cancelled.').waitFor()
    await dialog.getByRole('button', { name: 'Delete the event' }).click()
    await page.getByRole('heading', { name: 'Deleted events' }).waitFor()
  })

  it.each(views)('asks soundly on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('admin', { ...view, path: 'office/prices' })
    await opened.page.locator('.prices input').first().fill('x')
    await opened.page.locator('.sections a').first().click()
    await opened.page.locator('dialog').waitFor()
    await expectSound(opened, screenshotOf('office-unsaved', view))
  })
})
