import { beforeAll, describe, expect, it } from '@jest/globals'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
const markup = '<img src=x onerror="alert(1)"> & \u202Etxet'
const create = async (name: string, location: string, dates: readonly string[], price: number, capacity?: number) => {
  const response = await desk.request('admin', 'POST', '/special-events', {
    name,
    location,
    eventDescription: '',
    dates,
    price,
  })
  const { eventId } = (await response.json()) as { eventId: string }
  if (capacity !== undefined) await desk.request('admin', 'PUT', `/special-events/${eventId}/capacity`, { capacity })
  return eventId
}
const sell = (order: Readonly<Record<string, string>>) =>
  desk.request('box-office', 'POST', '/tickets', { email: 'visitor@example.org', ...order })

beforeAll(async () => {
  const eventId = await create('Night at the Museum', 'Main Hall', ['2030-05-01', '2030-05-02'], 19.9, 2)
  for (const _ of [1, 2]) await sell({ ticketType: 'event', eventId, ticketDate: '2030-05-01' })
  await create('The Long History of Astronomical Clocks: '.repeat(5), 'Hall', ['2030-05-01'], 0)
  await create(markup, markup, ['2030-05-03'], 5)
  await desk.request('admin', 'PUT', '/capacity', { capacity: 100 })
})

describe('the page with the hours', () => {
  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('reader', view)
    await opened.page.getByRole('article').first().waitFor()
    await expectSound(opened, screenshotOf('hours', view))
  })

  it('shows hours, events, prices and places of each day, and texts of events as text', async () => {
    const opened = await desk.openAs('reader')
    const days = opened.page.getByRole('article')
    await days.first().waitFor()
    expect(await days.count()).toBe(14)
    const today = await days.first().innerText()
    for (const text of ['Today', 'Wednesday, 1 May 2030', '09:00–18:00', 'General entry', '€12', 'Sold out', '€19.90'])
      expect(today).toContain(text)
    expect(await days.nth(1).innerText()).toContain('2 places left')
    expect(await days.nth(2).innerText()).toContain('<img src=x onerror="alert(1)"> & \u202Etxet')
    expect(await opened.page.locator('img').count()).toBe(0)
    await expectSound(opened)
  })

  it('shows a change when it reads again', async () => {
    const { page } = await desk.openAs('gate', { path: 'hours' })
    await page.locator('.badge-good', { hasText: '2 places left' }).waitFor()
    const events = (await (await desk.request('reader', 'GET', '/special-events')).json()) as {
      eventId: string
      name: string
    }[]
    const { eventId } = events.find(({ name }) => name === 'Night at the Museum')!
    await sell({ ticketType: 'event', eventId, ticketDate: '2030-05-02' })
    await page.locator('.badge-warning', { hasText: '1 place left' }).waitFor({ timeout: 20_000 })
  })

  it('begins at another date, which is in the URL', async () => {
    const { page } = await desk.openAs('reader')
    await page.getByLabel('From').fill('2030-05-03')
    await page.getByRole('heading', { name: 'Wednesday, 1 May 2030' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Friday, 3 May 2030' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(14)
    expect(page.url()).toMatch(/#\/hours\?from=2030-05-03$/)
    expect(await page.getByText('Today').count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: 'Wednesday, 1 May 2030' }).waitFor()
  })

  it('keeps what it has read while the museum cannot be reached, and says so', async () => {
    const { page } = await desk.openAs('reader')
    await page.getByRole('article').first().waitFor()
    await page.route('**/v1.1/availability*', (route) => route.abort('connectionrefused'))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByText(/^The museum has not answered yet.*As of \d\d:\d\d$/).waitFor()
    expect(await page.getByRole('article').count()).toBe(14)
    await page.unroute('**/v1.1/availability*')
    await page.getByText('The museum has not answered yet').waitFor({ state: 'detached' })
  })
})
