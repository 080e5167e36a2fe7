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

  it('show the attendance of a day by entry time: of general entry, and of an event with sessions', async () => {
    const date = '2030-05-01'
    const request = async (role: 'admin' | 'box-office' | 'gate', method: string, path: string, body?: object) =>
      (await (await desk.request(role, method, path, body)).json()) as Readonly<Record<string, unknown>>
    const buy = (order: object) =>
      request('box-office', 'POST', '/tickets', { ticketDate: date, email: 'visitor@example.org', ...order })
    // The clock is that of the machine: of two times, the first one lasts until the second one.
    const exceptions = [{ date, timeOpen: '00:00', timeClose: '23:59' }]
    const schedule = await request('admin', 'GET', '/museum-hours/schedule')
    await request('admin', 'PUT', '/museum-hours/schedule', { ...schedule, exceptions })
    await request('admin', 'PUT', '/museum-hours/entry-times', { rule: { times: ['00:00', '23:58'], length: 5 } })
    const event = { name: `Concert ${markup}`, location: 'Main Hall', eventDescription: '', price: 20, dates: [date] }
    const { eventId } = await request('admin', 'POST', '/special-events', event)
    const sessions = { rule: { times: ['00:00', '23:59'], length: 60 } }
    await request('admin', 'PUT', `/special-events/${eventId as string}/entry-times`, sessions)
    const { confirmationCode } = await buy({ ticketType: 'general', entryTime: '23:58' })
    await buy({ ticketType: 'general', entryTime: '23:58' })
    await buy({ ticketType: 'general', entryTime: '00:00' })
    await buy({ ticketType: 'event', eventId, entryTime: '23:59' })
    const scan = { code: confirmationCode, gate: 'North door', anyTime: true }
    expect(await request('gate', 'POST', '/admissions', scan)).toMatchObject({ admitted: true })
    const opened = await desk.openAs('admin', { path: 'office/figures?from=2030-04-30&to=2030-05-01' })
    const { page } = opened
    await page.getByText('For the attendance by entry time, choose a single day.').waitFor()
    expect(await page.getByRole('heading', { name: 'Attendance by entry time' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Today' }).click()
    const section = (name: string) =>
      page.locator('section', { has: page.getByRole('heading', { name: `Attendance by entry time: ${name}` }) })
    await section('General entry').getByText('Table').click()
    const rows = await section('General entry').getByRole('row').allInnerTexts()
    expect(rows.map((text) => text.split(/\s*\t\s*/))).toEqual([
      ['Entry time', 'Sold', 'Admitted', 'Share'],
      ['Without an entry time', '1', '1', '100%'],
      ['00:00', '1', '0', '0%'],
      ['23:58', '2', '1', '50%'],
    ])
    const bars = await page.locator('section', { hasText: 'Concert' }).last().locator('.bar').allInnerTexts()
    expect(bars.map((text) => text.split(/\s*\n\s*/))).toEqual([['23:59', '0 of 1']])
    expect(await page.getByRole('heading', { name: 'Attendance by entry time' }).count()).toBe(2)
    expect(await page.locator('img').count()).toBe(0)
    await expectSound(opened, 'office-figures-entry-times')
  })
})
