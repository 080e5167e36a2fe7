import { beforeAll, describe, expect, it } from '@jest/globals'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
const markup = '<img src=x onerror="alert(1)"> & \u202Etxet'
/** Sales have the real date, in UTC, while the museum's today is fixed; tests may run over midnight. */
const dayOfSale = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  const body = { name: markup, location: 'Main Hall', eventDescription: '', price: 20 }
  const dates = ['2030-05-01', '2030-05-02', '2030-05-08']
  const created = await desk.request('admin', 'POST', '/special-events', { ...body, dates })
  const { eventId } = (await created.json()) as { eventId: string }
  for (const ticketDate of ['2030-05-01', '2030-05-01', '2030-05-02', '2030-05-08']) {
    const order = { ticketType: 'event', eventId, ticketDate, email: 'visitor@example.org' }
    const sold = await desk.request('box-office', 'POST', '/tickets', order)
    expect(sold.status).toBe(201)
  }
  const general = { ticketType: 'general', ticketDate: '2030-05-01', email: 'visitor@example.org' }
  const sold = await desk.request('box-office', 'POST', '/tickets', general)
  const { confirmationCode } = (await sold.json()) as { confirmationCode: string }
  const scan = await desk.request('gate', 'POST', '/admissions', { code: confirmationCode, gate: 'North door' })
  expect(await scan.json()).toMatchObject({ admitted: true })
})

describe('the figures in the office', () => {
  it.each(views)('are sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('admin', { ...view, path: 'office/figures?from=2030-05-01&to=2030-05-08' })
    await opened.page.locator('.bars').first().waitFor()
    await opened.page.locator('details').first().click()
    await expectSound(opened, screenshotOf('office-figures', view))
  })

  it('show the attendance of days, weeks and events, each with its table', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/figures?from=2030-05-01&to=2030-05-08' })
    const attendance = page.locator('section', { has: page.getByRole('heading', { name: 'Attendance' }) })
    const bars = () => attendance.locator('.bar').allInnerTexts()
    await attendance.locator('.bars').waitFor()
    expect((await bars()).map((text) => text.split(/\s*\n\s*/))).toEqual([
      ['Wed 1 May', '1 of 3'],
      ['Thu 2 May', '0 of 1'],
      ['Wed 8 May', '0 of 1'],
    ])
    await attendance.getByText('Table').click()
    expect(await attendance.getByRole('row', { name: 'Wed 1 May' }).getByRole('cell').allInnerTexts()).toEqual([
      '3',
      '1',
      '33%',
    ])
    await page.getByLabel('Bars for').selectOption('weeks')
    await attendance.getByText('Mon 29 Apr – Sun 5 May').first().waitFor()
    expect((await bars()).map((text) => text.split(/\s*\n\s*/)[1])).toEqual(['1 of 4', '0 of 1'])
    await page.getByLabel('Bars for').selectOption('events')
    await attendance.locator('.bar-name', { hasText: markup }).waitFor()
    expect((await bars()).map((text) => text.split(/\s*\n\s*/)[1])).toEqual(['0 of 4', '1 of 1'])
    expect(await page.locator('img').count()).toBe(0)
  })

  it('show the sales of events, as the rows of the sales add up', async () => {
    const path = `office/figures?from=${dayOfSale(-1)}&to=${dayOfSale(1)}&by=events`
    const { page } = await desk.openAs('admin', { path })
    const sales = page.locator('section', { has: page.getByRole('heading', { name: 'Sales' }) })
    await sales.locator('.bars').waitFor()
    expect(await sales.locator('.bar .number').allInnerTexts()).toEqual(['€80.00', '€12.00'])
    await sales.getByText('Table').click()
    expect(await sales.getByRole('row', { name: 'General entry' }).getByRole('cell').allInnerTexts()).toEqual([
      '1',
      '€12.00',
      '€0.00',
    ])
  })

  it('say that there are none, and that a period is too long', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/figures?from=2020-01-01&to=2020-01-02' })
    await page.getByText('No tickets are sold for this period.').waitFor()
    await page.getByText('Nothing was sold or refunded.').waitFor()
    await page.getByLabel('To').fill('2022-01-01')
    await page.getByRole('alert').waitFor()
  })
})
